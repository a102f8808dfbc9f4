import { afterEach, expect, it, vi } from "vitest";
import { TimeoutError } from "../../src/core/client/errors";
import { testClient } from "../support/client";
import { expectFailure } from "../support/failure";
import { sentOn } from "../support/lateness";
import { connectProxy, secureServer } from "../support/secure";
import { json, scriptedServer } from "../support/server";
import { jumpingClock } from "../support/virtual-time";

afterEach(() => vi.unstubAllEnvs());

const get = { method: "GET", path: { template: "/agent_ingresses" } } as const;
const timeouts = { connectMs: 300, headersMs: 300, bodyMs: 300 };

const clientOf = (baseUrl: string, operationTimeoutMs = 300_000) =>
  testClient({ baseUrl, timeouts, operationTimeoutMs, clock: jumpingClock(), maxRetries: 0 });

/** A request that was not sent, and that another attempt may bring to the service. */
const NOT_SENT = { mayBeProcessed: false, canPass: true };

it.each([
  {
    title: "the transport gives up a proxy that does not answer within the time to connect",
    operationTimeoutMs: 300_000,
    error: /^NetworkError: .* the proxy made no connection \(UND_ERR_HEADERS_TIMEOUT\)/,
    known: NOT_SENT,
  },
  {
    title: "the transport obeys the deadline before there is a connection, too",
    operationTimeoutMs: 50,
    error: /^TimeoutError/,
    known: {},
  },
])("$title", async ({ operationTimeoutMs, error, known }) => {
  await using proxy = await connectProxy(1, "hangs");
  vi.stubEnv("HTTPS_PROXY", `http://127.0.0.1:${proxy.port}`);
  await expectFailure(
    clientOf("https://api.example.com", operationTimeoutMs).request(get),
    error,
    known,
  );
});

it("the transport reports that a host does not exist, and that nothing was sent", async () => {
  vi.stubEnv("HTTPS_PROXY", "");
  const nobody =
    /^NetworkError: GET \/agent_ingresses: no response from nowhere.invalid \((ENOTFOUND|EAI_AGAIN)\); check edge-ingress:baseUrl and the network$/;
  await expectFailure(clientOf("https://nowhere.invalid").request(get), nobody, NOT_SENT);
});

it.each([
  { title: "the transport gives up an answer whose head does not come in time", hasHead: false },
  { title: "the transport gives up an answer whose body does not come in time", hasHead: true },
])("$title", async ({ hasHead }) => {
  await using server = await scriptedServer((_, response) => {
    if (hasHead) response.writeHead(200).write("{");
  });
  await expect(clientOf(server.url).request(get)).rejects.toThrow(TimeoutError);
});

const broken = ["ERR_SSL_DECRYPTION_FAILED_OR_BAD_RECORD_MAC", "EPROTO"];

it.each(broken)("a request may have been processed if %s comes after it was sent", async (code) => {
  await using server = await scriptedServer(() => breakLine());
  let breakLine = () => {};
  using _line = sentOn((socket) => {
    breakLine = () => socket.destroy(Object.assign(new Error("TLS failed"), { code }));
  });
  const error = `NetworkError: POST /agent_ingresses: no response from ${new URL(server.url).host} (${code}); check the network`;
  const request = clientOf(server.url).request({ ...get, method: "POST" });
  await expectFailure(request, error, { mayBeProcessed: true, canPass: true });
  expect(server.received).toHaveLength(1);
});

it("the transport sends nothing to a server whose certificate it does not trust", async () => {
  await using service = await scriptedServer((_, response) => json(response, 200, {}));
  await using server = await secureServer(service.url);
  vi.stubEnv("NODE_EXTRA_CA_CERTS", "");
  const request = clientOf(`https://localhost:${server.port}`).request(get);
  const error = /if a private CA has signed the certificate, set NODE_EXTRA_CA_CERTS/;
  await expectFailure(request, error, { mayBeProcessed: false, canPass: false });
  expect(service.received).toEqual([]);
});

it.each(["closes", "resets"] as const)(
  "the transport has sent nothing if a peer %s as TLS begins",
  async (manner) => {
    await using server = await connectProxy(1, manner);
    const request = clientOf(`https://localhost:${server.port}`).request({
      ...get,
      method: "POST",
    });
    await expectFailure(
      request,
      /^NetworkError: .*; check edge-ingress:baseUrl and the network/,
      NOT_SENT,
    );
  },
);

it("the transport waits for an answer under a deadline that no timer of Node.js can have", async () => {
  await using server = await scriptedServer((_, response) => json(response, 200, { id: "a" }));
  const api = clientOf(server.url).begin({ timeoutMs: 1_000 * 3_600_000 });
  expect(await api.request(get)).toEqual({ id: "a" });
  expect(server.received).toHaveLength(1);
});
