import { describe, expect } from "vitest";
import { EdgeIngressError } from "../../src/core/client/errors";
import * as definitions from "../../src/core/definitions";
import { UNKNOWN } from "../../src/core/schema/values";
import { withEmulator } from "../support/fixtures";
import { halfMadeBy } from "../support/half-made";
import { inProcessCore } from "../support/in-process-core";
import { failureOf } from "../support/in-process-dynamic";
import { jumpingClock } from "../support/virtual-time";

/** What the provider answers to any front: neutral results, messages with a severity, and errors without secrets. */

const it = withEmulator();

it.beforeEach(({ emulator }) => emulator.reset());

const domain = "a.example.com";
const route = { edgeId: "edge_1", matchType: "path_prefix", match: "/api" };

describe("a check", () => {
  it("tells each problem with its path and its reason, those of the settings first", ({ emulator }) => {
    const { provider } = inProcessCore(emulator, {}, { "edge-ingress:maxRetries": "21" });
    const { problems } = provider.check(definitions.agentIngress, { olds: {}, inputs: { domian: "a" } });
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
    "of $0.type refuses an id that cannot be part of a path, before anything is sent",
    ([definition, inputs, path], { emulator }) => {
      const { provider } = inProcessCore(emulator);
      const { problems } = provider.check(definition, { olds: {}, inputs });
      expect(problems).toEqual([{ path, reason: expect.stringContaining("is not a well-formed id") }]);
      expect(emulator.requests()).toEqual([]);
    },
  );

  it("takes an id for well-formed that only an apply will know", ({ emulator }) => {
    const { provider } = inProcessCore(emulator);
    const { problems } = provider.check(definitions.httpsEdgeMutualTls, { olds: {}, inputs: { edgeId: UNKNOWN } });
    expect(problems).toEqual([]);
  });

  it("tells the conflict of two resources on one module, of one provider alone", ({ emulator }) => {
    const [first, second] = [inProcessCore(emulator).provider, inProcessCore(emulator).provider];
    const inputs = { edgeId: "edge_1", routeId: "route_1", provider: "github", secret: "hush" };
    for (const provider of [first, second]) {
      expect(provider.check(definitions.httpsEdgeRouteWebhookVerification, { olds: {}, inputs }).problems).toEqual([]);
    }
    const routeInputs = { ...route, webhookVerification: { provider: "github", secret: "hush" } };
    first.check(definitions.httpsEdgeRoute, { olds: {}, inputs: routeInputs });
    const compare = () =>
      first.diff(definitions.httpsEdgeRoute, { id: "route_1", outputs: routeInputs, inputs: routeInputs });
    expect(compare).toThrow(/webhook_verification is already configured by a resource of type HttpsEdgeRouteWebhook/);
  });
});

describe("a preview", () => {
  it("of a create knows the inputs, and sends nothing", async ({ emulator }) => {
    const { provider } = inProcessCore(emulator);
    const call = { inputs: { domain }, preview: true };
    const { id, inputs, outputs } = await provider.create(definitions.agentIngress, call);
    expect({ id, inputs }).toEqual({ id: "", inputs: { domain } });
    expect(outputs).toMatchObject({ domain, uri: UNKNOWN, nsTargets: UNKNOWN });
    expect(emulator.requests()).toEqual([]);
  });

  it("of an update keeps the outputs that do not follow from a change, and sends nothing", async ({ emulator }) => {
    const { provider } = inProcessCore(emulator);
    const before = { ...route, backend: { backendId: "b1" } };
    const made = await provider.create(definitions.httpsEdgeRoute, { inputs: before });
    emulator.clearRequests();
    const inputs = { ...route, backend: { backendId: "b2" } };
    const { id, outputs } = await provider.update(definitions.httpsEdgeRoute, { ...made, inputs, preview: true });
    expect(id).toBe(made.id);
    expect(outputs).toMatchObject({ ...inputs, uri: made.outputs.uri, backendRef: UNKNOWN });
    expect(emulator.requests()).toEqual([]);
  });
});

it("an object is given as its arguments, and as a whole", async ({ emulator }) => {
  const { provider } = inProcessCore(emulator);
  const made = await provider.create(definitions.agentIngress, { inputs: { domain } });
  const { inputs, outputs } = (await provider.read(definitions.agentIngress, made)) ?? {};
  expect(inputs).toEqual({ domain });
  expect(outputs).toMatchObject({ domain, uri: `/agent_ingresses/${made.id}` });
  expect((await provider.list(definitions.agentIngress)).map(({ id }) => id)).toEqual([made.id]);
  expect((await provider.get(definitions.agentIngress, { id: made.id, outputs: {} })).outputs).toEqual(outputs);
  await expect(provider.list(definitions.httpsEdgeRoute)).rejects.toThrow(
    "the API shows no list of objects of type HttpsEdgeRoute",
  );
});

it("an object that is not as asked is one error, with what exists, and without secrets", async ({ emulator }) => {
  const { provider } = inProcessCore(emulator, { clock: jumpingClock() });
  emulator.addFault({ method: "PUT", when: "after", status: 500, body: { msg: "no hush for you" }, times: "always" });
  const inputs = { edgeId: "edge_1", backendId: "hush" };
  const call = { inputs, secretPaths: ["backendId"], secrets: ["you"] };
  const failed = await halfMadeBy(provider.create(definitions.tcpEdgeBackend, call));
  expect(failed).toMatchObject({ id: "edge_1", state: inputs });
  expect(failed.message).toContain("answered 500");
  expect(`${failed.message}${failed.stack}`).not.toContain("hush");
});

it("what the program has marked in a map is in no message, by a name with dots as well", async ({ emulator }) => {
  const { provider } = inProcessCore(emulator, { clock: jumpingClock() });
  emulator.addFault({ method: "POST", status: 400, body: { msg: "no hush-hush, no public-text" } });
  const add = { "X-A.b": "hush-hush", "X-B": "public-text" };
  const inputs = { ...route, requestHeaders: { add } };
  const call = { inputs, secretPaths: ['requestHeaders.add["X-A.b"]'] };
  const failed = await failureOf(provider.create(definitions.httpsEdgeRoute, call));
  expect(failed.message).toContain("no [secret], no public-text");
});

it("messages have a severity", async ({ emulator }) => {
  const { provider, told } = inProcessCore(emulator, {}, { "edge-ingress:routeDeletion": "disable" });
  const made = await provider.create(definitions.httpsEdgeRoute, { inputs: route });
  await provider.delete(definitions.httpsEdgeRoute, made);
  expect(told.filter(({ severity }) => severity !== "debug")).toEqual([
    { severity: "warning", text: expect.stringContaining("is kept on the server;") },
  ]);
});

describe("a call that is cancelled", () => {
  it("ends its wait for another attempt, with the failure before it", async ({ emulator }) => {
    const controller = new AbortController();
    const clock = jumpingClock();
    clock.duringWait = async () => controller.abort();
    const { provider } = inProcessCore(emulator, { clock });
    emulator.addFault({ method: "GET", status: 503, times: "always" });
    const call = { id: "agin_1", outputs: { domain }, signal: controller.signal };
    const failure = await failureOf(provider.read(definitions.agentIngress, call));
    expect(failure).toBeInstanceOf(EdgeIngressError);
    expect(failure.message).toMatch(/^GET \/agent_ingresses\/agin_1 answered 503 .*\(it was cancelled\)$/);
    expect(clock.waits).toHaveLength(1);
    expect(emulator.requests()).toHaveLength(1);
  });

  it("begins no request after that", async ({ emulator }) => {
    const { provider } = inProcessCore(emulator);
    const signal = AbortSignal.abort();
    const failure = await failureOf(provider.create(definitions.agentIngress, { inputs: { domain }, signal }));
    expect(failure.message).toBe("POST /agent_ingresses: it was cancelled");
    expect(emulator.requests()).toEqual([]);
  });
});
