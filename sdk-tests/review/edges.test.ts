import { expect, it } from "vitest";
import type { Values } from "../../src/core/schema/values";
import { changesOf } from "../../src/insight/change/change";
import { explain } from "../../src/insight/ingress/describe";
import { mapOfPreview } from "../../src/insight/map/model";
import { review } from "../../src/insight/review/findings";
import { effectsOf, found, previewOf } from "./inputs";
import { kept, planned, type RawStep, route, stored, updated } from "./steps";

/**
 * Tests of the effects of an edge's modules on its routes, of objects that a replacement leaves, and of headers with
 * unusual names.
 */

const oauth = (users: object) => ({ oauth: { provider: { provider3: users } } });
const acme = oauth({ emailDomains: ["acme.example"] });

it("requests that another route serves without a login are not open behind mutual TLS of the edge", () => {
  const clients = kept("HttpsEdgeMutualTls", "clients", {
    edgeId: "edge_1",
    certificateAuthorityIds: ["ca_1"],
  });
  const steps = [
    { op: "delete", name: "admin", old: stored({ ...route, ...acme, match: "/admin" }) },
    kept("HttpsEdgeRoute", "all", { ...route, match: "/" }),
  ];
  expect(found(...steps)).toContain("high requests-unprotected");
  expect(found(clients, ...steps)).toContain("medium route-shadowed-open");
  expect(found(clients, ...steps)).not.toContain("high requests-unprotected");
});

it("a route that its replacement leaves behind has none of the changes of the replacement", () => {
  const webhookVerification = { provider: "github", secret: "[secret]" };
  const old = { ...route, webhookVerification, edgeId: "edge_1" };
  const steps = ["create-replacement", "replace", "delete-replaced"].map((op): RawStep => {
    return {
      ...{ op, type: "HttpsEdgeRoute", name: "kept" },
      ...{ old: stored(old), new: planned({ ...old, edgeId: "edge_2" }) },
      detailedDiff: {
        edgeId: { kind: "update-replace" },
        "webhookVerification.secret": { kind: "update" },
      },
    };
  });
  const config = { "edge-ingress:routeDeletion": "retain" };
  const { findings } = review([{ ...previewOf(...steps), config }]);
  const messages = findings.map(({ rule, message }) => `${rule.id}: ${message}`).join("\n");
  expect(messages).toMatch(/^route-left-serving: .* edge_1/m);
  expect(messages).toMatch(/^secret-changed: .* edge_2/m);
  expect(messages).not.toMatch(/^secret-changed: .* edge_1/m);
});

it("the old object of a replacement is judged as one that stays, if the provider or the resource keeps it", () => {
  const replaced = (type: string, old: object, next: object, options: object = {}): RawStep[] => {
    const states = {
      old: { ...stored({ ...old }), ...options },
      new: { ...planned({ ...next }), ...options },
    };
    return ["create-replacement", "replace", "delete-replaced"].map((op) => ({
      op,
      type,
      name: "kept",
      ...states,
    }));
  };
  const moved = replaced(
    "HttpsEdgeRoute",
    { ...route, ...acme },
    { ...route, ...acme, edgeId: "edge_2" },
  );
  const retaining = { ...previewOf(...moved), config: { "edge-ingress:routeDeletion": "retain" } };
  expect(found(...moved)).toContain("medium route-moved");
  const effects = effectsOf(review([retaining])).map(({ rule }) => rule.id);
  expect(effects).toContain("route-left-serving");
  expect(effects).not.toContain("route-moved");
  const agents = (options: object) =>
    found(...replaced("AgentIngress", { domain: "a.example" }, { domain: "b.example" }, options));
  expect(agents({})).toContain("high ingress-replaced");
  expect(agents({ retainOnDelete: true })).toEqual(["low left-unmanaged"]);
});

it.each(["constructor", "__proto__", "toString"])(
  "a response header called %s is a header like others",
  (name) => {
    const adds = (headers: object) => ({ ...route, responseHeaders: { add: headers } });
    const removes = { ...route, responseHeaders: { remove: [name] } };
    const changes = [
      updated(adds(JSON.parse(`{"${name}": "1"}`)), adds({})),
      updated(route, removes),
    ];
    for (const change of changes)
      expect(found(change)).not.toContain("medium security-header-dropped");
  },
);

it("all entries of a list are in a message", () => {
  const domains = Array.from({ length: 12 }, (_, index) => `partner-${index}.example`);
  const widened = { ...route, ...oauth({ emailDomains: ["acme.example", ...domains] }) };
  const [effect] = effectsOf(review([previewOf(updated({ ...route, ...acme }, widened))]));
  for (const domain of domains) expect(effect?.message).toContain(domain);
});

it("the ids of a route or an edge that a module alone shows are hidden if the program has marked them as secrets", () => {
  const change = (type: string, secrets: string[], was: object, now: object) => {
    const route = type === "HttpsEdgeRouteOAuth" && { routeId: "route_1" };
    const ids = { edgeId: "edge_1", ...route, __secrets: secrets };
    return review([previewOf({ ...updated({ ...ids, ...was }, { ...ids, ...now }), type })])
      .findings[0]?.subject;
  };
  const ofRoute = (...secrets: string[]) =>
    change("HttpsEdgeRouteOAuth", secrets, { provider: { provider3: {} } }, {});
  expect(ofRoute("edgeId")).toBe("route route_1 on edge [secret]");
  expect(ofRoute("edgeId", "routeId")).toBe("route (hidden id) on edge [secret]");
  expect(change("TcpEdgeBackend", ["edgeId"], { backendId: "a" }, { backendId: "b" })).toBe(
    "TCP edge (hidden id)",
  );
});

it("an id of a route that modules alone show is hidden if the program marks it as a secret on either side of the change", () => {
  const subject = (marksBefore: string[], marksAfter: string[]) => {
    const ids = { edgeId: "edge_1", routeId: "route_1" };
    const was = { ...ids, provider: { provider3: {} }, __secrets: marksBefore };
    const step = updated(was, { ...ids, __secrets: marksAfter });
    return review([previewOf({ ...step, type: "HttpsEdgeRouteOAuth" })]).findings[0]?.subject;
  };
  expect(subject(["routeId"], ["edgeId"])).toBe("route (hidden id) on edge [secret]");
  expect(subject(["edgeId"], ["routeId"])).toBe("route (hidden id) on edge [secret]");
  expect(subject(["edgeId"], [])).toBe("route route_1 on edge [secret]");
  expect(subject([], ["routeId"])).toBe("route (hidden id) on edge edge_1");
  expect(subject([], [])).toBe("route route_1 on edge edge_1");
});

it("two edges with hidden ids are two, with a finding and a mark each, if a module moves from one to the other", () => {
  const at = (edgeId: string) => ({ edgeId, backendId: "bkdhr_1", __secrets: ["edgeId"] });
  const preview = previewOf({ ...updated(at("edge_1"), at("edge_2")), type: "TcpEdgeBackend" });
  expect(review([preview]).findings.map(({ rule }) => rule.id)).toEqual([
    "traffic-stopped",
    "new-route-open",
  ]);
  expect(mapOfPreview(preview).edges.map(({ marks }) => marks.length)).toEqual([1, 1]);
});

it("an issuer at which everyone gets an account is a flaw of a token validation without audiences", () => {
  const tokens = (value: string, ...audiences: string[]) => ({
    ...route,
    jwtValidation: {
      issuer: { allowList: [{ value }] },
      audience: { allowList: audiences.map((value) => ({ value: value })) },
      jws: { allowedAlgorithms: ["RS256"] },
    },
  });
  const accessIn = (values: Values) => {
    const { after } = changesOf(previewOf(kept("HttpsEdgeRoute", "api", values)));
    return explain({ edge: "edge_1", path: "/api" }, after).answers[0]?.routes[0]?.access;
  };
  expect(accessIn(tokens("https://tokens.acme.example"))).toBe("protected");
  expect(accessIn(tokens("https://accounts.google.com", "api"))).toBe("protected");
  expect(accessIn(tokens("https://accounts.google.com/"))).toBe("open");
  expect(accessIn(tokens("https://accounts.google.com", "*"))).toBe("open");
});
