import * as pulumi from "@pulumi/pulumi";
import { HttpsEdgeMutualTls, HttpsEdgeRoute, HttpsEdgeRouteOAuth, Provider } from "pulumi-edge-ingress";
import { beforeEach, describe, expect, it } from "vitest";

/** What the classes of module resources make of their arguments, before the engine hears of them. */

const provider = { provider2: {} };
const routeArgs = { edgeId: "edge_1", matchType: "exact_path", match: "/" } as const;

/** The inputs of the resources that the engine was told of, by name. */
let registered: Map<string, Readonly<Record<string, unknown>>>;

beforeEach(async () => {
  registered = new Map();
  await pulumi.runtime.setMocks({
    newResource: ({ name, id, inputs }) => {
      registered.set(name, inputs);
      return { id: id || `${name}_id`, state: inputs };
    },
    call: () => ({}),
  });
});

/** Waits until the engine has a resource. */
const told = (resource: pulumi.Resource) =>
  new Promise<Readonly<Record<string, unknown>> | undefined>((resolve) => {
    resource.urn.apply((urn) => resolve(registered.get(urn.slice(urn.lastIndexOf("::") + 2))));
  });

describe("a module resource that is given its route", () => {
  it("has its ids, of a route that is only looked up too", async () => {
    const route = new HttpsEdgeRoute("route", routeArgs);
    const found = HttpsEdgeRoute.get("found", "route_1", { edgeId: "edge_1" });
    const inputs = await told(new HttpsEdgeRouteOAuth("login", { route, provider }));
    expect(inputs).toMatchObject({ edgeId: "edge_1", routeId: "route_id", provider });
    expect(inputs).not.toHaveProperty("route");
    const onFound = await told(new HttpsEdgeRouteOAuth("other", { route: found, provider }));
    expect(onFound).toMatchObject({ edgeId: "edge_1", routeId: "route_1" });
  });

  it("is refused with ids beside it, and with anything that is no route", () => {
    const route = new HttpsEdgeRoute("route", routeArgs);
    const stated = (args: object) => () => new HttpsEdgeRouteOAuth("login", { provider, ...args } as never);
    expect(stated({ route, edgeId: "edge_1" })).toThrow(
      "HttpsEdgeRouteOAuth 'login': specify either route, or both edgeId and routeId",
    );
    expect(stated({ route: "route_1" })).toThrow(
      "HttpsEdgeRouteOAuth 'login': route must be an HttpsEdgeRoute; otherwise specify edgeId and routeId",
    );
  });
});

describe("two resources that ask for the same module", () => {
  const tls = (name: string, opts?: pulumi.CustomResourceOptions) =>
    new HttpsEdgeMutualTls(name, { edgeId: "edge_1" }, opts);

  it("are no matter in two accounts, in two programs, or where one is looked up", async () => {
    tls("one");
    await told(tls("other", { provider: new Provider("account", { apiKey: "key" }) }));
    await told(HttpsEdgeMutualTls.get("found", "edge_1"));
    await pulumi.runtime.setMocks({ newResource: ({ name }) => ({ id: name, state: {} }), call: () => ({}) });
    await expect(new Promise((resolve) => tls("again").urn.apply(resolve))).resolves.toContain("again");
  });
});
