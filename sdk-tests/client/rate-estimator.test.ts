import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { Limiter } from "../../src/core/client/limiter";
import { RateEstimator } from "../../src/core/client/rate-estimator";
import { duringNextWait, jumpingClock, SharedClock } from "../support/virtual-time";

/**
 * Sends this number of requests through the estimator from a time on, each with an immediate response, and returns the
 * times at which they began.
 */
function serve(rate: RateEstimator, count: number, from: number, resumesAt = 0): number[] {
  let now = from;
  return Array.from({ length: count }, () => {
    now = rate.reserve(now, resumesAt);
    rate.recordResponse(now);
    return now;
  });
}

const refuse = (rate: RateEstimator, now: number) => {
  rate.recordResponse(now);
  rate.recordRefusal(now);
};

/** An estimator that has been refused a request after it was served so many at once. */
function refusedAfter(count: number): RateEstimator {
  const rate = new RateEstimator(0);
  serve(rate, count, 0);
  refuse(rate, 0);
  return rate;
}

/** The times between the next requests after a pause up to a time, the first of which begins with its end. */
function intervals(rate: RateEstimator, count: number, at: number): number[] {
  const [first = 0, ...others] = serve(rate, count + 1, at, at);
  expect(first).toBe(at);
  return others.map((start, index) => start - (others[index - 1] ?? first));
}

describe("the pace", () => {
  it("holds nothing up before a refusal", () => {
    expect(serve(new RateEstimator(0), 20, 3)).toEqual(Array.from({ length: 20 }, () => 3));
  });

  it("is that of what was served from the beginning to the end of the pause, and grows by a twentieth per second", () => {
    const [interval, next] = intervals(refusedAfter(10), 2, 1_000);
    expect(interval).toBeCloseTo(100);
    expect(next).toBeCloseTo(100 * (1 - 0.05 * 0.1));
  });

  it("is learned anew from each pause to the next", () => {
    const rate = refusedAfter(10);
    serve(rate, 5, 1_000, 1_000);
    refuse(rate, 1_500);
    expect(intervals(rate, 1, 2_000)[0]).toBeCloseTo(200);
  });

  it("is not guessed from a few requests, which count for the next time", () => {
    const rate = refusedAfter(4);
    expect(serve(rate, 2, 100, 100)).toEqual([100, 350]);
    refuse(rate, 350);
    expect(intervals(rate, 1, 600)[0]).toBeCloseTo(100);
  });

  it("hesitates after a refusal of which nothing is learned, half as long each time", () => {
    expect(serve(refusedAfter(0), 4, 100, 100)).toEqual([100, 350, 475, 537.5]);
  });

  it("does not count the time in which nothing was to be sent", () => {
    const rate = new RateEstimator(0);
    serve(rate, 5, 60_000);
    serve(rate, 5, 60_900);
    refuse(rate, 60_900);
    expect(intervals(rate, 1, 62_000)[0]).toBeCloseTo(200);
  });

  /** The time between two requests after a pause up to a time. */
  const intervalFrom = (rate: RateEstimator, at: number): number => {
    const first = rate.reserve(at, at);
    return rate.reserve(first, at) - first;
  };

  it("is at least four per second after the first refusal, and half as fast after each further refusal", () => {
    const rate = refusedAfter(5);
    expect(intervalFrom(rate, 50_000)).toBe(250);
    for (const [at, intervalMs] of [
      [100_000, 494],
      [150_000, 975],
      [200_000, 1_926],
    ] as const) {
      refuse(rate, at - 10_000);
      expect(intervalFrom(rate, at)).toBeCloseTo(intervalMs, 0);
    }
  });

  it("does not get slower than was measured, nor than it is by a refusal after a short pause", () => {
    const rate = refusedAfter(5);
    expect(intervalFrom(rate, 50_000)).toBe(250);
    refuse(rate, 50_250);
    expect(intervalFrom(rate, 50_300)).toBeCloseTo(300, 0);
    refuse(rate, 50_550);
    expect(intervalFrom(rate, 50_560)).toBeCloseTo(300, -1);
  });

  it("holds through a pause that is shorter than its interval", () => {
    const rate = refusedAfter(5);
    expect(rate.reserve(50_000, 50_000)).toBe(50_000);
    refuse(rate, 50_100);
    expect(rate.reserve(50_110, 50_110)).toBeCloseTo(50_347, 0);
  });

  it("grows by no more than an eightieth with a request, however slow it is", () => {
    const rate = refusedAfter(5);
    rate.reserve(50_000, 50_000);
    refuse(rate, 50_000);
    const [interval = 0, next = 0] = intervals(rate, 2, 90_000);
    expect(next / interval).toBeCloseTo(1 - 0.0125);
  });

  it("starts from the end of a pause, however much was planned before it", () => {
    const rate = refusedAfter(5);
    for (let planned = 0; planned < 10; planned++) rate.reserve(5_000, 5_000);
    refuse(rate, 5_100);
    expect(rate.reserve(6_000, 6_000)).toBe(6_000);
  });
});

it("the limiter begins what waits in order, as places become free", async () => {
  const limiter = new Limiter(2, jumpingClock());
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const all = [0, 1, 2, 3].map((index) =>
    limiter.run(() => {
      begun.push(index);
      return new Promise<void>((resolve) => ends.push(resolve));
    }),
  );
  const begunAfter = async (ended?: number) => {
    if (ended !== undefined) ends[ended]?.();
    await turn();
    return begun.join();
  };
  expect([await begunAfter(), await begunAfter(1), await begunAfter(0)]).toEqual([
    "0,1",
    "0,1,2",
    "0,1,2,3",
  ]);
  for (const end of ends) end();
  await Promise.all(all);
});

it("the limiter frees the place of what fails", async () => {
  const limiter = new Limiter(1, jumpingClock());
  await expect(limiter.run(() => Promise.reject(new Error("no")))).rejects.toThrow("no");
  expect(await limiter.run(async () => "yes")).toBe("yes");
});

it("the limiter reports by how much a pause becomes longer", () => {
  const limiter = new Limiter(1, jumpingClock());
  expect(limiter.pause(3_000)).toBe(3_000);
  expect(limiter.pause(5_000)).toBe(2_000);
  expect(limiter.pause(1_000)).toBe(0);
});

it("the limiter reports a pause as long as the service has asked for, whatever the fraction of the clock's time", () => {
  const now = 2001.7;
  expect(now + 7_000 - now).toBeGreaterThan(7_000);
  expect(new Limiter(1, { ...jumpingClock(), now: () => now }).pause(7_000)).toBe(7_000);
});

it("the limiter begins nothing in a pause, and what comes after it no faster than was served before", async () => {
  const clock = jumpingClock();
  const limiter = new Limiter(1, clock);
  const began: number[] = [];
  const request = () => limiter.run(async () => void began.push(clock.now()));
  for (let served = 0; served < 5; served++) await request();
  await limiter.run(async () => void limiter.pause(1_000));
  for (let later = 0; later < 3; later++) await request();
  expect(began.slice(0, 5)).toEqual([0, 0, 0, 0, 0]);
  expect(began[5]).toBe(1_000);
  expect(Number(began[6]) - Number(began[5])).toBeCloseTo(200);
});

it("the limiter gives a turn anew that was given before another's refusal, even if the pause is over by then", async () => {
  const clock = new SharedClock();
  const limiter = new Limiter(10, clock);
  for (let served = 0; served < 5; served++) await limiter.run(async () => undefined);
  await limiter.run(async () => void limiter.pause(1_000));
  const began: number[] = [];
  const request = (pauseMs?: number) =>
    limiter.run(async () => {
      began.push(clock.now());
      if (pauseMs !== undefined) limiter.pause(pauseMs);
    });
  await clock.settle([request(), request(100), request(), request(), request()]);
  // At a pace of 200 ms, the turns after the refusal at 1,200 were those of 1,400, 1,600 and 1,800. The pace is now 300
  // ms.
  expect(began.map(Math.round)).toEqual([1_000, 1_200, 1_398, 1_698, 1_994]);
});

it("the limiter waits on when a pause begins while it waits", async () => {
  const clock = jumpingClock();
  const limiter = new Limiter(1, clock);
  limiter.pause(1_000);
  duringNextWait(clock, () => limiter.pause(2_000));
  await limiter.run(async () => expect(clock.now()).toBe(3_000));
});
