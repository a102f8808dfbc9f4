import { expect, it } from "vitest";
import { explain } from "../../src/insight/describe/explain";
import { judge } from "../../src/insight/expectations/judge";
import { changesOf } from "../../src/insight/review/changes";
import { review } from "../../src/insight/review/findings";
import { readPreview } from "../../src/insight/stack/preview";
import { programOf } from "./declared";
import { effectsOf } from "./effects";
import { documentOf, planned, type RawStep, stored } from "./inputs";
import { previewedText } from "./previewed";

/** What the modules of an edge mean for its routes, and matches and headers with unusual spellings. */

const backend = { backendId: "bkdhr_1" };
const open = { edgeId: "edge_1", matchType: "path_prefix", match: "/api", backend };
const idle = { ...open, backend: { ...backend, enabled: false } };
const oauth = (users: object) => ({ oauth: { provider: { provider3: users } } });
const acme = oauth({ emailDomains: ["acme.example"] });

const changed = (before: object, after: object, name = "api"): RawStep => ({
  ...{ op: "update", name, old: stored({ ...before }), new: planned({ ...after }) },
});
const kept = (type: string, name: string, values: object): RawStep => ({
  ...{ op: "same", type, name, old: stored({ ...values }), new: planned({ ...values }) },
});
const clients = kept("HttpsEdgeMutualTls", "clients", { edgeId: "edge_1", certificateAuthorityIds: ["ca_1"] });

const previewOf = (...steps: RawStep[]) => readPreview(documentOf(steps));
const found = (...steps: RawStep[]): string[] =>
  effectsOf(review([previewOf(...steps)])).map(({ rule }) => `${rule.severity} ${rule.id}`);
const ingress = (...steps: RawStep[]) => changesOf(previewOf(...steps)).after;

it("a route that starts to serve behind mutual TLS of its edge is not public", () => {
  expect(found(changed(idle, open))).toContain("high served-unprotected");
  expect(found(clients, changed(idle, open))).toEqual([]);
});

it("requests that another route serves without a login are not open behind mutual TLS of the edge", () => {
  const steps = [
    { op: "delete", name: "admin", old: stored({ ...open, ...acme, match: "/admin" }) },
    kept("HttpsEdgeRoute", "all", { ...open, match: "/" }),
  ];
  expect(found(...steps)).toContain("high requests-unprotected");
  expect(found(clients, ...steps)).toContain("medium route-shadowed-open");
  expect(found(clients, ...steps)).not.toContain("high requests-unprotected");
});

it("the old object of a replacement is judged as one that stays, if the provider or the resource keeps it", () => {
  const replaced = (type: string, old: object, next: object, options: object = {}): RawStep[] => {
    const states = { old: { ...stored({ ...old }), ...options }, new: { ...planned({ ...next }), ...options } };
    return ["create-replacement", "replace", "delete-replaced"].map((op) => ({ op, type, name: "kept", ...states }));
  };
  const moved = replaced("HttpsEdgeRoute", { ...open, ...acme }, { ...open, ...acme, edgeId: "edge_2" });
  const retaining = { config: { "edge-ingress:routeDeletion": "retain" } };
  const inRetaining = readPreview(JSON.stringify({ ...JSON.parse(documentOf(moved)), ...retaining }));
  expect(found(...moved)).toContain("medium route-moved");
  const effects = effectsOf(review([inRetaining])).map(({ rule }) => rule.id);
  expect(effects).toContain("route-left-serving");
  expect(effects).not.toContain("route-moved");
  const agents = (options: object) =>
    found(...replaced("AgentIngress", { domain: "a.example" }, { domain: "b.example" }, options));
  expect(agents({})).toContain("high ingress-replaced");
  expect(agents({ retainOnDelete: true })).toEqual(["low left-unmanaged"]);
});

it("explain reports a login that admits everyone as weak", () => {
  const accessOf = (values: object) =>
    explain({ edge: "edge_1", path: "/api" }, ingress(kept("HttpsEdgeRoute", "api", values))).answers[0]?.routes[0]
      ?.access;
  expect(accessOf({ ...open, ...oauth({ emailDomains: ["gmail.com"] }) })).toBe("weak");
  expect(accessOf({ ...open, ...acme })).toBe("protected");
  expect(accessOf(open)).toBe("open");
});

it("an expectation fails if one of two routes with equal matches does not meet it", () => {
  const both = ingress(
    kept("HttpsEdgeRoute", "locked", { ...open, ...acme }),
    kept("HttpsEdgeRoute", "unlocked", open),
  );
  const outcome = (expect: object) => judge([{ edge: "edge_1", path: "/api", expect }], [both])[0]?.outcome;
  expect(outcome({ protectedBy: ["oauth"] })).toBe("fails");
  expect(outcome({ open: true })).toBe("fails");
});

it.each(["/\\[x", "/\\", "/%5C%5Bx", "//"])("the match %s is reviewed", (match) => {
  expect(found(changed(open, { ...open, match }))).toContain("medium route-match-changed");
});

it("a match with backslashes is a path on its own host", () => {
  const admin = kept("HttpsEdgeRoute", "admin", { ...open, ...acme, match: "/admin" });
  const evil: RawStep = { op: "create", name: "evil", new: planned({ ...open, match: "/\\evil/admin" }) };
  expect(found(admin, evil)).toEqual(["low new-route-open"]);
});

it.each(["constructor", "__proto__", "toString"])("a response header called %s is a header like others", (name) => {
  const adds = (headers: object) => ({ ...open, responseHeaders: { add: headers } });
  const removes = { ...open, responseHeaders: { remove: [name] } };
  const changes = [changed(adds(JSON.parse(`{"${name}": "1"}`)), adds({})), changed(open, removes)];
  for (const change of changes) expect(found(change)).not.toContain("medium security-header-dropped");
});

it("a lowest TLS version that the service chooses does not meet an expectation, in whatever way it is left out", () => {
  const judged = (values: object) => {
    const tls = kept("HttpsEdgeTlsTermination", "tls", { edgeId: "edge_1", ...values });
    const expectation = { edge: "edge_1", path: "/api", expect: { tls: "1.2" } } as const;
    return judge([expectation], [ingress(kept("HttpsEdgeRoute", "api", open), tls)])[0]?.outcome;
  };
  expect([{}, { minVersion: "" }, { minVersion: null }].map(judged)).toEqual(["fails", "fails", "fails"]);
  expect([{ minVersion: "TLSv1.2" }, { minVersion: "1.3" }].map(judged)).toEqual(["holds", "holds"]);
  expect(judged({ terminateAt: "upstream", minVersion: null })).toBe("not-known");
});

it.each(["dynamic", "plugin"] as const)("a new base URL in the stack's configuration is one finding, as %s", (form) => {
  const program = programOf({ "HttpsEdgeRoute route": {}, "HttpsEdgeRoute second": { match: "/second" } });
  const found = (baseUrl: string) =>
    effectsOf(review([readPreview(previewedText({ before: program, after: program }, form, config(baseUrl)))]));
  const config = (baseUrl: string) => ({ "edge-ingress:baseUrl": baseUrl });
  const [effect, ...others] = found("https://api.example.net");
  expect([effect?.rule.id, effect?.rule.severity, others]).toEqual(["account-changed", "medium", []]);
  expect(found("https://api.example.com/")).toEqual([]);
});

it("an expectation of a host is judged by the routes of that host, in whatever spelling", () => {
  const both = ingress(
    kept("HttpsEdgeRoute", "all", { ...open, ...acme, match: "/" }),
    kept("HttpsEdgeRoute", "app", { ...open, match: "app.example.com/" }),
  );
  const outcome = (host: string) =>
    judge([{ edge: "edge_1", host, path: "/x", expect: { protectedBy: ["oauth"] } }], [both])[0]?.outcome;
  const hosts = ["app.example.com", "app.example.com:443", "app.example.com.", "APP.example.com"];
  expect(hosts.map(outcome)).toEqual(hosts.map(() => "fails"));
  expect(outcome("other.example.com")).toBe("holds");
});

it("all entries of a list are in a message", () => {
  const domains = Array.from({ length: 12 }, (_, index) => `partner-${index}.example`);
  const widened = changed({ ...open, ...acme }, { ...open, ...oauth({ emailDomains: ["acme.example", ...domains] }) });
  const [effect] = effectsOf(review([previewOf(widened)]));
  for (const domain of domains) expect(effect?.message).toContain(domain);
});

it.each<[what: string, before: object, after: object, found: string[]]>([
  ["denies fewer user agents", { deny: ["a", "b"] }, { deny: ["b"] }, ["low user-agent-filter-wider"]],
  ["denies none", { deny: ["a"] }, {}, ["low user-agent-filter-wider"]],
  ["allows more user agents", { allow: ["a"] }, { allow: ["a", "b"] }, ["low user-agent-filter-wider"]],
  ["allows all", { allow: ["a"] }, { allow: [] }, ["low user-agent-filter-wider"]],
  ["denies more, and allows fewer", { allow: ["a", "b"], deny: ["c"] }, { allow: ["a"], deny: ["c", "d"] }, []],
])("a user-agent filter that %s is judged by what it admits", (_, before, after, expected) => {
  expect(found(changed({ ...open, userAgentFilter: before }, { ...open, userAgentFilter: after }))).toEqual(expected);
});

it("an issuer at which everyone gets an account is a flaw of a token validation without audiences", () => {
  const tokens = (value: string, ...audiences: string[]) => ({
    ...open,
    jwtValidation: {
      issuer: { allowList: [{ value }] },
      audience: { allowList: audiences.map((each) => ({ value: each })) },
      jws: { allowedAlgorithms: ["RS256"] },
    },
  });
  const accessIn = (route: object) =>
    explain({ edge: "edge_1", path: "/api" }, ingress(kept("HttpsEdgeRoute", "api", route))).answers[0]?.routes[0]
      ?.access;
  expect(accessIn(tokens("https://tokens.acme.example"))).toBe("protected");
  expect(accessIn(tokens("https://accounts.google.com", "api"))).toBe("protected");
  expect(accessIn(tokens("https://accounts.google.com/"))).toBe("weak");
});
