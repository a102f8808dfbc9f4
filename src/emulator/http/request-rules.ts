import type { MiddlewareHandler } from "hono";
import { SERVICE_VERSION } from "../defaults";
import type { EmulatorState } from "../state/state";
import { readBody } from "./body";
import type { EmulatorContext, EmulatorEnv } from "./environment";
import { ApiError } from "./errors";

const journaledHeaders = ["content-type", "service-version", "user-agent"];

/** Gives each request its account, and its body if it has a known key, and writes it into the journal. */
export function journalMiddleware(state: EmulatorState): MiddlewareHandler<EmulatorEnv> {
  return async (c, next) => {
    const startedAt = state.now().toISOString();
    const account = state.keys.get(bearerKey(c) ?? "") ?? null;
    const body = account === null ? undefined : await readBody(c);
    c.set("account", account);
    c.set("body", body);
    const entry = {
      method: c.req.method,
      path: c.req.path,
      query: c.req.query(),
      body: body?.value,
      account,
      startedAt,
      headers: journaled(c),
    };
    const answered = state.journal.add(entry, body?.bytes ?? 0);
    if (body?.isCutOff) throw body.refusal;
    await next();
    answered(c.res.status);
  };
}

function journaled(c: EmulatorContext): Record<string, string> {
  const sent = journaledHeaders.flatMap((name) => {
    const value = c.req.header(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(sent);
}

/** Refuses requests without a known key. */
export const requireKey: MiddlewareHandler<EmulatorEnv> = async (c, next) => {
  if (c.get("account") === null) {
    const challenge = { "WWW-Authenticate": "Bearer" };
    throw new ApiError(401, "UNAUTHORIZED", "the API key is missing or unknown", {}, challenge);
  }
  await next();
};

/** Refuses requests for another version of the service. */
export const requireVersion: MiddlewareHandler<EmulatorEnv> = async (c, next) => {
  if (c.req.header("service-version") !== SERVICE_VERSION) {
    throw new ApiError(400, "WRONG_VERSION", `the header Service-Version must be ${SERVICE_VERSION}`);
  }
  await next();
};

/** Refuses a body that is missing, not declared as JSON, or not kept as it is, for operations that have a body. */
export const requireJson: MiddlewareHandler<EmulatorEnv> = async (c, next) => {
  const body = c.get("body");
  if (body === undefined) throw new ApiError(400, "INVALID_REQUEST", "the operation needs a JSON body");
  if (!jsonType.test(c.req.header("content-type") ?? "")) {
    throw new ApiError(415, "UNSUPPORTED_MEDIA_TYPE", "the header Content-Type must be application/json, in UTF-8");
  }
  if (body.refusal !== undefined) throw body.refusal;
  await next();
};

const jsonType = /^application\/json\s*(;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

function bearerKey(c: EmulatorContext): string | undefined {
  return /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
}

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
