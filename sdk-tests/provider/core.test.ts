import { expect } from "vitest";
import * as definitions from "../../src/core/definitions";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import { members } from "../emulator/client";
import { expectFailure, partialFailureOf } from "../support/failure";
import { withEmulator } from "../support/fixtures";
import { inProcessCore } from "../support/in-process-core";
import { abortedDuringWait, jumpingClock } from "../support/virtual-time";

/**
 * Tests of the results that the provider returns to any front: neutral results, messages with a severity, and errors
 * without secrets.
 */

const it = withEmulator()
  .extend("clock", () => jumpingClock())
  .extend("provider", ({ emulator, clock }) => inProcessCore(emulator, { clock }).provider);

it.beforeEach(({ emulator }) => emulator.reset());

const domain = "a.example.com";
const route = { edgeId: "edge_1", matchType: "path_prefix", match: "/api" };

it("a check reports each problem with its path and its reason, problems of the settings first", ({
  emulator,
}) => {
  const { provider } = inProcessCore(emulator, {}, { "edge-ingress:maxRetries": "21" });
  const { problems } = provider.check(definitions.agentIngress, {
    olds: {},
    inputs: { domian: "a" },
  });
  expect(problems).toEqual([
    { path: "edge-ingress:maxRetries", reason: "must be at most 20, got 21" },
    { path: "domian", reason: "is not an argument; did you mean domain?" },
    { path: "domain", reason: "is required" },
  ]);
});

it.for([
  [definitions.httpsEdgeRoute, { ...route, edgeId: "../edge" }, "edgeId"],
  [definitions.httpsEdgeMutualTls, { edgeId: "edge 1" }, "edgeId"],
  [definitions.httpsEdgeRouteWebsocketTcpConverter, { edgeId: "edge_1", routeId: ".." }, "routeId"],
] as const)(
  "a check of $0.type refuses an id that cannot be part of a path, before anything is sent",
  ([definition, inputs, path], { emulator, provider }) => {
    const { problems } = provider.check(definition, { olds: {}, inputs });
    expect(problems).toEqual([
      { path, reason: expect.stringContaining("is not a well-formed id") },
    ]);
    expect(emulator.requests()).toEqual([]);
  },
);

it("a check accepts an id that is known only in an apply", ({ provider }) => {
  const { problems } = provider.check(definitions.httpsEdgeMutualTls, {
    olds: {},
    inputs: { edgeId: UNKNOWN },
  });
  expect(problems).toEqual([]);
});

it("a check reports the conflict of two resources on the same module, within one provider", ({
  emulator,
  provider: first,
}) => {
  const second = inProcessCore(emulator).provider;
  const inputs = { edgeId: "edge_1", routeId: "route_1", provider: "github", secret: "hush" };
  for (const provider of [first, second]) {
    expect(
      provider.check(definitions.httpsEdgeRouteWebhookVerification, { olds: {}, inputs }).problems,
    ).toEqual([]);
  }
  const routeInputs = { ...route, webhookVerification: { provider: "github", secret: "hush" } };
  first.check(definitions.httpsEdgeRoute, { olds: {}, inputs: routeInputs });
  const compare = () =>
    first.diff(definitions.httpsEdgeRoute, {
      id: "route_1",
      outputs: routeInputs,
      inputs: routeInputs,
    });
  expect(compare).toThrow(
    /webhook_verification is already configured by a resource of type HttpsEdgeRouteWebhook/,
  );
});

it("an object that is not as asked is one error with what exists, not secrets", async ({
  emulator,
  provider,
}) => {
  emulator.addFault({
    method: "PUT",
    when: "after",
    status: 500,
    body: { msg: "no hush for you" },
    times: "always",
  });
  const inputs = { edgeId: "edge_1", backendId: "hush" };
  const call = { inputs, secretPaths: ["backendId"], secrets: ["you"] };
  const failed = await partialFailureOf(provider.create(definitions.tcpEdgeBackend, call));
  expect(failed).toMatchObject({ id: "edge_1", state: inputs });
  expect(failed.message).toContain("answered 500");
  expect(`${failed.message}${failed.stack}`).not.toContain("hush");
});

it("what is marked in a map is in no message, by a name with dots as well", async ({
  emulator,
  provider,
}) => {
  emulator.addFault({ method: "POST", status: 400, body: { msg: "no hush-hush, no public-text" } });
  const add = { "X-A.b": "hush-hush", "X-B": "public-text" };
  const inputs = { ...route, requestHeaders: { add } };
  const call = { inputs, secretPaths: ['requestHeaders.add["X-A.b"]'] };
  const created = provider.create(definitions.httpsEdgeRoute, call);
  await expect(created).rejects.toThrow("no [secret], no public-text");
});

/** An earlier version emptied states, because it mistook another response for that of the object. */
it("an emptied state is refused if a difference to it would replace the object", ({ provider }) => {
  const diff = () =>
    provider.diff(definitions.agentIngress, { id: "agin_1", outputs: {}, inputs: { domain } });
  expect(diff).toThrow("the state of this AgentIngress has lost its domain: run `pulumi refresh`");
});

it("an emptied state is repaired by a refresh if the id alone is the address", async ({
  emulator,
  provider,
}) => {
  const id = String(
    (await members(emulator, "POST", "/agent_ingresses", { domain, description: "x" })).id,
  );
  const repaired = await provider.read(definitions.agentIngress, { id, outputs: {} });
  expect(repaired?.inputs).toMatchObject({ domain, description: "x" });
  const route = provider.read(definitions.httpsEdgeRoute, { id: "edghtsrt_1", outputs: {} });
  await expect(route).rejects.toThrow("the state of this HttpsEdgeRoute has lost its edgeId");
  expect(emulator.requests().filter(({ path }) => path.includes("undefined"))).toEqual([]);
});

it("a call that is cancelled ends its wait for another attempt", async ({
  emulator,
  clock,
  provider,
}) => {
  emulator.addFault({ method: "GET", status: 503, times: "always" });
  const call = { id: "agin_1", outputs: { domain }, signal: abortedDuringWait(clock) };
  const error = /^HttpError: GET \/agent_ingresses\/agin_1 answered 503 .*\(it was cancelled\)$/;
  await expectFailure(provider.read(definitions.agentIngress, call), error);
  expect(clock.waits).toHaveLength(1);
  expect(emulator.requests()).toHaveLength(1);
});

it("a module whose route has left the program is kept for the resource that configures it now, without a warning", async ({
  emulator,
}) => {
  const { provider, logged } = inProcessCore(emulator, { engineHasProgram: async () => true });
  const { id: routeId } = await members(emulator, "POST", "/edges/https/edge_1/routes", {
    match_type: "path_prefix",
    match: "/",
  });
  const type = "urn:pulumi:dev::shop::edge-ingress:index:HttpsEdgeRouteOAuth";
  const label = (name: string) => ({ urn: `${type}::${name}`, name });
  const login = { provider: { provider1: { organizations: ["example"] } } };
  const inputs = { edgeId: "edge_1", routeId, ...login };
  const definition = definitions.httpsEdgeRouteOAuth;
  const earlier = inProcessCore(emulator).provider;
  const { id, outputs } = await earlier.create(definition, { inputs, label: label("login") });

  provider.check(definition, { olds: {}, inputs, label: label("signIn") });
  await provider.create(definition, { inputs, label: label("signIn") });
  emulator.clearRequests();
  logged.splice(0);
  const recorded = { id, outputs, isParentDeclared: true };
  await provider.delete(definition, { ...recorded, label: label("login") });
  provider.end();
  expect(emulator.requests()).toEqual([]);
  const path = `/edges/https/edge_1/routes/${routeId}/oauth`;
  expect(logged).toEqual([
    {
      severity: "info",
      text: `the module at ${path} is not deleted: HttpsEdgeRouteOAuth signIn of this program configures it`,
    },
  ]);
});
