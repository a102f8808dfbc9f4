import type { MiddlewareHandler } from "hono";
import { SERVICE_VERSION } from "../defaults";
import type { EmulatorState } from "../state/state";
import { ApiError } from "./errors";
import { type EmulatorContext, type EmulatorEnv, jsonBody, readBody } from "./request";

const journaledHeaders = ["content-type", "service-version", "user-agent"];

/** Gives each request its account, and its body if it has a known key, and writes it into the journal. */
export function journalMiddleware(state: EmulatorState): MiddlewareHandler<EmulatorEnv> {
  return async (c, next) => {
    const startedAt = state.now().toISOString();
    const account = state.keys.get(bearerKey(c) ?? "") ?? null;
    const body = account === null ? undefined : await readBody(c);
    c.set("account", account);
    c.set("body", body);
    const { method, path } = c.req;
    const entry = { method, path, query: c.req.query(), body: body?.value, account, startedAt, headers: journaled(c) };
    const answered = state.journal.add(entry, body?.bytes ?? 0);
    if (body?.isCutOff) throw body.refusal;
    await next();
    answered(c.res.status);
  };
}

function journaled(c: EmulatorContext): Record<string, string> {
  return Object.fromEntries(Object.entries(c.req.header()).filter(([name]) => journaledHeaders.includes(name)));
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

/** Refuses a request without a body that its operation could take. */
export const requireJson: MiddlewareHandler<EmulatorEnv> = async (c, next) => {
  jsonBody(c);
  await next();
};

function bearerKey(c: EmulatorContext): string | undefined {
  return /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
}

/** Refuses the requests of an account beyond its rate; what it did not use in a second it cannot use later. */
export function rateLimitMiddleware({ options, now }: EmulatorState): MiddlewareHandler<EmulatorEnv> {
  const buckets = new Map<string | null, { readonly left: number; readonly atMs: number }>();

  function isServed(account: string | null, rate: number): boolean {
    const nowMs = now().getTime();
    const { left, atMs } = buckets.get(account) ?? { left: rate, atMs: nowMs };
    const available = Math.min(rate, left + ((nowMs - atMs) / 1000) * rate);
    buckets.set(account, { left: available >= 1 ? available - 1 : available, atMs: nowMs });
    return available >= 1;
  }

  return async (c, next) => {
    const rate = options.requestsPerSecond;
    if (rate > 0 && !isServed(c.get("account"), rate)) {
      throw new ApiError(429, "RATE_LIMITED", `no more than ${rate} requests per second`, {}, { "Retry-After": "1" });
    }
    await next();
  };
}
