import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { readEntries } from "../../support/data";
import type { Ingress, Route, Settings } from "./model";
import { anyAccount, forger, nobody, type Person, peopleOf, publicMail } from "./people";
import { opens, type Request, reach } from "./reach";

/** The simulator, by examples whose reasons are in the API reference. */

const strangers = { nobody, forger, anyAccount, publicMail } as const;
const reaches = readEntries(
  join(__dirname, "reach.yaml"),
  "reaches",
  z.strictObject({
    modules: z.record(z.string(), z.record(z.string(), z.unknown())),
    person: z.enum(["nobody", "forger", "anyAccount", "publicMail"]),
    reach: z.enum(["served", "may be served", "refused"]),
  }),
);

const route = (modules: Route["modules"] = {}, more: Partial<Route> = {}): Route => ({
  ...{
    name: "api",
    edgeId: "edge_1",
    matchType: "path_prefix",
    match: "/api",
    backend: { backendId: "bkdhr_1" },
  },
  modules,
  ...more,
});

const ingress = (routes: readonly Route[], more: Partial<Ingress> = {}): Ingress => ({
  ...{ routes, resources: [], mutualTls: [] },
  ...more,
});

const from = (person: Person, path = "/api", more: Partial<Request> = {}): Request => ({
  ...{ edgeId: "edge_1", host: "other.example.com", path, method: "GET", person },
  ...more,
});

const users = (provider1: Settings): Route["modules"] => ({ oauth: { provider: { provider1 } } });
const acme = users({ organizations: ["acme"] });
const root = route({}, { name: "root", match: "/" });
const member = (ofIngress: Ingress, name: string): Person => {
  const person = peopleOf(ofIngress).find((candidate) => candidate.name === name);
  if (!person) throw new Error(`there is no person ${name}`);
  return person;
};

describe("a module lets in", () => {
  it.each(reaches)("%s", (_, { modules, person, reach: expected }) => {
    expect(reach(ingress([route(modules)]), from(strangers[person]))).toBe(expected);
  });

  it("a user on one of two lists, perhaps: the reference does not show whether any or all have to name the user", () => {
    const two = ingress([route(users({ organizations: ["beta"], teams: ["acme/ops"] }))]);
    expect(reach(two, from(member(two, "teams acme/ops")))).toBe("may be served");
  });

  it("requests that every other module of the route and its edge lets in, too", () => {
    const clients = {
      name: "clients",
      edgeId: "edge_1",
      settings: { certificateAuthorityIds: ["ca_1"] },
    };
    const both = ingress([route({ ipRestriction: { ipPolicyIds: ["ipp_1"] } })], {
      mutualTls: [clients],
    });
    expect(reach(both, from(member(both, "all but an address")))).toBe("refused");
    expect(reach(both, from(member(both, "all but a certificate")))).toBe("refused");
    expect(reach(both, from(member(both, "all but a sign-in")))).toBe("served");
  });

  it("OPTIONS requests without a login, if options pass through", () => {
    const cors = ingress([route({ oauth: { ...acme.oauth, optionsPassthrough: true } })]);
    expect(reach(cors, from(nobody, "/api", { method: "OPTIONS" }))).toBe("served");
    expect(reach(cors, from(nobody))).toBe("refused");
  });
});

describe("a request", () => {
  it("is refused by a separate login resource as by an argument", () => {
    const login = { name: "login", module: "oauth", settings: acme.oauth as Settings } as const;
    const of = { route: "api", by: "route" } as const;
    expect(reach(ingress([route()], { resources: [{ ...login, of }] }), from(nobody))).toBe(
      "refused",
    );
    const unknown = { label: "id", edgeId: "edge_1", dependsOn: ["api"] };
    expect(
      reach(ingress([route()], { resources: [{ ...login, of: unknown }] }), from(nobody)),
    ).toBe("may be served");
  });

  it("goes to any of the routes that match, as the reference gives no precedence", () => {
    expect(reach(ingress([route(acme), root]), from(nobody, "/api/x"))).toBe("may be served");
    expect(reach(ingress([route(acme), root]), from(nobody, "/other"))).toBe("served");
    expect(
      reach(ingress([route(acme), { ...root, backend: { enabled: false } }]), from(nobody)),
    ).toBe("refused");
    expect(reach(ingress([route(acme), { ...root, edgeId: "edge_2" }]), from(nobody))).toBe(
      "refused",
    );
  });

  it("matches by host, and by whole path if the route is exact", () => {
    const host = ingress([route({}, { match: "Api.example.com/api", matchType: "exact_path" })]);
    expect(reach(host, from(nobody))).toBe("nothing");
    expect(reach(host, from(nobody, "/api", { host: "api.example.com" }))).toBe("served");
    expect(reach(host, from(nobody, "/api/x", { host: "api.example.com" }))).toBe("nothing");
  });
});

describe("a change opens", () => {
  const secret = (label: string) => route({ oauth: { hidden: "secret", label } });

  it.each([
    {
      title: "what has no login any more",
      before: [route(acme)],
      after: [route()],
      expected: "certainly",
    },
    {
      title: "nothing, if a route goes and no other matches",
      before: [route(acme)],
      after: [],
      expected: "never",
    },
    {
      title: "nothing, if two routes that overlap stay as they are",
      before: [route(acme), root],
      after: [route(acme), root],
      expected: "never",
    },
    {
      title: "what another route may take over",
      before: [route(acme), root],
      after: [root],
      expected: "possibly",
    },
    {
      title: "what a new route takes over",
      before: [route(acme)],
      after: [root],
      expected: "certainly",
    },
    {
      title: "nothing, if the same secret stays",
      before: [secret("a")],
      after: [secret("a")],
      expected: "never",
    },
    {
      title: "what may have changed, if a secret becomes another secret",
      before: [secret("a")],
      after: [secret("b")],
      expected: "possibly",
    },
  ] as const)("$title", ({ before, after, expected }) => {
    expect(opens(ingress(before), ingress(after), from(nobody))).toBe(expected);
  });
});
