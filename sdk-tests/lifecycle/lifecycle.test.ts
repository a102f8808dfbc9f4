import { beforeEach, describe, expect, it } from "vitest";
import { agentIngress as definition } from "../../src/core/definitions";
import { collection } from "../../src/core/lifecycle/collection";
import * as lifecycle from "../../src/core/lifecycle/lifecycle";
import type { ResourceState } from "../../src/core/lifecycle/resource";
import { modulePaths } from "../../src/core/schema/definition";
import { emptyServer } from "../support/empty-server";
import { partialFailureOf } from "../support/failure";
import { resources } from "../support/resources";

const { agentIngress, httpsEdgeRoute, httpsEdgeRouteOAuth, httpsEdgeTlsTermination } = resources;

const server = emptyServer();
const { api, methods } = server;
const sent = () =>
  server.emulator
    .requests()
    .map(({ method, path }) => `${method} ${path.replace(/agin_\w+/, "{id}")}`);

const make = () => lifecycle.create(agentIngress, api(), { domain: "a.example.com" });

it("a state consists of inputs and outputs, and what is neither is in neither", () => {
  const state = { domain: "a", description: "d", uri: "x", createdAt: "t", foreign: 1 };
  expect(lifecycle.selectInputs(agentIngress, state)).toEqual({ domain: "a", description: "d" });
  expect(lifecycle.selectOutputs(agentIngress, state)).toEqual({ uri: "x", createdAt: "t" });
});

it("a deleted object cannot be updated", async () => {
  const uri = "https://api.example.com/agent_ingresses/agin_gone";
  const deleted = { id: "agin_gone", state: { domain: "a.example.com", uri } };
  const update = lifecycle.update(agentIngress, api(), deleted, {
    domain: "a.example.com",
    description: "x",
  });
  await expect(update).rejects.toThrow("PATCH /agent_ingresses/agin_gone answered 404");
});

it("an object below another one is looked up by the ids of both", async () => {
  const lookUp = lifecycle.lookUp(httpsEdgeRoute, api(), "edghtsrt_1", {});
  await expect(lookUp).rejects.toMatchObject({
    message: "edgeId is required to look up an HttpsEdgeRoute",
  });
});

it("a deletion that the service refuses fails, without a look at what is left", async () => {
  const created = await make();
  server.emulator.clearRequests();
  server.emulator.addFault({ method: "DELETE", status: 403 });
  await expect(lifecycle.remove(agentIngress, api(), created)).rejects.toMatchObject({
    status: 403,
  });
  expect(sent()).toEqual(["DELETE /agent_ingresses/{id}"]);
});

it.each([
  [agentIngress, "domain: run `pulumi refresh`"],
  [httpsEdgeRouteOAuth, "edgeId: run `pulumi refresh`"],
  [
    httpsEdgeRoute,
    "edgeId: remove the resource from the state with `pulumi state delete`, and import it by <edgeId>/<id>",
  ],
])(
  "a state of $definition.type that has lost an argument leads to an error with its repair",
  ({ definition }, repair) => {
    const message = `the state of this ${definition.type} has lost its ${repair}`;
    expect(() => lifecycle.requireWholeState(definition, {})).toThrow(
      expect.objectContaining({ message }),
    );
  },
);

describe("all objects of an account", () => {
  const lookUpAll = () => lifecycle.lookUpAll(collection(definition), api());

  it("are looked up whole, if there are any", async () => {
    expect(await lookUpAll()).toEqual([]);
    const first = await make();
    const args = { domain: "b.example.com", certificateManagementPolicy: { authority: "ca" } };
    const second = await lifecycle.create(agentIngress, api(), args);
    const found = await lookUpAll();
    expect(found.map(({ id }) => id).sort()).toEqual([first.id, second.id].sort());
    expect(found.find(({ id }) => id === first.id)).toEqual({ ...first, masked: [] });
    const certificateManagementPolicy = { authority: "ca", privateKeyType: "rsa" };
    expect(found.find(({ id }) => id === second.id)?.state).toMatchObject({
      certificateManagementPolicy,
    });
  });

  it("are looked up once each if a list grows while it is read, and a limit counts objects", async () => {
    const [first, second] = [await make(), await make()];
    const body = (id: string) =>
      server.emulator.objects().find((object) => object.body.id === id)?.body;
    const answer = (page: object) =>
      server.emulator.addFault({ method: "GET", status: 200, body: page });
    answer({ ingresses: [body(first.id)], next_page_uri: "/agent_ingresses?page=2" });
    answer({ ingresses: [body(first.id), body(second.id)], next_page_uri: null });
    const found = await lifecycle.lookUpAll(collection(definition), api(), 2);
    expect(found.map(({ id }) => id)).toEqual([first.id, second.id]);
    expect(await lifecycle.lookUpAll(collection(definition), api(), 1)).toHaveLength(1);
  });

  it("are looked up without those that are not as documented, if these may be left out", async () => {
    const ingress = await make();
    const body = server.emulator.objects().find(({ kind }) => kind === "agent_ingress")?.body;
    const ingresses = [{ id: 7 }, {}, {}, { id: "agin_1" }, { id: "agin_1" }, body];
    server.emulator.addFault({
      method: "GET",
      status: 200,
      body: { ingresses, next_page_uri: null },
    });
    const leftOut: string[][] = [];
    const onUnreadable = (...what: string[]) => leftOut.push(what);
    const found = await lifecycle.lookUpAll(collection(definition), api(), undefined, onUnreadable);
    expect(found.map(({ id }) => id)).toEqual([ingress.id]);
    expect(leftOut).toEqual([
      ...Array.from({ length: 3 }, () => ["?", "the answer has no id"]),
      ["agin_1", "the answer has no domain"],
    ]);
  });

  it.each([
    [{ domain: "a.example.com" }, "the answer has no id"],
    [{ id: 7, domain: "a.example.com" }, "the answer has no id"],
    [{ id: "a/b", domain: "a.example.com" }, "the id in the answer is not well-formed"],
    [{ id: "agin_1" }, "the answer has no domain"],
    [{ id: "agin_1", domain: null }, "the answer has no domain"],
    [null, "the answer is empty"],
    ["text", "the answer is empty"],
  ])("are refused where the list has %j", async (listed, problem) => {
    server.emulator.addFault({
      method: "GET",
      status: 200,
      body: { ingresses: [listed], next_page_uri: null },
    });
    const message = `GET /agent_ingresses: an item of the list: ${problem}`;
    await expect(lookUpAll()).rejects.toMatchObject({ message });
  });
});

describe("an update", () => {
  let created: ResourceState;

  beforeEach(async () => {
    created = await make();
    server.emulator.clearRequests();
  });

  it("sends what changed, once, and gives the new state", async () => {
    const state = await lifecycle.update(agentIngress, api(), created, {
      domain: "a.example.com",
      description: "x",
    });
    expect(sent()).toEqual(["PATCH /agent_ingresses/{id}"]);
    expect(state).toMatchObject({
      domain: "a.example.com",
      description: "x",
      uri: created.state.uri,
    });
  });

  it("of what has not changed reads the object, which may have been left half-made", async () => {
    const state = await lifecycle.update(agentIngress, api(), created, { domain: "A.example.com" });
    expect(sent()).toEqual(["GET /agent_ingresses/{id}"]);
    expect(state).toEqual({ ...created.state, domain: "A.example.com" });
  });

  it("of what has not changed sends what the object lacks", async () => {
    const live = { id: created.id, state: { domain: "a.example.com", description: "x" } };
    await lifecycle.update(agentIngress, api(), live, live.state);
    expect(sent()).toEqual(["GET /agent_ingresses/{id}", "PATCH /agent_ingresses/{id}"]);
    expect(server.emulator.objects()[0]?.body).toMatchObject({ description: "x" });
  });

  it("of a module that is not there makes it", async () => {
    const args = { edgeId: "edge_1", minVersion: "1.2" };
    await lifecycle.update(httpsEdgeTlsTermination, api(), { id: "edge_1", state: args }, args);
    const termination = {
      path: "/edges/https/edge_1/tls_termination",
      body: { min_version: "1.2" },
    };
    expect(server.emulator.objects()).toMatchObject([{ kind: "agent_ingress" }, termination]);
  });

  it("of which nothing is known leaves the arguments of the state, without outputs, if the truth cannot be read", async () => {
    server.emulator.addFault({ method: "PATCH", malformed: true });
    server.emulator.addFault({ method: "GET", status: 403 });
    const inputs = { domain: "a.example.com", metadata: "x" };
    const error = await partialFailureOf(lifecycle.update(agentIngress, api(), created, inputs));
    expect(error).toMatchObject({
      name: "ResourceInitFailed",
      id: created.id,
      cause: { message: error.message },
    });
    expect(error.state).toEqual({ domain: "a.example.com" });
    expect(error.message).toMatch(
      /PATCH \/agent_ingresses\/agin_\w+: the answer is not a JSON object/,
    );
  });
});

it("a module whose PUT has an unknown outcome is kept without its secrets, so that they are sent again", async () => {
  const place = { edgeId: "edge_1", routeId: "route_1" };
  const provider5 = { clientId: "id", clientSecret: "hush" };
  server.emulator.addFault({ method: "PUT", malformed: true });
  server.emulator.addFault({ method: "GET", status: 200, body: null, times: "always" });
  const error = await partialFailureOf(
    lifecycle.create(httpsEdgeRouteOAuth, api(), { ...place, provider: { provider5 } }),
  );
  const state = { ...place, provider: { provider5: { clientId: "id" } } };
  expect(error).toMatchObject({ id: "edge_1/route_1", state });
});

describe("what a service shows of a module", () => {
  const certificates = {
    id: "edge_1",
    state: { edgeId: "edge_1", certificateAuthorityIds: ["ca_1"] },
  };
  const shown = (body: unknown) => server.emulator.addFault({ method: "GET", status: 200, body });

  it.each([
    { enabled: null },
    { enabled: false },
    { enabled: false, certificate_authorities: null },
  ])("is missing if the response is %j", async (body) => {
    shown(body);
    const seen = await lifecycle.read(resources.httpsEdgeMutualTls, api(), certificates);
    expect(seen).toBeUndefined();
  });

  it.each([
    { enabled: true },
    { enabled: false, certificate_authorities: [{ id: "ca_2", uri: "x" }] },
    { certificate_authorities: [{ id: "ca_1", uri: "x" }] },
  ])("exists if the response is %j", async (body) => {
    shown(body);
    const seen = await lifecycle.read(resources.httpsEdgeMutualTls, api(), certificates);
    expect(seen?.id).toBe("edge_1");
  });

  it("is there although it is disabled, when the program disabled it", async () => {
    shown({ enabled: false });
    const disabled = { id: "edge_1", state: { ...certificates.state, enabled: false } };
    expect(await lifecycle.read(resources.httpsEdgeMutualTls, api(), disabled)).toMatchObject({
      state: { enabled: false },
    });
  });

  it("is there with one of the arguments that configure it", async () => {
    shown({ enabled: false, audience: { allow_list: [{ value: "api" }] } });
    const live = { id: "edge_1/route_1", state: { edgeId: "edge_1", routeId: "route_1" } };
    expect(await lifecycle.read(resources.httpsEdgeRouteJwtValidation, api(), live)).toMatchObject({
      state: { enabled: false },
    });
  });

  describe("that has nothing but enabled", () => {
    let live: ResourceState;

    beforeEach(async () => {
      const route = { edgeId: "edge_1", matchType: "exact_path", match: "/" };
      const { id: routeId } = await lifecycle.create(httpsEdgeRoute, api(), route);
      live = { id: `edge_1/${routeId}`, state: { edgeId: "edge_1", routeId } };
      server.emulator.clearRequests();
    });

    const read = () => lifecycle.read(resources.httpsEdgeRouteWebsocketTcpConverter, api(), live);
    const make = (inputs: object) =>
      lifecycle.create(resources.httpsEdgeRouteWebsocketTcpConverter, api(), {
        ...live.state,
        ...inputs,
      });

    it("is unset if it is {enabled: null}, and may be created", async () => {
      shown({ enabled: null });
      expect(await read()).toBeUndefined();
      shown({ enabled: null });
      await make({});
      // The second GET reads the route, to check that it does not contain the module.
      expect(methods()).toEqual(["GET", "GET", "GET", "PUT"]);
    });

    it("is there as disabled, which is drift, and may be enabled", async () => {
      shown({ enabled: false });
      expect(await read()).toMatchObject({ state: { enabled: false } });
      shown({ enabled: false });
      await make({});
      expect(methods()).toEqual(["GET", "GET", "PUT"]);
    });

    it("is taken over as enabled, and not disabled without adopt", async () => {
      shown({ enabled: true });
      await make({});
      shown({ enabled: true });
      await expect(make({ enabled: false })).rejects.toThrow(
        "already has a different configuration",
      );
      expect(methods()).toEqual(["GET", "GET"]);
    });
  });

  const path = "/edges/https/edge_1/tls_termination";
  const inputs = { edgeId: "edge_1", minVersion: "1.2" };

  it.each([
    ...[null, {}, { enabled: true }, { enabled: false }],
    ...[{ enabled: false, min_version: "1.3" }, { min_version: null }],
  ])("is not configured, and may be made, as %j", async (body) => {
    shown(body);
    await lifecycle.create(httpsEdgeTlsTermination, api(), inputs);
    expect(sent()).toEqual([`GET ${path}`, `PUT ${path}`]);
  });

  it.each([{ enabled: true, min_version: "1.3" }, { min_version: "1.3" }])(
    "is configured otherwise as %j, and is not touched without adopt",
    async (body) => {
      shown(body);
      const message =
        `the module at ${path} already has a different configuration, which this resource ` +
        "did not make: look at it, and set adopt: true to replace it; if the resource was renamed, give it an alias instead";
      await expect(lifecycle.create(httpsEdgeTlsTermination, api(), inputs)).rejects.toMatchObject({
        message,
      });
      expect(sent()).toEqual([`GET ${path}`]);
      shown(body);
      await lifecycle.create(httpsEdgeTlsTermination, api(), { ...inputs, adopt: true });
      expect(server.emulator.objects()[0]?.body).toMatchObject({ min_version: "1.2" });
    },
  );

  it.each([
    {
      title: "is adopted with an info if it is configured as requested",
      isManaged: false,
      messages: [
        `info: the module at ${path} was configured before: this resource adopts it, and deleting the resource deletes it`,
      ],
    },
    {
      title:
        "is adopted without a message if it is configured as requested, and the stack had it before",
      isManaged: true,
      messages: [],
    },
  ])("$title", async ({ isManaged, messages }) => {
    shown({ enabled: true, min_version: "1.2" });
    const { begin, logged } = server.virtual();
    const operation = begin();
    if (isManaged) operation.modules.recordManaged([path]);
    const created = await lifecycle.create(httpsEdgeTlsTermination, operation, inputs);
    expect(created).toEqual({ id: "edge_1", state: inputs });
    expect(sent()).toEqual([`GET ${path}`]);
    expect(logged).toEqual(messages);
  });

  it("is adopted only if it shows the requested secret", async () => {
    const args = { edgeId: "edge_1", routeId: "route_1", provider: "github", secret: "hush" };
    const configured = (secret: string) => ({ enabled: true, provider: "github", secret });
    shown(configured("hush"));
    await lifecycle.create(resources.httpsEdgeRouteWebhookVerification, api(), args);
    expect(methods()).toEqual(["GET"]);
    shown(configured("***"));
    server.emulator.addFault({ method: "PUT", status: 200, body: configured("***") });
    await lifecycle.create(resources.httpsEdgeRouteWebhookVerification, api(), args);
    expect(methods()).toEqual(["GET", "GET", "PUT"]);
  });

  it("cannot be asked for by an id with too few or too many parts", async () => {
    const message = "the id must be <edgeId>/<routeId>";
    for (const id of ["edge_1", "edge_1/route_1/x"])
      await expect(
        lifecycle.read(httpsEdgeRouteOAuth, api(), { id, state: {} }),
      ).rejects.toMatchObject({ message });
    expect(sent()).toEqual([]);
  });

  const UUID = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";
  const oauth = "/edges/https/e/routes/r/oauth";
  const onRoute = { edgeId: "e", oauth: { enabled: true }, backend: "", saml: null };

  it.each([
    {
      title: "has the path of the ids of its resource",
      resource: httpsEdgeRouteOAuth,
      id: undefined,
      inputs: { edgeId: "e", routeId: "r" },
      paths: [oauth],
    },
    {
      title: "has no path if the route of its resource is not known",
      resource: httpsEdgeRouteOAuth,
      id: undefined,
      inputs: { edgeId: "e", routeId: UUID },
      paths: [],
    },
    {
      title: "has no path if the edge of its resource is not known",
      resource: httpsEdgeRouteOAuth,
      id: undefined,
      inputs: { edgeId: UUID, routeId: "r" },
      paths: [],
    },
    {
      title: "has a path below the route that configures it",
      resource: httpsEdgeRoute,
      id: "r",
      inputs: onRoute,
      paths: [oauth],
    },
    {
      title: "has no path if the route that configures it is not created yet",
      resource: httpsEdgeRoute,
      id: undefined,
      inputs: onRoute,
      paths: [],
    },
    {
      title: "has no path of an object without modules",
      resource: agentIngress,
      id: "a",
      inputs: { domain: "a" },
      paths: [],
    },
  ])("$title", ({ resource: { definition }, id, inputs, paths }) => {
    expect(modulePaths(definition, id, inputs)).toEqual(paths);
  });
});
