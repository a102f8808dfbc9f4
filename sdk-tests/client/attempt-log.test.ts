import { expect, it } from "vitest";
import { displaySeconds } from "../../src/core/client/attempt-log";
import { NetworkError } from "../../src/core/client/errors";
import type { TransportResponse } from "../../src/core/client/transport";
import type { ApiRequest, ClientOptions } from "../../src/core/client/types";
import { testClient } from "../support/client";
import { SharedClock } from "../support/virtual-time";

/** Tests of the log of each request. */

const path = { template: "/agent_ingresses/{id}", params: { id: "agin_1" } };
const requestLine = "PATCH /agent_ingresses/agin_1";
const patch = { method: "PATCH", path, body: { description: "hush-body" } } as const;

const answer = (
  status: number,
  headers = {},
  text = '{"id":"agin_1","x":"hush-answer"}',
): TransportResponse => ({
  status,
  headers: { "set-cookie": "hush-header", ...headers },
  text,
});

type Answers = readonly [afterMs: number, answer: TransportResponse | Error][];

/**
 * Returns a client of a service that sends these responses in turn, each after some time, and the complete log of an
 * operation.
 */
function setUp(answers: Answers, options: Partial<ClientOptions> = {}) {
  const clock = new SharedClock();
  const logged: string[] = [];
  const left = [...answers];
  const transport: ClientOptions["transport"] = async () => {
    const [afterMs, next] = left.shift() ?? [0, answer(200)];
    await clock.sleep(afterMs);
    if (next instanceof Error) throw next;
    return next;
  };
  const client = testClient({
    baseUrl: "http://127.0.0.1:1",
    apiKey: "hush-key",
    clock,
    transport,
    ...options,
  });
  const operation = client.begin({
    log: ({ severity, text }) => void logged.push(`${clock.now()} ${severity}: ${text}`),
  });
  return { client, operation, clock, logged };
}

/** Returns the log of a request. */
async function logOf(answers: Answers, request: ApiRequest = patch): Promise<string[]> {
  const { operation, clock, logged } = setUp(answers);
  await clock.settle([operation.request(request)]);
  return logged;
}

it("of each request, the log has every attempt and every wait, with the cause and the real path, and nothing of body, headers or key", async () => {
  const logged = await logOf([
    [10, answer(503, { "x-request-id": "req_1" }, '{"msg":"hush"}')],
    [
      20,
      new NetworkError("no response (ECONNRESET); check the network", {
        mayBeProcessed: true,
        canPass: true,
      }),
    ],
    [30, answer(429, { "retry-after": "7" })],
    [40, answer(200)],
  ]);
  expect(logged).toEqual([
    `10 debug: ${requestLine} answered 503 in 10 ms (attempt 1, request req_1)`,
    `10 debug: retrying ${requestLine} in 0.3 s: the service answered 503`,
    `280 debug: ${requestLine} failed after 20 ms: no response (ECONNRESET); check the network (attempt 2)`,
    `280 debug: retrying ${requestLine} in 0.5 s: no response (ECONNRESET); check the network`,
    `810 debug: ${requestLine} answered 429 in 30 ms (attempt 3)`,
    `810 info: retrying ${requestLine} in 7 s: the service answered 429`,
    `7850 debug: ${requestLine} answered 200 in 40 ms (attempt 4, after 7 s in line)`,
  ]);
});

it("of each request, the log has how long it was in line behind others", async () => {
  const { operation, clock, logged } = setUp(
    [[100], [99], [50]].map(([ms = 0]) => [ms, answer(200)]),
    { maxConcurrency: 1 },
  );
  await clock.settle([
    operation.request(patch),
    operation.request(patch),
    operation.request(patch),
  ]);
  const waits = [
    "(attempt 1)",
    "(attempt 1, after 0.1 s in line)",
    "(attempt 1, after 0.2 s in line)",
  ];
  expect(logged.map((line) => /\(.*\)/.exec(line)?.[0])).toEqual(waits);
});

it("of each request, the log has once for each attempt, at once and for everybody, that it is not answered for 5 s", async () => {
  const logged = await logOf([
    [12_000, answer(503)],
    [5_000, answer(503)],
    [4_999, answer(200)],
  ]);
  const hanging = `${requestLine} has not been answered for 5 s`;
  const shown = [`5000 info: ${hanging}`, `17250 info: ${hanging}`];
  expect(logged.filter((line) => !line.includes("debug"))).toEqual(shown);
});

it("of each request, the log has the id of a request fit for a line", async () => {
  const [line] = await logOf([
    [1, answer(200, { "x-request-id": `\u202ereq 1${"x".repeat(200)}` })],
  ]);
  expect(line).toMatch(/\(attempt 1, request req1x{96}\)$/);
  const [blank] = await logOf([[1, answer(200, { "x-request-id": " \t" })]]);
  expect(blank).toMatch(/\(attempt 1\)$/);
});

it("of each request, the log has the page of a list by the list's path", async () => {
  const uri = { uri: "/agent_ingresses?token=hush", listPath: "/agent_ingresses" };
  const logged = await logOf([[1, answer(200)]], { method: "GET", path: uri });
  expect(logged).toEqual([
    "1 debug: GET /agent_ingresses (next page) answered 200 in 1 ms (attempt 1)",
  ]);
});

it.each([
  [1, 0.1],
  [250, 0.3],
  [4_999, 5],
  [5_000, 5],
  [5_001, 6],
])("%i ms are logged as %d s", (ms, seconds) => {
  expect(displaySeconds(ms)).toBe(seconds);
});
