import { describe, expect, it } from "vitest";
import { parseRetryAfter, requestedWaitMs } from "../../src/core/client/requested-wait";

/** Values of Retry-After and Date, and the milliseconds to wait at Sat, 21 Nov 2026 12:00:00 GMT. */
const waits = [
  { retryAfter: "7", date: undefined, waitMs: 7000 },
  { retryAfter: " 1 ", date: undefined, waitMs: 1000 },
  { retryAfter: " 0 ", date: undefined, waitMs: undefined },
  {
    retryAfter: "Sat, 21 Nov 2026 12:00:30 GMT",
    date: "Sat, 21 Nov 2026 12:00:00 GMT",
    waitMs: 30000,
  },
  {
    retryAfter: "Sat, 21 Nov 2026 11:00:00 GMT",
    date: "Sat, 21 Nov 2026 12:00:00 GMT",
    waitMs: undefined,
  },
  {
    retryAfter: "Sat, 21 Nov 2026 12:00:00 GMT",
    date: "Sat, 21 Nov 2026 12:00:00 GMT",
    waitMs: undefined,
  },
  {
    retryAfter: "Sat, 21 Nov 2026 12:00:01 GMT",
    date: "Sat, 21 Nov 2026 12:00:00 GMT",
    waitMs: 1000,
  },
  { retryAfter: "Sat, 21 Nov 2026 12:00:30 GMT", date: "garbage", waitMs: 30000 },
  {
    retryAfter: "Sat, 21 Nov 2026 12:00:30 GMT",
    date: "Sat, 21 Nov 2026 12:00:10 GMT",
    waitMs: 20000,
  },
  { retryAfter: "Sat, 21 Nov 2026 12:00:30 GMT", date: undefined, waitMs: 30000 },
  { retryAfter: "-1", date: "Sat, 21 Nov 2026 12:00:00 GMT", waitMs: undefined },
  { retryAfter: "1.5", date: "Sat, 21 Nov 2026 12:00:00 GMT", waitMs: undefined },
  { retryAfter: "soon", date: "Sat, 21 Nov 2026 12:00:00 GMT", waitMs: undefined },
  { retryAfter: "", date: "Sat, 21 Nov 2026 12:00:00 GMT", waitMs: undefined },
  { retryAfter: undefined, date: "Sat, 21 Nov 2026 12:00:00 GMT", waitMs: undefined },
];

const date = "Sat, 21 Nov 2026 12:00:00 GMT";
const NOW = Date.parse(date);
const unixSeconds = NOW / 1_000;

it.each(waits)(
  "a Retry-After of $retryAfter at $date asks for $waitMs ms",
  ({ retryAfter, date, waitMs }) => {
    expect(parseRetryAfter(retryAfter, date, NOW)).toBe(waitMs);
  },
);

describe("a rate limit without a Retry-After", () => {
  const waitOf = (headers: Record<string, string | string[]>, status = 429, nowMs = NOW) =>
    requestedWaitMs({ status, headers, text: "" }, nowMs);

  it.each<[number | undefined, Record<string, string | string[]>]>([
    [30_000, { ratelimit: '"default";r=0;t=30' }],
    [30_000, { ratelimit: '"default";t=30;r=0' }],
    [30_000, { ratelimit: '"default";r=0;t=30;pk=:c2Rm:' }],
    [5_000, { ratelimit: '"burst";r=0;t=5, "hourly";r=9;t=50' }],
    [5_000, { ratelimit: ['"hourly";r=9;t=50', '"burst";r=0;t=5'] }],
    [undefined, { ratelimit: '"hourly";r=9;t=50' }],
    [30_000, { "ratelimit-reset": "30" }],
    [1_500, { "x-ratelimit-reset": " 1.5 " }],
    [20_000, { "x-ratelimit-reset": String(unixSeconds + 20) }],
    [20_000, { "x-ratelimit-reset": String(NOW + 20_000) }],
    [10_000, { "ratelimit-reset": "10", "x-ratelimit-reset": "30" }],
    [30_000, { "ratelimit-reset": "soon", "x-ratelimit-reset": "30" }],
    [7_000, { "retry-after": "7", "ratelimit-reset": "30" }],
    [undefined, { "ratelimit-reset": "61" }],
    [undefined, { "ratelimit-reset": "0" }],
    [undefined, { "x-ratelimit-reset": String(unixSeconds - 20) }],
    [undefined, { "ratelimit-reset": ["30", "40"] }],
    [undefined, { ratelimit: '"default";r=0' }],
    [undefined, {}],
  ])("asks for %j ms by %j", (expected, headers) => {
    expect(waitOf(headers)).toBe(expected);
  });

  it("is relative to the clock of the service", () => {
    const headers = { date, "x-ratelimit-reset": String(unixSeconds + 20) };
    expect(waitOf(headers, 429, NOW + 3_600_000)).toBe(20_000);
  });

  it("asks for no wait with another status, which has another cause", () => {
    expect(waitOf({ "ratelimit-reset": "30" }, 503)).toBeUndefined();
    expect(waitOf({ "retry-after": "30" }, 503)).toBe(30_000);
  });
});
