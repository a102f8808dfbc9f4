import { expect, it } from "vitest";
import type { ClientOptions } from "../../src/core/client/types";
import { testClient } from "../support/client";
import { SharedClock } from "../support/virtual-time";

/** Tests of the number of requests to a service with a low rate limit, in virtual time. */

const get = { method: "GET", path: { template: "/agent_ingresses" } } as const;
const LATENCY_MS = 50;
const CREATES = 200;
const WORKERS = 10;

interface Limit {
  readonly perSecond: number;
  /** Number of requests that are served at once after a pause. */
  readonly burst: number;
  readonly hasRetryAfter: boolean;
}

/** A token bucket: returns the milliseconds until the next token, or takes a token and returns 0. */
function bucketOf({ perSecond, burst }: Limit) {
  let tokens = burst;
  let at = 0;
  return (now: number): number => {
    tokens = Math.min(burst, tokens + ((now - at) / 1_000) * perSecond);
    at = now;
    if (tokens < 1 - 1e-9) return ((1 - tokens) / perSecond) * 1_000;
    tokens--;
    return 0;
  };
}

/**
 * Sends the requests of a stack of 200 resources, 10 at a time, and returns the number of requests, the time, and the
 * failures.
 * @param waitMs Returns the time that the service asks the client to wait, or 0 if it serves a request.
 */
async function serve(waitMs: (now: number) => number, hasRetryAfter: boolean, count = CREATES) {
  const clock = new SharedClock(0.5);
  let requests = 0;
  const transport: ClientOptions["transport"] = async () => {
    requests++;
    await clock.sleep(LATENCY_MS);
    const requestedMs = waitMs(clock.now());
    if (requestedMs === 0) return { status: 200, headers: {}, text: "{}" };
    const headers = hasRetryAfter ? { "retry-after": String(Math.ceil(requestedMs / 1_000)) } : {};
    return { status: 429, headers, text: "" };
  };
  const options = {
    baseUrl: "http://127.0.0.1:1",
    operationTimeoutMs: 3_600_000,
    maxConcurrency: WORKERS,
  };
  const client = testClient({ ...options, clock, transport });
  let left = count;
  const work = async () => {
    while (left-- > 0) await client.begin().request(get);
  };
  const outcomes = await clock.settle(Array.from({ length: WORKERS }, work));
  const failed = outcomes.filter(({ status }) => status === "rejected");
  return { requests, seconds: clock.now() / 1_000, failed };
}

const limits = [0.5, 1, 2, 3].flatMap((perSecond) =>
  [1, 5].flatMap((burst) =>
    [true, false].map((hasRetryAfter): Limit => ({ perSecond, burst, hasRetryAfter })),
  ),
);

it.each(limits)(
  "with the limit %j, at most 1.2 requests are sent for each request that is served",
  async (limit) => {
    const { requests, seconds, failed } = await serve(bucketOf(limit), limit.hasRetryAfter);
    expect(failed).toEqual([]);
    expect(requests / CREATES).toBeLessThanOrEqual(1.2);
    // Retry-After is in whole seconds, so each pause wastes part of a second.
    expect(seconds).toBeLessThan((1.5 * CREATES) / limit.perSecond);
  },
);

it("one long pause that had another cause costs 200 requests less than 30 s", async () => {
  let received = 0;
  const { requests, seconds } = await serve(
    () => (++received === 20 ? 60_000 : 0),
    true,
    20 + CREATES,
  );
  expect(requests).toBe(21 + CREATES);
  expect(seconds).toBeLessThan(60 + 30);
});
