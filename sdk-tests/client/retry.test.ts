import { describe, expect, it } from "vitest";
import { createClient } from "../../src/client/client";
import { type EdgeIngressError, HttpError, NetworkError, TimeoutError } from "../../src/client/errors";
import { decide, defaultPolicy, parseRetryAfter, RetryBudget } from "../../src/client/retry";
import { json, scriptedServer } from "../support/server";
import { jumpingClock } from "../support/virtual";

const http = (status: number, retryAfterMs?: number) => new HttpError("GET /x", { status, retryAfterMs, advice: "" });
const verdictOn = (method: string, error: EdgeIngressError, failed = 1, limited = 0, random = 1) =>
  decide(defaultPolicy, { method, failed, limited }, error, random);

const reset = new NetworkError("no answer came (ECONNRESET)", true, true);
const refused = new NetworkError("no answer came (ECONNREFUSED)", false, true);
const untrusted = new NetworkError("no answer came (CERT_HAS_EXPIRED)", false, false);

describe("a failed attempt", () => {
  it.each(["GET", "PUT", "PATCH", "DELETE"])(
    "of %s is made again after whatever another attempt can mend",
    (method) => {
      const mended = [408, 425, 429, 500, 502, 503, 504].map((status) => http(status));
      for (const error of [...mended, reset, refused, new TimeoutError("late")]) {
        expect(verdictOn(method, error)).toHaveProperty("retryAfterMs");
      }
    },
  );

  it.each([400, 401, 403, 404, 405, 409, 422, 301, 501])("is final with status %i", (status) => {
    expect(verdictOn("GET", http(status))).toEqual({});
  });

  it("of POST is made again only when it surely was not processed", () => {
    expect(verdictOn("POST", refused)).toHaveProperty("retryAfterMs");
    expect(verdictOn("POST", http(429))).toHaveProperty("retryAfterMs");
    for (const error of [reset, new TimeoutError("late"), http(500), http(503), http(408)]) {
      expect(verdictOn("POST", error)).toEqual({});
    }
  });

  it("is final where the two cannot agree on TLS", () => {
    expect(verdictOn("GET", untrusted)).toEqual({});
  });

  it("waits for up to twice as long each time, and 20 s at most", () => {
    const waits = [1, 2, 3, 4].map((failed) => verdictOn("GET", http(500), failed));
    expect(waits).toEqual([500, 1000, 2000, 4000].map((retryAfterMs) => ({ retryAfterMs })));
    expect(verdictOn("GET", http(429), 20, 20)).toEqual({ retryAfterMs: 20_000 });
    expect(verdictOn("GET", http(500), 1, 0, 0)).toEqual({ retryAfterMs: 0 });
  });

  it("is the last one after 4 retries, or 25 attempts under a rate limit", () => {
    expect(verdictOn("GET", http(500), 4)).toHaveProperty("retryAfterMs");
    expect(verdictOn("GET", http(500), 5)).toEqual({});
    expect(verdictOn("GET", http(429), 24, 24)).toHaveProperty("retryAfterMs");
    expect(verdictOn("GET", http(429), 25, 25)).toEqual({});
  });

  it("obeys a Retry-After of up to 60 s, and names a longer one", () => {
    expect(verdictOn("GET", http(503, 60_000))).toEqual({ retryAfterMs: 60_000 });
    expect(verdictOn("GET", http(503, 61_000))).toEqual({ reason: "the service asks to wait for 61 s" });
  });
});

describe("a Retry-After", () => {
  const date = "Sat, 21 Nov 2026 12:00:00 GMT";
  it.each([
    ["7", undefined, 7_000],
    [" 0 ", undefined, 0],
    ["Sat, 21 Nov 2026 12:00:30 GMT", date, 30_000],
    ["Sat, 21 Nov 2026 11:00:00 GMT", date, 0],
    ["Sat, 21 Nov 2026 12:00:30 GMT", "garbage", 30_000],
    ["Sat, 21 Nov 2026 12:00:30 GMT", "Sat, 21 Nov 2026 12:00:10 GMT", 20_000],
    ["Sat, 21 Nov 2026 12:00:30 GMT", undefined, 30_000],
    ["-1", date, undefined],
    ["1.5", date, undefined],
    ["soon", date, undefined],
    ["", date, undefined],
    [undefined, date, undefined],
  ])("%j at %j asks for %j ms", (value, at, expected) => {
    expect(parseRetryAfter(value, at, Date.parse(date))).toBe(expected);
  });
});

const get = { method: "GET", path: { template: "/agent_ingresses" } } as const;
const post = { ...get, method: "POST", body: {} } as const;

const setUp = (url: string, options: { operationTimeoutMs?: number; maxConcurrency?: number } = {}) => {
  const clock = jumpingClock();
  const told: string[] = [];
  const notify = (line: string) => void told.push(line);
  const client = createClient({ baseUrl: url, apiKey: "k", apiKeySource: "test", clock, notify, ...options });
  return { client, clock, told };
};

describe("a request", () => {
  it("gets through after failures", async () => {
    let left = 3;
    await using server = await scriptedServer((_, response) => json(response, left-- > 0 ? 503 : 200, { ok: true }));
    const { client, clock } = setUp(server.url);
    expect(await client.request(get)).toEqual({ ok: true });
    expect(server.received).toHaveLength(4);
    expect(clock.waits).toEqual([500, 1000, 2000]);
  });

  it("says at its end what was tried, how often, and what came back", async () => {
    await using server = await scriptedServer((_, response) => json(response, 500, {}));
    const { client } = setUp(server.url);
    await expect(client.request(get)).rejects.toThrow(
      "GET /agent_ingresses answered 500; the service has a problem; run the command again later (after 5 attempts)",
    );
    expect(server.received).toHaveLength(5);
  });

  it("is sent once if it is a POST that may have been processed", async () => {
    await using server = await scriptedServer((_, response) => response.socket?.destroy());
    const { client } = setUp(server.url);
    await expect(client.request(post)).rejects.toThrow(
      /^POST \/agent_ingresses: no answer came \(\w+\); check the network$/,
    );
    expect(server.received).toHaveLength(1);
  });

  it("tells of a long wait, and pauses all requests while the service asks for it", async () => {
    let limited = true;
    await using server = await scriptedServer((_, response) => {
      if (limited) response.setHeader("retry-after", "30");
      json(response, limited ? 429 : 200, {});
      limited = false;
    });
    const { client, clock, told } = setUp(server.url, { maxConcurrency: 1 });
    await Promise.all([client.request(get), client.request(get), client.request(post)]);
    expect(server.received).toHaveLength(4);
    expect(clock.waits).toEqual([30_000]);
    expect(told).toEqual(["info: GET /agent_ingresses waits for 30 s: the service answered 429"]);
  });

  it("is given up when the next attempt would come after its time", async () => {
    await using server = await scriptedServer((_, response) => response.writeHead(503, { "retry-after": "40" }).end());
    const { client } = setUp(server.url, { operationTimeoutMs: 60_000 });
    await expect(client.request(get)).rejects.toThrow("(after 2 attempts; its time is up)");
    expect(server.received).toHaveLength(2);
  });

  it("stops being retried when too many fail, so that a service that is down is not flooded", async () => {
    await using server = await scriptedServer((_, response) => json(response, 503, {}));
    const { client } = setUp(server.url);
    const failures = await Promise.allSettled(Array.from({ length: 50 }, () => client.request(get)));
    expect(failures.every(({ status }) => status === "rejected")).toBe(true);
    expect(server.received.length).toBe(150);
  });
});

describe("the budget of retries", () => {
  it("is used up by a hundred, and earned back by successes, one fifth of a retry each", () => {
    const budget = new RetryBudget();
    budget.earn();
    for (let retry = 0; retry < 100; retry++) expect(budget.take()).toBe(true);
    expect(budget.take()).toBe(false);
    for (let success = 0; success < 4; success++) budget.earn();
    expect(budget.take()).toBe(false);
    budget.earn();
    expect(budget.take()).toBe(true);
    expect(budget.take()).toBe(false);
  });

  it("is earned by the successes of requests, and not drawn on by a rate limit", async () => {
    const answers = [...Array.from({ length: 20 }, () => 429), 200];
    await using server = await scriptedServer((_, response) => {
      const status = answers.shift() ?? 503;
      if (status === 429) response.setHeader("retry-after", "0");
      json(response, status, {});
    });
    const { client } = setUp(server.url);
    await client.request(get);
    answers.push(...Array.from({ length: 5 }, () => 200));
    for (let success = 0; success < 5; success++) await client.request(get);
    server.received.length = 0;
    const failures = await Promise.allSettled(Array.from({ length: 60 }, () => client.request(get)));
    expect(failures.every(({ status }) => status === "rejected")).toBe(true);
    expect(server.received).toHaveLength(160);
    await expect(client.request(get)).rejects.toThrow("(too many requests fail)");
  });
});

describe("the time of an operation", () => {
  it("is over when the next attempt would begin at its end", async () => {
    await using server = await scriptedServer((_, response) => response.writeHead(503, { "retry-after": "30" }).end());
    const { client } = setUp(server.url, { operationTimeoutMs: 60_000 });
    await expect(client.request(get)).rejects.toThrow("(after 2 attempts; its time is up)");
  });

  it("is shared by the requests of one operation", async () => {
    await using server = await scriptedServer((_, response) => response.writeHead(503, { "retry-after": "40" }).end());
    const { client, clock } = setUp(server.url, { operationTimeoutMs: 60_000 });
    const operation = client.begin();
    await expect(operation.request(get)).rejects.toThrow("(after 2 attempts; its time is up)");
    await expect(operation.request(get)).rejects.toThrow("answered 503");
    expect(clock.waits).toEqual([40_000]);
    expect(server.received).toHaveLength(3);
    await clock.sleep(20_000);
    await expect(operation.request(get)).rejects.toThrow(
      "GET /agent_ingresses: its time was up before it could be sent",
    );
    expect(server.received).toHaveLength(3);
  });

  it("may suffice to outlast a request, which is told, or not", async () => {
    const { client, clock, told } = setUp("http://127.0.0.1:1", { operationTimeoutMs: 120_000 });
    const operation = client.begin();
    expect(await operation.outlast(post)).toBe(true);
    expect(clock.waits).toEqual([60_000]);
    expect(told).toEqual([
      "info: POST /agent_ingresses waits for 60 s: its outcome is unknown, and the service may still be at work on it",
    ]);
    expect(await operation.outlast(post)).toBe(false);
    expect(clock.waits).toEqual([60_000]);
  });
});

it("tells nobody of waits up to 5 s, and may have nobody to tell", async () => {
  const waits = ["5", "6", "0"];
  await using server = await scriptedServer((_, response) => {
    const wait = waits.shift();
    if (wait) response.setHeader("retry-after", wait);
    json(response, wait ? 503 : 200, {});
  });
  const { client, told } = setUp(server.url);
  await client.request(get);
  expect(told).toEqual(["info: GET /agent_ingresses waits for 6 s: the service answered 503"]);
  waits.push("7");
  const options = { baseUrl: server.url, apiKey: "k", apiKeySource: "test", clock: jumpingClock() };
  expect(await createClient(options).request(get)).toEqual({});
});

it("waits on the machine's clock where no other is given", async () => {
  let left = 1;
  await using server = await scriptedServer((_, response) => {
    if (left > 0) response.setHeader("retry-after", "1");
    json(response, left-- > 0 ? 503 : 200, {});
  });
  const begun = performance.now();
  await createClient({ baseUrl: server.url, apiKey: "k", apiKeySource: "test" }).request(get);
  expect(performance.now() - begun).toBeGreaterThan(950);
});

it("has no more requests in flight than it may", async () => {
  let inFlight = 0;
  let most = 0;
  await using server = await scriptedServer(async (_, response) => {
    most = Math.max(most, ++inFlight);
    await new Promise((resolve) => setTimeout(resolve, 5));
    inFlight--;
    json(response, 200, {});
  });
  const { client } = setUp(server.url, { maxConcurrency: 3 });
  await Promise.all(Array.from({ length: 30 }, () => client.request(get)));
  expect(server.received).toHaveLength(30);
  expect(most).toBe(3);
});
