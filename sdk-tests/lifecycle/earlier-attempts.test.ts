import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HttpError, NetworkError } from "../../src/core/client/errors";
import { createTransport, type Incoming, type Transport } from "../../src/core/client/transport";
import { defaultTimeouts } from "../../src/core/client/wait";
import * as lifecycle from "../../src/core/lifecycle/lifecycle";
import { ResourceInitFailed } from "../../src/core/lifecycle/resource";
import { type Emulator, startEmulator } from "../../src/emulator";
import { failureOf } from "../support/in-process-dynamic";
import { resources } from "../support/resources";
import { virtualApi } from "../support/virtual-time";

/** Requests whose first attempt is processed without an answer, and whose last one is refused without a doubt. */

let emulator: Emulator;

beforeAll(async () => {
  emulator = await startEmulator();
});

beforeEach(() => emulator.reset());

afterAll(() => emulator.close());

const answer = (status: number): Incoming => ({ status, headers: {}, text: "{}" });

/** What the attempts after the first one come to. */
const refusals: Readonly<Record<string, () => Incoming>> = {
  "no connection": () => {
    throw new NetworkError("no response (ECONNREFUSED)", false, true);
  },
  "no agreement on TLS": () => {
    throw new NetworkError("no response (CERT_HAS_EXPIRED)", false, false);
  },
  "status 429": () => answer(429),
  "status 401": () => answer(401),
  "status 404": () => answer(404),
  "status 409": () => answer(409),
};

/** An API that processes the first request of a method, breaks the connection, and refuses every further one. */
function breakingApi(
  method: string,
  refuse: () => Incoming,
  options: { signal?: AbortSignal; timeoutMs?: number } = {},
) {
  const real = createTransport(new URL(emulator.url), defaultTimeouts);
  let attempts = 0;
  const transport: Transport = async (outgoing, withinMs) => {
    if (outgoing.method !== method) return real(outgoing, withinMs);
    if (attempts++ > 0) return refuse();
    await real(outgoing, withinMs);
    throw new NetworkError("no response (ECONNRESET)", true, true);
  };
  const { begin, clock } = virtualApi({ baseUrl: emulator.url, apiKey: emulator.apiKey, transport });
  return { api: begin(options), clock };
}

const { agentIngress, httpsEdgeMutualTls } = resources;
const module = { edgeId: "edge_1", certificateAuthorityIds: ["ca_1"] };
const plain = () => virtualApi({ baseUrl: emulator.url, apiKey: emulator.apiKey }).begin();

describe.each(Object.entries(refusals))(
  "after a first attempt that may have been processed, and then %s",
  (_, refuse) => {
    it("a module that could not be confirmed is kept as half-made", async () => {
      const { api } = breakingApi("PUT", refuse);
      const error = await failureOf<ResourceInitFailed>(lifecycle.create(httpsEdgeMutualTls, api, module));
      expect(error).toBeInstanceOf(ResourceInitFailed);
      expect(error.id).toBe("edge_1");
      expect(error.message).toContain("; /edges/https/edge_1 may serve without mutual_tls until that is fixed");
    });

    it("an update that could not be confirmed is kept with what the service has", async () => {
      const made = await lifecycle.create(agentIngress, plain(), { domain: "a.example.com", description: "old" });
      const { api } = breakingApi("PATCH", refuse);
      const inputs = { domain: "a.example.com", description: "new" };
      const error = await failureOf<ResourceInitFailed>(lifecycle.update(agentIngress, api, made, inputs));
      expect(error).toBeInstanceOf(ResourceInitFailed);
      expect(error.state).toMatchObject({ description: "new" });
    });

    it("a deletion that was carried out is done", async () => {
      const made = await lifecycle.create(agentIngress, plain(), { domain: "a.example.com" });
      const { api } = breakingApi("DELETE", refuse);
      await lifecycle.remove(agentIngress, api, made);
      expect(emulator.objects()).toEqual([]);
    });
  },
);

describe("a module whose first PUT may have been processed is kept as half-made", () => {
  const reset = () => {
    throw new NetworkError("no response (ECONNRESET)", true, true);
  };

  it("if the wait for the next attempt is cancelled", async () => {
    const controller = new AbortController();
    const { api, clock } = breakingApi("PUT", reset, { signal: controller.signal });
    clock.duringWait = async () => controller.abort();
    expect(await failureOf(lifecycle.create(httpsEdgeMutualTls, api, module))).toBeInstanceOf(ResourceInitFailed);
  });

  it("if the next attempt is not sent because the time is over", async () => {
    const { api, clock } = breakingApi("PUT", reset, { timeoutMs: 10_000 });
    const spend = clock.sleep;
    clock.sleep = (ms, signal) => spend(Math.max(ms, 10_000), signal);
    const error = await failureOf(lifecycle.create(httpsEdgeMutualTls, api, module));
    expect(error.message).toContain("not sent: gave up after 10 s");
    expect(error).toBeInstanceOf(ResourceInitFailed);
  });
});

it("an update is kept with what the service has if a 404 follows that is not the API's", async () => {
  const made = await lifecycle.create(agentIngress, plain(), { domain: "a.example.com", description: "old" });
  const { api } = breakingApi("PATCH", () => answer(404));
  emulator.addFault({ method: "GET", path: "/agent_ingresses", status: 404, times: "always" });
  const inputs = { domain: "a.example.com", description: "new" };
  const error = await failureOf<ResourceInitFailed>(lifecycle.update(agentIngress, api, made, inputs));
  expect(error).toBeInstanceOf(ResourceInitFailed);
  expect(error.state).toMatchObject({ description: "new" });
});

it("a module whose every attempt was refused is not kept, and certainly serves without", async () => {
  const transport: Transport = async (outgoing, withinMs) =>
    outgoing.method === "PUT"
      ? answer(403)
      : createTransport(new URL(emulator.url), defaultTimeouts)(outgoing, withinMs);
  const api = virtualApi({ baseUrl: emulator.url, apiKey: emulator.apiKey, transport }).begin();
  const error = await failureOf(lifecycle.create(httpsEdgeMutualTls, api, module));
  expect(error).toBeInstanceOf(HttpError);
  expect(error.message).toContain("/edges/https/edge_1 serves without mutual_tls until that is fixed");
});
