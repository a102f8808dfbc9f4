import { describe, expect, it } from "vitest";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import { changeText } from "../../src/insight/map/changes";
import { exportOf } from "../expectations/stacks";
import { documentOf } from "../review/inputs";
import { kept, planned, type RawStep, route, stackStep, stored, updated } from "../review/steps";
import { formats, mapIn, mapOfSteps } from "./maps";

/** Tests of the findings of the review in a map: those that it shows, and those that it does not. */

const acme = { provider: { provider3: { emailDomains: ["canary-acme.example"] } } };

it("of two routes with one title, each has its own findings", () => {
  const on = (name: string, more: object): RawStep => ({
    ...{ op: "create", name, new: planned({ ...route, edgeId: UNKNOWN, match: "/", ...more }) },
  });
  const routes = mapOfSteps(on("open", {}), on("locked", { oauth: acme })).edges.flatMap(
    (edge) => edge.routes,
  );
  const marks = Object.fromEntries(
    routes.map((route) => [route.declaredBy, route.marks.map(({ severity }) => severity)]),
  );
  expect(marks).toEqual({ "HttpsEdgeRoute open": ["medium"], "HttpsEdgeRoute locked": [] });
});

describe.each(Object.entries(formats))("the %s", (_, format) => {
  it("has the findings of edges and of objects of the account, with what was known of what is deleted", () => {
    const clients = { edgeId: "edge_1", certificateAuthorityIds: ["ca_1"] };
    const agents = {
      domain: "connect.example",
      certificateManagementPolicy: { authority: "letsencrypt" },
    };
    const drawn = format([
      mapOfSteps(
        { op: "delete", type: "HttpsEdgeMutualTls", name: "clients", old: stored(clients) },
        { op: "delete", type: "AgentIngress", name: "agents", old: stored(agents) },
      ),
    ]);
    // A drawing breaks a long text into several lines.
    const text = drawn.replaceAll(/<\/text><text[^>]*>/g, " ");
    expect(text).toContain("clients no longer need a certificate");
    expect(text).toContain("agents lose their addresses");
    expect(text).toContain("certificates are managed");
  });

  it.each(["oauth", "match"])(
    "does not have the value of %s that the change marks as secret",
    (argument) => {
      const values = { ...route, match: "/canary", oauth: acme };
      const canary = argument === "oauth" ? "canary-acme" : "/canary";
      const marked = { ...values, [argument]: "[secret]" };
      const text = format([mapOfSteps(updated(values, marked))]);
      expect(text).not.toContain(canary);
    },
  );
});

const loginElsewhere = {
  ...{ edgeId: "edge_1", routeId: "route_9" },
  ...{ provider: { provider3: { emailDomains: ["acme.example"] } } },
};
const elsewhere = { type: "HttpsEdgeRouteOAuth", name: "login" };
const ELSEWHERE = { kind: "modules of", name: "route route_9 on edge edge_1" };
const LOGIN = "login (OAuth): users of provider3 in e-mail domains acme.example";

describe("the modules of a route that another program manages", () => {
  it("are on the map of a stack", () => {
    const { objects } = mapIn(exportOf([{ ...elsewhere, args: loginElsewhere }]));
    expect(objects).toMatchObject([{ ...ELSEWHERE, action: "unchanged", facts: [LOGIN] }]);
  });

  it("are on the map of a preview that removes them, with the finding", () => {
    const map = mapOfSteps({ op: "delete", ...elsewhere, old: stored(loginElsewhere) });
    expect(map.objects).toMatchObject([{ ...ELSEWHERE, action: "changed", facts: [] }]);
    for (const format of Object.values(formats)) {
      const text = format([map]).replaceAll(/<\/text><text[^>]*>/g, " ");
      expect(text).toContain("login (OAuth) is no longer required");
    }
  });

  it("are not there twice if the stack declares the route", () => {
    const step: RawStep = {
      ...{ op: "same", name: "api", old: { ...stored(route), id: "route_9" } },
      new: { ...planned(route), id: "route_9" },
    };
    const map = mapOfSteps(step, kept(elsewhere.type, elsewhere.name, loginElsewhere));
    expect(map.objects).toEqual([]);
    expect(map.edges[0]?.routes[0]?.modules.map(({ name }) => name)).toContain("oauth");
  });
});

it("a retained route has its former access, and the modules that it loses", () => {
  const api = { ...stored(route), id: "route_9", retainOnDelete: true };
  const map = mapOfSteps(
    { op: "delete", ...elsewhere, old: stored(loginElsewhere) },
    { op: "delete", name: "api", old: api },
  );
  const [retained] = map.edges.flatMap(({ routes }) => routes);
  expect(retained).toMatchObject({ access: "open", accessBefore: "protected", action: "retained" });
  expect(retained?.changes.map(changeText)).toEqual([
    "removed: login (OAuth); before: users of provider3 in e-mail domains acme.example",
  ]);
});

it("a retained route that keeps its modules has no changes", () => {
  const map = mapOfSteps({
    ...{ op: "delete", name: "api" },
    old: { ...stored({ ...route, oauth: acme }), retainOnDelete: true },
  });
  const [retained] = map.edges.flatMap(({ routes }) => routes);
  expect(retained).toMatchObject({ action: "retained", accessBefore: undefined, changes: [] });
});

it("a part that was not read is named as such, whether the release does not know it or the preview lacks it", () => {
  const lacking = mapIn(documentOf([stackStep("same")], { create: 2 }));
  expect(formats.html([lacking])).toContain("not read: <bdi>the preview lacks 2 of the 2");
  expect(formats.mermaid([lacking])).toContain("not read: the preview lacks 2 of the 2");
  expect(lacking.objects).toMatchObject([
    {
      kind: "not read",
      name: 'the preview lacks 2 of the 2 operations "create" that the engine counts',
      facts: ["no rule has judged it, and the map may lack it"],
    },
  ]);
  const unknown = mapOfSteps({ op: "created-anew", name: "api", new: planned(route) }).objects;
  expect(unknown).toMatchObject([
    { kind: "not read", name: 'the operation "created-anew", of api' },
  ]);
});

it("routes are in the order in which they may match: those of a host, then exact ones, then longer prefixes", () => {
  const created = (match: string, more: object = {}): RawStep => ({
    ...{ op: "create", name: match, new: planned({ ...route, match, ...more }) },
  });
  const prefixes = ["/", "app.example.com/", "/api", "app.example.com/api"].map((match) =>
    created(match),
  );
  const { edges } = mapOfSteps(created("/long/path", { matchType: "exact_path" }), ...prefixes);
  const inOrder = ["app.example.com/api", "app.example.com/", "/long/path", "/api", "/"];
  expect(edges[0]?.routes.map(({ match }) => match)).toEqual(inOrder);
});
