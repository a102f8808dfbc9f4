import { describe, expect, it } from "vitest";
import { NetworkError } from "../../src/core/client/errors";
import { createTransport, type TransportResponse } from "../../src/core/client/transport";
import { defaultTimeouts } from "../../src/core/client/wait";
import * as lifecycle from "../../src/core/lifecycle/lifecycle";
import { emptyServer } from "../support/empty-server";
import { expectFailure, partialFailureOf } from "../support/failure";
import { resources } from "../support/resources";
import { abortedDuringWait } from "../support/virtual-time";

/** Tests of requests whose first attempt is processed without a response, and whose last attempt is clearly refused. */

const server = emptyServer();

const answer = (status: number): TransportResponse => ({ status, headers: {}, text: "{}" });

const failing = (error: Error) => (): never => {
  throw error;
};

/** Responses to the attempts after the first. */
const refusals: Readonly<Record<string, () => TransportResponse>> = {
  "no connection": failing(
    new NetworkError("no response (ECONNREFUSED)", { mayBeProcessed: false, canPass: true }),
  ),
  "no agreement on TLS": failing(
    new NetworkError("no response (CERT_HAS_EXPIRED)", { mayBeProcessed: false, canPass: false }),
  ),
  ...Object.fromEntries(
    [429, 401, 404, 409].map((status) => [`status ${status}`, () => answer(status)]),
  ),
};

const reset = failing(
  new NetworkError("no response (ECONNRESET)", { mayBeProcessed: true, canPass: true }),
);

/**
 * Returns an API that processes the first request of a method, drops the connection, and refuses all later requests.
 */
function breakingApi(method: string, refuse: () => TransportResponse) {
  const real = createTransport(new URL(server.emulator.url), defaultTimeouts);
  let attempts = 0;
  return server.virtual({
    transport: async (outgoing, withinMs) => {
      if (outgoing.method !== method) return real(outgoing, withinMs);
      if (attempts++ > 0) return refuse();
      await real(outgoing, withinMs);
      return reset();
    },
  });
}

const { agentIngress, httpsEdgeMutualTls } = resources;
const module = { edgeId: "edge_1", certificateAuthorityIds: ["ca_1"] };
const ingress = { domain: "a.example.com", description: "old" };

/** Expects that an update whose first attempt was processed is kept with the values of the service. */
async function expectUpdateKept(refuse: () => TransportResponse): Promise<void> {
  const created = await lifecycle.create(agentIngress, server.api(), ingress);
  const api = breakingApi("PATCH", refuse).begin();
  const error = await partialFailureOf(
    lifecycle.update(agentIngress, api, created, { ...ingress, description: "new" }),
  );
  expect(error.state).toMatchObject({ description: "new" });
}

describe.each(Object.entries(refusals))(
  "after an attempt that may have been processed, and then %s",
  (_, refuse) => {
    it("a module that could not be confirmed is kept as half-made", async () => {
      const api = breakingApi("PUT", refuse).begin();
      const error = await partialFailureOf(lifecycle.create(httpsEdgeMutualTls, api, module));
      expect(error).toMatchObject({ id: "edge_1", secretPaths: [] });
      expect(error.message).toContain(
        "; /edges/https/edge_1 may serve without mutual_tls until that is fixed",
      );
    });

    it("an update that could not be confirmed is kept with what the service has", () =>
      expectUpdateKept(refuse));

    it("a deletion that was carried out is done", async () => {
      const created = await lifecycle.create(agentIngress, server.api(), ingress);
      await lifecycle.remove(agentIngress, breakingApi("DELETE", refuse).begin(), created);
      expect(server.emulator.objects()).toEqual([]);
    });
  },
);

it("a module whose first PUT may have been processed is kept as half-made if the wait for the next attempt is cancelled", async () => {
  const { begin, clock } = breakingApi("PUT", reset);
  await partialFailureOf(
    lifecycle.create(httpsEdgeMutualTls, begin({ signal: abortedDuringWait(clock) }), module),
  );
});

it("a module whose first PUT may have been processed is kept as half-made if the next attempt is not sent because the time is over", async () => {
  const { begin, clock } = breakingApi("PUT", reset);
  const spend = clock.sleep;
  clock.sleep = (ms, signal) => spend(Math.max(ms, 10_000), signal);
  const error = await partialFailureOf(
    lifecycle.create(httpsEdgeMutualTls, begin({ timeoutMs: 10_000 }), module),
  );
  expect(error.message).toContain("not sent: gave up after 10 s");
});

it("an update is kept with what the service has if a 404 follows that is not the API's", () => {
  server.emulator.addFault({
    method: "GET",
    path: "/agent_ingresses",
    status: 404,
    times: "always",
  });
  return expectUpdateKept(() => answer(404));
});

it("a module whose every attempt was refused is not kept, and certainly serves without", async () => {
  server.emulator.addFault({ method: "PUT", status: 403 });
  const error =
    /^HttpError: .* \/edges\/https\/edge_1 serves without mutual_tls until that is fixed/;
  await expectFailure(lifecycle.create(httpsEdgeMutualTls, server.api(), module), error);
});
