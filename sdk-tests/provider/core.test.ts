import { afterAll, describe, expect } from "vitest";
import { EdgeIngressError, OutcomeUnknownError } from "../../src/core/client/errors";
import * as definitions from "../../src/core/definitions";
import { ResourceInitFailed } from "../../src/core/provider/provider";
import { UNKNOWN } from "../../src/core/schema/values";
import type { Emulator } from "../../src/emulator";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy";
import { withEmulator } from "../support/fixtures";
import { inProcessCore } from "../support/in-process-core";
import { failureOf } from "../support/in-process-dynamic";
import { jumpingClock } from "../support/virtual-time";

/** What the provider answers to any front: neutral results, messages with a severity, and errors without secrets. */

const it = withEmulator();

it.beforeEach(({ emulator }) => emulator.reset());

const domain = "a.example.com";
const policy = { authority: "letsencrypt" };
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

describe("a comparison", () => {
  const { provider } = inProcessCore({ url: "https://api.example.com", apiKey: "k" });
  const outputs = { domain, description: "old", uri: "/agent_ingresses/a", createdAt: "t", nsTargets: ["n"] };

  it("tells each value that differs, and the outputs that stay", () => {
    const inputs = { domain, certificateManagementPolicy: policy };
    expect(provider.diff(definitions.agentIngress, { id: "a", outputs, inputs })).toEqual({
      changed: ["description", "certificateManagementPolicy"],
      replaces: [],
      details: {
        description: { kind: "delete", replace: false },
        certificateManagementPolicy: { kind: "add", replace: false },
      },
      stables: ["createdAt", "uri", "nsTargets", "regionDomains"],
    });
  });

  it("tells what replaces the object, of which no output stays", () => {
    const { replaces, details, stables } = provider.diff(definitions.agentIngress, {
      id: "a",
      outputs,
      inputs: { domain: "b.example.com", description: "old" },
    });
    expect({ replaces, details, stables }).toEqual({
      replaces: ["domain"],
      details: { domain: { kind: "update", replace: true } },
      stables: [],
    });
  });
});

describe("a preview", () => {
  it("of a create knows the inputs, and sends nothing", async ({ emulator }) => {
    const { provider } = inProcessCore(emulator);
    const { id, inputs, outputs } = await provider.create(definitions.agentIngress, {
      inputs: { domain },
      preview: true,
    });
    expect({ id, inputs }).toEqual({ id: "", inputs: { domain } });
    expect(outputs).toMatchObject({ domain, uri: UNKNOWN, nsTargets: UNKNOWN });
    expect(emulator.requests()).toEqual([]);
  });

  it("of an update keeps the outputs that do not follow from a change, and sends nothing", async ({ emulator }) => {
    const { provider } = inProcessCore(emulator);
    const made = await provider.create(definitions.httpsEdgeRoute, {
      inputs: { ...route, backend: { backendId: "b1" } },
    });
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

it("an object that exists otherwise than asked is one error, with what exists, and without secrets", async ({
  emulator,
}) => {
  const { provider } = inProcessCore(emulator, { clock: jumpingClock() });
  emulator.addFault({ method: "PUT", when: "after", status: 500, body: { msg: "no hush for you" }, times: "always" });
  const inputs = { edgeId: "edge_1", backendId: "hush" };
  const failed = await failureOf<ResourceInitFailed>(
    provider.create(definitions.tcpEdgeBackend, { inputs, secretPaths: ["backendId"], secrets: ["you"] }),
  );
  expect(failed).toBeInstanceOf(ResourceInitFailed);
  expect(failed).toMatchObject({ id: "edge_1", state: inputs });
  expect(failed.message).toContain("answered 500");
  expect(`${failed.message}${failed.stack}`).not.toContain("hush");
});

it("what the program has marked in a map is in no message, by a name with dots as well", async ({ emulator }) => {
  const { provider } = inProcessCore(emulator, { clock: jumpingClock() });
  emulator.addFault({ method: "POST", status: 400, body: { msg: "no hush-hush, no public-text" } });
  const add = { "X-A.b": "hush-hush", "X-B": "public-text" };
  const failed = await failureOf<Error>(
    provider.create(definitions.httpsEdgeRoute, {
      inputs: { ...route, requestHeaders: { add } },
      secretPaths: ['requestHeaders.add["X-A.b"]'],
    }),
  );
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
  let proxy: FaultProxy;

  it.beforeAll(async ({ emulator }) => {
    proxy = await startFaultProxy(emulator.url);
  });

  afterAll(() => proxy[Symbol.asyncDispose]());

  /** A provider whose first wait cancels its call. */
  function cancelling(emulator: Emulator) {
    const controller = new AbortController();
    const clock = jumpingClock();
    const sleep: typeof clock.sleep = (ms, signal) => {
      clock.waits.push(ms);
      controller.abort();
      return signal?.aborted ? Promise.reject(signal.reason) : Promise.resolve();
    };
    const { provider } = inProcessCore({ url: proxy.url, apiKey: emulator.apiKey }, { clock: { ...clock, sleep } });
    return { provider, waits: clock.waits, signal: controller.signal };
  }

  it("ends its wait for another attempt, with the failure before it", async ({ emulator }) => {
    const { provider, waits, signal } = cancelling(emulator);
    emulator.addFault({ method: "GET", status: 503, times: "always" });
    const failure = await failureOf(
      provider.read(definitions.agentIngress, { id: "agin_1", outputs: { domain }, signal }),
    );
    expect(failure).toBeInstanceOf(EdgeIngressError);
    expect(failure.message).toMatch(/^GET \/agent_ingresses\/agin_1 answered 503 .*\(it was cancelled\)$/);
    expect(waits).toHaveLength(1);
    expect(emulator.requests()).toHaveLength(1);
  });

  it("ends its look for a lost create, and says that it is left open", async ({ emulator }) => {
    const { provider, waits, signal } = cancelling(emulator);
    proxy.addFault({ when: "before", ends: "reset" });
    const failure = await failureOf(provider.create(definitions.agentIngress, { inputs: { domain }, signal }));
    expect(failure).toBeInstanceOf(OutcomeUnknownError);
    expect(failure.message).toContain("the wait for it was cancelled");
    expect(waits).toEqual([60_000]);
  });

  it("begins no request after that", async ({ emulator }) => {
    const { provider } = inProcessCore(emulator);
    const signal = AbortSignal.abort();
    const failure = await failureOf(provider.create(definitions.agentIngress, { inputs: { domain }, signal }));
    expect(failure.message).toBe("POST /agent_ingresses: it was cancelled");
    expect(emulator.requests()).toEqual([]);
  });
});
