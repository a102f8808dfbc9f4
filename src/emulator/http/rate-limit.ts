import type { MiddlewareHandler } from "hono";
import type { EmulatorState } from "../state/state";
import type { EmulatorEnv } from "./environment";
import { ApiError } from "./errors";

/** What an account has left of its rate, and when that was so. */
interface Bucket {
  left: number;
  atMs: number;
}

/** Refuses the requests of an account beyond its rate; what it did not use in a second it cannot use later. */
export function rateLimitMiddleware({ options, now }: EmulatorState): MiddlewareHandler<EmulatorEnv> {
  const buckets = new Map<string | null, Bucket>();
  return async (c, next) => {
    const rate = options.requestsPerSecond;
    if (rate > 0 && !take(buckets, c.get("account"), rate, now().getTime())) {
      throw new ApiError(429, "RATE_LIMITED", `no more than ${rate} requests per second`, {}, { "Retry-After": "1" });
    }
    await next();
  };
}

function take(buckets: Map<string | null, Bucket>, account: string | null, rate: number, nowMs: number): boolean {
  const { left, atMs } = buckets.get(account) ?? { left: rate, atMs: nowMs };
  const available = Math.min(rate, left + ((nowMs - atMs) / 1000) * rate);
  const isServed = available >= 1;
  buckets.set(account, { left: isServed ? available - 1 : available, atMs: nowMs });
  return isServed;
}
