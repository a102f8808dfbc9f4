import { afterEach, expect, it, vi } from "vitest";
import { NetworkError, TimeoutError } from "../../src/client/errors";
import { testClient } from "../support/client";
import { failureOf } from "../support/provider";
import { connectProxy } from "../support/secure";
import { scriptedServer } from "../support/server";
import { jumpingClock } from "../support/virtual";

afterEach(() => vi.unstubAllEnvs());

const get = { method: "GET", path: { template: "/agent_ingresses" } } as const;
const timeouts = { connectMs: 300, headersMs: 300, bodyMs: 300 };

const clientOf = (baseUrl: string, operationTimeoutMs = 300_000) =>
  testClient({
    baseUrl,
    timeouts,
    operationTimeoutMs,
    clock: jumpingClock(),
    maxRetries: 0,
  });

it("the transport gives up a proxy that does not answer within the time to connect", async () => {
  await using proxy = await connectProxy(1, "hangs");
  vi.stubEnv("HTTPS_PROXY", `http://127.0.0.1:${proxy.port}`);
  const error = await failureOf(clientOf("https://api.example.com").request(get));
  expect(error).toBeInstanceOf(NetworkError);
  expect(error).toMatchObject({ mayBeProcessed: false, canPass: true });
  expect(error.message).toContain("the proxy made no connection (UND_ERR_HEADERS_TIMEOUT)");
});

it("the transport obeys the deadline before there is a connection, too", async () => {
  await using proxy = await connectProxy(1, "hangs");
  vi.stubEnv("HTTPS_PROXY", `http://127.0.0.1:${proxy.port}`);
  const error = await failureOf(clientOf("https://api.example.com", 50).request(get));
  expect(error).toBeInstanceOf(TimeoutError);
});

it("the transport says of a host that there is none, and that nothing was sent", async () => {
  vi.stubEnv("HTTPS_PROXY", "");
  const error = await failureOf(clientOf("https://nowhere.invalid").request(get));
  expect(error).toMatchObject({ mayBeProcessed: false, canPass: true });
  expect(error.message).toMatch(
    /^GET \/agent_ingresses: no answer came \((ENOTFOUND|EAI_AGAIN)\); check edge-ingress:baseUrl and the network$/,
  );
});

it.each([
  ["head", false],
  ["body", true],
])("the transport gives up an answer whose %s does not come in time", async (_, hasHead) => {
  await using server = await scriptedServer((_, response) => {
    if (hasHead) response.writeHead(200).write("{");
  });
  const error = await failureOf(clientOf(server.url).request(get));
  expect(error).toBeInstanceOf(TimeoutError);
});
