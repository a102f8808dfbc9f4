import { describe, expect, it } from "vitest";
import {
  type EdgeIngressError,
  HttpError,
  NetworkError,
  TimeoutError,
} from "../../src/core/client/errors";
import { CircuitBreaker, decide, defaultPolicy } from "../../src/core/client/retry";
import type { ClientOptions } from "../../src/core/client/types";
import type { Clock } from "../../src/core/client/wait";
import { testClient } from "../support/client";
import { expectFailure } from "../support/failure";
import { json, scriptedServer } from "../support/server";
import { type JumpingClock, jumpingClock, recordIn, SharedClock } from "../support/virtual-time";

const http = (status: number, retryAfterMs?: number) =>
  new HttpError("GET /x", { status, retryAfterMs, advice: "" });
const verdictOn = (method: string, error: EdgeIngressError, failed = 1, limited = 0, random = 1) =>
  decide(defaultPolicy, { method, failed, limited }, error, random);

const reset = new NetworkError("no response (ECONNRESET)", { mayBeProcessed: true, canPass: true });
const refused = new NetworkError("no response (ECONNREFUSED)", {
  mayBeProcessed: false,
  canPass: true,
});

describe("a failed attempt", () => {
  it.each(["GET", "PUT", "PATCH", "DELETE"])(
    "of %s is made again after all that another can mend",
    (method) => {
      const mended = [408, 425, 429, 500, 502, 503, 504].map((status) => http(status));
      for (const error of [...mended, reset, refused, new TimeoutError("late")]) {
        expect(verdictOn(method, error)).toHaveProperty("retryAfterMs");
      }
    },
  );

  it.each([
    ...[400, 401, 403, 404, 405, 409, 422, 301, 501].map((status) => ({
      title: `is final with status ${status}`,
      error: http(status),
    })),
    {
      title: "is final if the two cannot agree on TLS",
      error: new NetworkError("no response (CERT_HAS_EXPIRED)", {
        mayBeProcessed: false,
        canPass: false,
      }),
    },
  ])("$title", ({ error }) => {
    expect(verdictOn("GET", error)).toEqual({});
  });

  it("of POST is made again only when it surely was not processed", () => {
    expect(verdictOn("POST", refused)).toHaveProperty("retryAfterMs");
    expect(verdictOn("POST", http(429))).toHaveProperty("retryAfterMs");
    for (const error of [reset, new TimeoutError("late"), http(500), http(503), http(408)]) {
      expect(verdictOn("POST", error)).toEqual({});
    }
  });

  it("waits for twice as long each time, and 20 s at most; chance takes away up to half of it", () => {
    const waits = [1, 2, 3, 4].map((failed) => verdictOn("GET", http(500), failed));
    expect(waits).toEqual([500, 1000, 2000, 4000].map((retryAfterMs) => ({ retryAfterMs })));
    expect(verdictOn("GET", http(429), 20, 20)).toEqual({ retryAfterMs: 20_000 });
    expect(verdictOn("GET", http(500), 1, 0, 0)).toEqual({ retryAfterMs: 250 });
    expect(verdictOn("GET", http(500), 1, 0, 0.5)).toEqual({ retryAfterMs: 375 });
  });

  it("is made again for 35 to 72 s in all, whatever chance decides", () => {
    const lasting = (random: number) =>
      [1, 2, 3, 4, 5, 6, 7, 8]
        .map((failed) => verdictOn("GET", http(503), failed, 0, random))
        .reduce((sum, verdict) => sum + ("retryAfterMs" in verdict ? verdict.retryAfterMs : 0), 0);
    expect(lasting(0)).toBe(35_750);
    expect(lasting(1)).toBe(71_500);
  });

  it("is the last one after 8 retries, or 25 attempts under a rate limit", () => {
    expect(verdictOn("GET", http(500), 8)).toHaveProperty("retryAfterMs");
    expect(verdictOn("GET", http(500), 9)).toEqual({ isExhausted: true });
    expect(verdictOn("GET", http(429), 24, 24)).toHaveProperty("retryAfterMs");
    expect(verdictOn("GET", http(429), 25, 25)).toEqual({ isExhausted: true });
  });

  it("obeys a Retry-After of up to 60 s, and reports a longer Retry-After", () => {
    expect(verdictOn("GET", http(503, 60_000))).toEqual({ retryAfterMs: 60_000 });
    expect(verdictOn("GET", http(503, 61_000))).toEqual({
      reason: "the service asks to wait for 61 s",
    });
  });
});

const get = { method: "GET", path: { template: "/agent_ingresses" } } as const;
const post = { ...get, method: "POST", body: {} } as const;

/** Returns a server that answers every request with a status, and with a Retry-After if there is one. */
const answering = (status: () => number, retryAfter?: string) =>
  scriptedServer((_, response) => {
    if (retryAfter !== undefined) response.setHeader("retry-after", retryAfter);
    json(response, status(), { ok: true });
  });

function setUp<C extends Clock = JumpingClock>(
  baseUrl: string,
  options: Partial<ClientOptions> & { clock?: C } = {},
) {
  const logged: string[] = [];
  const clock = options.clock ?? jumpingClock();
  return {
    client: testClient({ baseUrl, log: recordIn(logged), ...options, clock }),
    clock: clock as C,
    logged,
  };
}

describe("a request", () => {
  const EIGHT = [500, 1000, 2000, 4000, 8000, 16_000, 20_000, 20_000];

  it.each<[status: number, retryAfter: string | undefined, waits: number[], advice: string]>([
    [500, undefined, EIGHT, "the service has a problem"],
    [503, "0", EIGHT, "the service has a problem"],
    [503, new Date(0).toUTCString(), EIGHT, "the service has a problem"],
    [
      429,
      "0",
      [...EIGHT.slice(0, 6), ...Array<number>(18).fill(20_000)],
      "the rate limit is reached",
    ],
  ])(
    "backs off from %i with the Retry-After %s, and says what was tried",
    async (status, after, waits, advice) => {
      await using server = await answering(() => status, after);
      const { client, clock } = setUp(server.url, { operationTimeoutMs: 3_600_000 });
      await expect(client.request(get)).rejects.toThrow(
        `GET /agent_ingresses answered ${status}; ${advice}; run the command again later (after ${waits.length + 1} attempts)`,
      );
      expect(server.received).toHaveLength(waits.length + 1);
      expect(clock.waits).toEqual(waits);
    },
  );

  it("is sent once if it is a POST that may have been processed", async () => {
    await using server = await scriptedServer((_, response) => response.socket?.destroy());
    const { client } = setUp(server.url);
    const broken =
      /^NetworkError: POST \/agent_ingresses: no response from [\w.:]+ \(\w+\); check the network$/;
    await expectFailure(client.request(post), broken);
    expect(server.received).toHaveLength(1);
  });

  it("logs a long wait, and pauses all requests while the service asks for it", async () => {
    let limited = true;
    await using server = await scriptedServer((_, response) => {
      if (limited) response.setHeader("retry-after", "30");
      json(response, limited ? 429 : 200, {});
      limited = false;
    });
    const { client, clock, logged } = setUp(server.url, { maxConcurrency: 1 });
    await Promise.all([client.request(get), client.request(get), client.request(post)]);
    expect(server.received).toHaveLength(4);
    // The client learns no pace from so few requests: the next two start in sequence.
    expect(clock.waits).toEqual([30_000, 250, 125]);
    expect(logged).toEqual([
      "info: retrying GET /agent_ingresses in 30 s: the service answered 429",
    ]);
  });
});

it("an outage is reported once, until there is another outage", () => {
  const breaker = new CircuitBreaker();
  expect([breaker.shouldReportWait(), breaker.shouldReportWait()]).toEqual([true, false]);
  breaker.close();
  expect(breaker.shouldReportWait()).toBe(true);
});

it.each([0, 0.5, 1])(
  "an outage of 30 s fails no request and is logged once, with a random %d",
  async (chance) => {
    await using server = await answering(() => (clock.now() < 30_000 ? 503 : 200));
    const { client, clock, logged } = setUp(server.url, { clock: new SharedClock(chance) });
    const requests = await clock.settle(Array.from({ length: 50 }, () => client.request(get)));
    expect(requests.filter(({ status }) => status === "rejected")).toEqual([]);
    expect(clock.now()).toBeGreaterThan(30_000);
    expect(logged).toHaveLength(1);
    expect(logged[0]).toMatch(
      /^info: retrying GET \/agent_ingresses in \d+ s: the service answered 503$/,
    );
  },
);

it("an outage that does not end fails all, and those that come later after one attempt, until the service answers", async () => {
  let status = 503;
  await using server = await answering(() => status);
  const { client, clock } = setUp(server.url, { clock: new SharedClock(0) });
  const attempts = async (count: number) => {
    server.received.length = 0;
    const all = await clock.settle(Array.from({ length: count }, () => client.request(get)));
    return {
      attempts: server.received.length,
      failures: all.filter((outcome) => outcome.status === "rejected"),
    };
  };
  const first = await attempts(50);
  expect(first.failures).toHaveLength(50);
  expect(first.attempts).toBeLessThanOrEqual(450);
  const later = await attempts(1);
  expect(later.attempts).toBe(1);
  expect(String(later.failures[0]?.reason)).toContain(
    "(not retried: another request has already used up its retries)",
  );
  status = 404;
  await attempts(1);
  status = 503;
  expect((await attempts(1)).attempts).toBe(9);
  status = 200;
  expect(await attempts(1)).toEqual({ attempts: 1, failures: [] });
});

it("an outage is none where a rate limit has used up its attempts", async () => {
  let status = 429;
  await using server = await answering(() => status);
  const { client } = setUp(server.url, { operationTimeoutMs: 3_600_000 });
  await expect(client.request(get)).rejects.toThrow("(after 25 attempts)");
  status = 500;
  await expect(client.request(get)).rejects.toThrow("(after 9 attempts)");
});

describe("the time of an operation", () => {
  const exceeded =
    "(after 2 attempts; not retried: the next attempt would exceed 60 s (edge-ingress:operationTimeoutSeconds))";

  it("is over when the next attempt would begin at its end", async () => {
    await using server = await answering(() => 503, "30");
    const { client } = setUp(server.url, { operationTimeoutMs: 60_000 });
    await expect(client.request(get)).rejects.toThrow(exceeded);
    expect(server.received).toHaveLength(2);
  });

  it("is shared by the requests of one operation", async () => {
    await using server = await answering(() => 503, "40");
    const { client, clock } = setUp(server.url, { operationTimeoutMs: 60_000 });
    const operation = client.begin();
    await expect(operation.request(get)).rejects.toThrow(exceeded);
    await expect(operation.request(get)).rejects.toThrow("answered 503");
    expect(clock.waits).toEqual([40_000]);
    expect(server.received).toHaveLength(3);
    await clock.sleep(20_000);
    const over =
      "GET /agent_ingresses: not sent: gave up after 60 s (edge-ingress:operationTimeoutSeconds)";
    await expect(operation.request(get)).rejects.toThrow(over);
    expect(server.received).toHaveLength(3);
  });

  it("may suffice to outlast a request, which the result shows", async () => {
    const { client, clock, logged } = setUp("http://127.0.0.1:1", { operationTimeoutMs: 120_000 });
    const operation = client.begin();
    expect(await operation.waitForProcessingToEnd(post)).toBe(true);
    expect(clock.waits).toEqual([60_000]);
    expect(logged).toEqual([
      "info: looking again for the object of POST /agent_ingresses in 60 s: the outcome is unknown, and the service may still process the request",
    ]);
    expect(await operation.waitForProcessingToEnd(post)).toBe(false);
    expect(clock.waits).toEqual([60_000]);
  });
});

it("a client does not log waits of up to 5 s", async () => {
  const waits = ["5", "6", "0"];
  await using server = await scriptedServer((_, response) => {
    const wait = waits.shift();
    if (wait) response.setHeader("retry-after", wait);
    json(response, wait ? 503 : 200, {});
  });
  const { client, logged } = setUp(server.url);
  await client.request(get);
  expect(logged).toEqual(["info: retrying GET /agent_ingresses in 6 s: the service answered 503"]);
});
