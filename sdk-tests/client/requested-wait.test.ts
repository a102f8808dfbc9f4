import { describe, expect, it } from "vitest";
import { z } from "zod";
import { parseRetryAfter, requestedWaitMs } from "../../src/core/client/requested-wait";
import { dataBeside, rows, text } from "../support/data";

const { waits } = dataBeside(__filename, {
  waits: rows(text.optional(), text.optional(), z.number().optional()),
});

const date = "Sat, 21 Nov 2026 12:00:00 GMT";
const NOW = Date.parse(date);
const unixSeconds = NOW / 1_000;

it.each(waits)("a Retry-After of %j at %j asks for %j ms", (value, at, expected) => {
  expect(parseRetryAfter(value, at, NOW)).toBe(expected);
});

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
