import { expect, it } from "vitest";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import { type PolicyInput, policyStackReader } from "../../src/insight/policy/stack";

/** Tests of the stack that policies judge, which is read from the input of a policy. */

const urnOf = (type: string, name: string) => `urn:pulumi:dev::project::${type}::${name}`;

const resource = (type: string, name: string, props: object, more: object = {}): PolicyInput =>
  ({ type, urn: urnOf(type, name), props, ...more }) as never;

const ours = (type: string, name: string, props: object, more?: object): PolicyInput =>
  resource(`edge-ingress:index:${type}`, name, props, more);

const URI = "https://api.example.com/edges/https/edge_1/routes";
const route = (name: string, id: unknown, more?: object): PolicyInput =>
  ours(
    "HttpsEdgeRoute",
    name,
    { edgeId: "edge_1", match: `/${name}`, uri: id === UNKNOWN ? id : `${URI}/${id}` },
    more,
  );

const first = route("first", "edghtsrt_1");
const second = route("second", "edghtsrt_2");

/** A login of a route that is known by an id, made from some resources. */
const login = (routeId: unknown, ...sources: readonly PolicyInput[]): PolicyInput => {
  const dependencies = sources.length > 0 ? { routeId: sources.map(({ urn }) => ({ urn })) } : {};
  return ours(
    "HttpsEdgeRouteOAuth",
    "login",
    { edgeId: "edge_1", routeId },
    { propertyDependencies: dependencies },
  );
};

const routeIdOfLogin = (...all: readonly PolicyInput[]) => {
  const { resources } = policyStackReader()(all);
  return resources.find(({ name }) => name === "login")?.outputs.routeId;
};

it("a stack has the resources of this package, of either form, and no others", () => {
  const dynamic = "pulumi-nodejs:dynamic/edge-ingress:AgentIngress";
  const { resources } = policyStackReader()([
    resource("pulumi:pulumi:Stack", "project-dev", {}),
    resource("random:index:RandomPet", "pet", { length: 2 }),
    resource(dynamic, "agents", { domain: "a.example.com" }),
    ours("AgentIngress", "others", { domain: "b.example.com" }),
  ]);
  expect(resources.map(({ type, name }) => `${type} ${name}`)).toEqual([
    "AgentIngress agents",
    "AgentIngress others",
  ]);
});

it("the policies of a pack share the stack that they read from equal resources", () => {
  const read = policyStackReader();
  const stack = read([first, login("edghtsrt_1", first)]);
  expect(read(structuredClone([first, login("edghtsrt_1", first)]))).toBe(stack);
  expect(read([first, login("edghtsrt_1", second)])).not.toBe(stack);
  expect(read([second]).resources).toMatchObject([{ name: "second" }]);
});

it("an empty stack has nothing", () => {
  expect(policyStackReader()([])).toMatchObject({ resources: [], ingress: { objects: [] } });
});

it("the id of a resource is the last part of its address, and empty while that is not known", () => {
  const { resources } = policyStackReader()([
    route("known", "edghtsrt_7"),
    route("unknown", UNKNOWN),
    ours("HttpsEdgeRoute", "new", { edgeId: "edge_1" }),
  ]);
  expect(resources.map(({ id }) => id)).toEqual(["edghtsrt_7", "", ""]);
});

it("a resource has its provider, or none", () => {
  const provider = { urn: urnOf("pulumi:providers:edge-ingress", "security") };
  const { resources } = policyStackReader()([
    route("first", "a", { provider }),
    route("second", "b"),
  ]);
  expect(resources.map((resource) => resource.provider)).toEqual([provider.urn, ""]);
});

it("values are data, with nulls and lists, and the program's marks of secrets are not values", () => {
  const refusing = Object.defineProperty({ known: "a" }, "unknown", {
    enumerable: true,
    get: () => {
      throw new Error("can't be known during preview");
    },
  });
  const props = {
    __secrets: ["metadata"],
    metadata: null,
    oauth: refusing,
    list: [1, { nested: false }],
  };
  const [read] = policyStackReader()([ours("HttpsEdgeRoute", "api", props)]).resources;
  expect(read?.outputs).toEqual({
    metadata: null,
    oauth: { known: "a", unknown: UNKNOWN },
    list: [1, { nested: false }],
  });
});

it("a module belongs to the only route that its route id was made from, whatever the id is", () => {
  expect(routeIdOfLogin(first, second, login("edghtsrt_2", first))).toBe(first.urn);
  expect(routeIdOfLogin(first, second, login(UNKNOWN, second))).toBe(second.urn);
});

it("a resource of another kind does not own a module, though the route id was made from it, too", () => {
  const agents = ours("AgentIngress", "agents", {
    domain: "a.example.com",
    uri: "https://api.example.com/x/edghtsrt_9",
  });
  expect(routeIdOfLogin(first, agents, login("edghtsrt_1", agents, first))).toBe(first.urn);
  expect(routeIdOfLogin(first, agents, login("edghtsrt_9", agents))).toBe("edghtsrt_9");
});

it("a module belongs to the route with its route id if that was made from several routes or from none", () => {
  expect(routeIdOfLogin(first, second, login("edghtsrt_2", first, second))).toBe(second.urn);
  expect(routeIdOfLogin(first, second, login("edghtsrt_2"))).toBe(second.urn);
});

it("a module keeps its route id if the stack has no such route, and a route without a known id is never meant", () => {
  const unknown = route("first", UNKNOWN);
  expect(routeIdOfLogin(unknown, login("edghtsrt_3"))).toBe("edghtsrt_3");
  expect(routeIdOfLogin(unknown, login(""))).toBe("");
  expect(routeIdOfLogin(unknown, login(null))).toBeNull();
});
