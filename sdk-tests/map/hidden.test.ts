import { expect, it } from "vitest";
import { readIngress } from "../../src/insight/change/read";
import { onlyEdge } from "../../src/insight/ingress/answers";
import { explain } from "../../src/insight/ingress/describe";
import { SECRET } from "../../src/insight/ingress/value";
import { asHtml } from "../../src/insight/map/html";
import { mapOf } from "../../src/insight/map/model";

/** The map of a stack with values that a state does not show. */

const resource = (type: string, name: string, inputs: object) => ({
  ...{
    urn: `urn:pulumi:dev::shop::edge-ingress:index:${type}::${name}`,
    type: `edge-ingress:index:${type}`,
  },
  ...{ custom: true, id: name, inputs, outputs: inputs },
});

const ENCRYPTED = {
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  ciphertext: "v1:a",
};

const stateOf = (...resources: object[]) =>
  readIngress("dev", JSON.stringify({ version: 3, deployment: { resources } }));

const clients = resource("HttpsEdgeMutualTls", "clients", {
  edgeId: "edge_1",
  certificateAuthorityIds: ["ca_1"],
});
const place = { edgeId: "edge_1", matchType: "path_prefix", backend: { backendId: "bkd_1" } };

it("a route whose match is a secret is on its edge, which protects it", () => {
  const { edges } = mapOf(
    stateOf(clients, resource("HttpsEdgeRoute", "route", { ...place, match: ENCRYPTED })),
  );
  expect(edges.map(({ id }) => id)).toEqual(["edge_1"]);
  expect(edges[0]?.routes).toMatchObject([{ match: SECRET, access: "protected" }]);
});

it("a route whose edge is a secret is on a separate edge, and not known to be protected", () => {
  const hidden = resource("HttpsEdgeRoute", "route", { ...place, match: "/a", edgeId: ENCRYPTED });
  const { edges } = mapOf(stateOf(clients, hidden));
  expect(edges.map(({ id }) => id)).toEqual(["edge_1", SECRET]);
});

it.each([
  {
    title: "a route with an exact match stays exact if its match is a secret",
    secret: { match: ENCRYPTED },
  },
  {
    title: "a route with an exact match stays exact if its edge is a secret",
    secret: { match: "/health", edgeId: ENCRYPTED },
  },
])("$title", ({ secret }) => {
  const exact = { ...place, matchType: "exact_path", ...secret };
  const { edges } = mapOf(stateOf(resource("HttpsEdgeRoute", "route", exact)));
  expect(edges[0]?.routes).toMatchObject([{ isExact: true }]);
});

it("of a module that is a secret, the page does not claim that an apply shows it", () => {
  const route = resource("HttpsEdgeRoute", "route", { ...place, match: "/", oauth: ENCRYPTED });
  const page = asHtml([mapOf(stateOf(route))]);
  expect(page).toContain("<strong>login (OAuth) (not known)</strong> (secret)");
});

it("a route whose match is a secret comes after the routes whose matches are known", () => {
  const hidden = resource("HttpsEdgeRoute", "hidden", { ...place, match: ENCRYPTED });
  const known = ["/", "/long/path"].map((match) =>
    resource("HttpsEdgeRoute", match, { ...place, match }),
  );
  const { edges } = mapOf(stateOf(hidden, ...known));
  expect(edges[0]?.routes.map(({ match }) => match)).toEqual(["/long/path", "/", SECRET]);
});

const hiddenEdge = (more: object) => ({
  ...resource("HttpsEdgeMutualTls", "clients", {
    edgeId: "canary_edge",
    certificateAuthorityIds: ["ca_1"],
  }),
  ...more,
});

it("an edge whose id the program marks as a secret is hidden, also if the state has the id in plaintext", () => {
  const marked = hiddenEdge({ additionalSecretOutputs: ["edgeId"] });
  const tls = resource("HttpsEdgeTlsTermination", "tls", { edgeId: "canary_edge" });
  for (const resources of [[marked], [marked, tls], [tls, marked]]) {
    const ingress = stateOf(...resources);
    const map = mapOf(ingress);
    expect(map.edges).toMatchObject([{ id: SECRET }]);
    expect(map.edges[0]?.modules).toHaveLength(resources.length);
    expect(asHtml([map])).not.toContain("canary");
    expect(() => explain({ edge: "edge_2", path: "/" }, ingress)).toThrow(
      "has no route that serves requests on the HTTPS edge edge_2; it has [secret]",
    );
    expect(() => onlyEdge(ingress, "name the edge")).toThrow(
      "has the HTTPS edges [secret]: name the edge",
    );
  }
});

it("an edge is hidden in the title of a route that another program manages, if any of its modules marks the edge", () => {
  const module = (type: string, more: object) => ({
    ...resource(type, type, { edgeId: "canary_edge", routeId: "route_9" }),
    ...more,
  });
  const login = module("HttpsEdgeRouteOAuth", {});
  const marked = module("HttpsEdgeRouteWebhookVerification", {
    additionalSecretOutputs: ["edgeId"],
  });
  for (const resources of [
    [login, marked],
    [marked, login],
  ])
    expect(mapOf(stateOf(...resources)).objects).toMatchObject([
      { kind: "modules of", name: "route route_9 on edge [secret]" },
    ]);
});

it("each id of a route of another program is hidden that any of its modules marks", () => {
  const module = (type: string, ...additionalSecretOutputs: string[]) => ({
    ...resource(type, type, { edgeId: "canary_edge", routeId: "canary_route" }),
    additionalSecretOutputs,
  });
  const byEdge = module("HttpsEdgeRouteOAuth", "edgeId");
  const byRoute = module("HttpsEdgeRouteWebhookVerification", "routeId");
  const unmarked = module("HttpsEdgeRouteWebsocketTcpConverter");
  const nameOf = (...resources: object[]) => mapOf(stateOf(...resources)).objects[0]?.name;
  for (const resources of [
    [byEdge, byRoute],
    [byRoute, byEdge],
    [byRoute, unmarked, byEdge],
  ])
    expect(nameOf(...resources)).toBe("route (hidden id) on edge [secret]");
  expect(nameOf(byRoute, unmarked)).toBe("route (hidden id) on edge canary_edge");
  expect(nameOf(unmarked)).toBe("route canary_route on edge canary_edge");
});

it("an edge whose id is not marked has its id", () => {
  expect(mapOf(stateOf(hiddenEdge({}))).edges).toMatchObject([{ id: "canary_edge" }]);
});

it("the regions of an agent ingress are hidden if its domain is a secret", () => {
  const agents = (domain: unknown) =>
    resource("AgentIngress", "agents", { domain, regionDomains: ["us.canary.example"] });
  const factsOf = (domain: unknown) => mapOf(stateOf(agents(domain))).objects[0]?.facts;
  const certificates = "certificates are not managed";
  expect(factsOf(ENCRYPTED)).toEqual([certificates]);
  expect(factsOf("canary.example")).toEqual(["canary.example", "regions us", certificates]);
});

it("the export of a stack that has just been created is a stack without objects", () => {
  const { edges, objects } = mapOf(readIngress("dev", JSON.stringify({ version: 3 })));
  expect({ edges, objects }).toEqual({ edges: [], objects: [] });
});
