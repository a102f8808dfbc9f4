import * as pulumi from "@pulumi/pulumi";
import { HttpsEdgeMutualTls, HttpsEdgeRoute, HttpsEdgeRouteOAuth } from "pulumi-edge-ingress";
import { beforeEach, describe, expect, it } from "vitest";

/** Tests of the processing of arguments in the classes of module resources, before the engine receives them. */

const provider = { provider2: {} };
const routeArgs = { edgeId: "edge_1", matchType: "exact_path", match: "/" } as const;

/** The inputs of the registered resources, by name. */
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

/** Waits until the engine has registered a resource, and returns its inputs. */
const registeredInputs = (resource: pulumi.Resource) =>
  new Promise<Readonly<Record<string, unknown>> | undefined>((resolve) => {
    resource.urn.apply((urn) => resolve(registered.get(urn.slice(urn.lastIndexOf("::") + 2))));
  });

describe("a module resource that is given its route", () => {
  it("has its ids, of a route that is only looked up too", async () => {
    const route = new HttpsEdgeRoute("route", routeArgs);
    const found = HttpsEdgeRoute.get("found", "route_1", { edgeId: "edge_1" });
    const inputs = await registeredInputs(new HttpsEdgeRouteOAuth("login", { route, provider }));
    expect(inputs).toMatchObject({ edgeId: "edge_1", routeId: "route_id", provider });
    expect(inputs).not.toHaveProperty("route");
    const onFound = await registeredInputs(
      new HttpsEdgeRouteOAuth("other", { route: found, provider }),
    );
    expect(onFound).toMatchObject({ edgeId: "edge_1", routeId: "route_1" });
  });

  it("is refused with additional ids, and with a value that is not a route", () => {
    const route = new HttpsEdgeRoute("route", routeArgs);
    const stated = (args: object) => () =>
      new HttpsEdgeRouteOAuth("login", { provider, ...args } as never);
    expect(stated({ route, edgeId: "edge_1" })).toThrow(
      "HttpsEdgeRouteOAuth 'login': specify either route, or both edgeId and routeId",
    );
    expect(stated({ route: "route_1" })).toThrow(
      "HttpsEdgeRouteOAuth 'login': route must be an HttpsEdgeRoute; otherwise specify edgeId and routeId",
    );
  });
});

it("a module resource may be declared again in the same process, as in unit tests, because the classes keep nothing of a program", async () => {
  const tls = () => registeredInputs(new HttpsEdgeMutualTls("clients", { edgeId: "edge_1" }));
  expect(await tls()).toEqual(await tls());
});

it("a module resource is identified for the provider of dynamic resources by the types of its parents and its name", async () => {
  const outer = new pulumi.ComponentResource("test:index:Outer", "outer");
  const inner = new pulumi.ComponentResource("test:index:Inner", "inner", {}, { parent: outer });
  const resourceOf = async (opts?: pulumi.CustomResourceOptions) =>
    (await registeredInputs(new HttpsEdgeMutualTls("clients", { edgeId: "edge_1" }, opts)))
      ?.__resource;
  expect(await resourceOf()).toEqual({ name: "clients", identity: "clients" });
  const identity = "test:index:Outer$test:index:Inner$clients";
  expect(await resourceOf({ parent: inner })).toEqual({ name: "clients", identity });
  expect(await registeredInputs(HttpsEdgeMutualTls.get("found", "edge_1"))).not.toHaveProperty(
    "__resource",
  );
});

it("a module resource is registered with the arguments of the program, which transformations compare", async () => {
  const seen: unknown[] = [];
  const transformations: pulumi.ResourceTransformation[] = [
    ({ props }) => void seen.push(props.edgeId),
  ];
  await registeredInputs(
    new HttpsEdgeMutualTls("clients", { edgeId: "edge_1" }, { transformations }),
  );
  expect(seen).toEqual(["edge_1"]);
});
