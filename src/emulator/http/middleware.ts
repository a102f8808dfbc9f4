import { setTimeout as sleep } from "node:timers/promises";
import type { MiddlewareHandler } from "hono";
import { SERVICE_VERSION } from "../defaults";
import type { PlannedFault } from "../faults";
import type { OptionValues } from "../options/registry";
import type { EmulatorState } from "../state/state";
import { type Answer, ApiError, errorAnswer, toResponse } from "./errors";
import { type EmulatorContext, type EmulatorEnv, readBody } from "./request";

type Middleware = MiddlewareHandler<EmulatorEnv>;

const journaledHeaders = ["content-type", "service-version", "user-agent"];

/** Adds to each request its account, and its body if it has a known key, and writes the request into the journal. */
export function journalMiddleware(state: EmulatorState): Middleware {
  return async (c, next) => {
    const startedAt = state.now().toISOString();
    const account = state.keys.get(bearerKey(c) ?? "") ?? null;
    const body = account === null ? undefined : await readBody(c);
    c.set("account", account);
    c.set("body", body);
    const { method, path } = c.req;
    const entry = {
      method,
      path,
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
  return Object.fromEntries(
    Object.entries(c.req.header()).filter(([name]) => journaledHeaders.includes(name)),
  );
}

/** Refuses requests without a known key. */
export const requireKey: Middleware = async (c, next) => {
  if (c.get("account") === null) {
    const challenge = { "WWW-Authenticate": "Bearer" };
    throw new ApiError(401, "UNAUTHORIZED", "the API key is missing or unknown", {}, challenge);
  }
  await next();
};

/** Refuses requests for another version of the service. */
export const requireVersion: Middleware = async (c, next) => {
  if (c.req.header("service-version") !== SERVICE_VERSION) {
    throw new ApiError(
      400,
      "WRONG_VERSION",
      `the header Service-Version must be ${SERVICE_VERSION}`,
    );
  }
  await next();
};

function bearerKey(c: EmulatorContext): string | undefined {
  return /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
}

/** Refuses the requests of an account beyond its rate; what it did not use in a second it cannot use later. */
export function rateLimitMiddleware({ options, now }: EmulatorState): Middleware {
  const buckets = new Map<string | null, { readonly tokens: number; readonly atMs: number }>();

  function isServed(account: string | null, rate: number): boolean {
    const nowMs = now().getTime();
    const { tokens, atMs } = buckets.get(account) ?? { tokens: rate, atMs: nowMs };
    // A clock may be set back, which takes nothing away.
    const elapsedMs = Math.max(0, nowMs - atMs);
    const available = Math.min(rate, tokens + (elapsedMs / 1000) * rate);
    buckets.set(account, { tokens: available >= 1 ? available - 1 : available, atMs: nowMs });
    return available >= 1;
  }

  return async (c, next) => {
    const rate = options.requestsPerSecond;
    if (rate > 0 && !isServed(c.get("account"), rate)) {
      throw new ApiError(
        429,
        "RATE_LIMITED",
        `no more than ${rate} requests per second`,
        {},
        { "Retry-After": "1" },
      );
    }
    await next();
  };
}

/** Lets a planned fault strike, before or after the operation is applied. */
export function faultMiddleware({ faults, closing, options }: EmulatorState): Middleware {
  return async (c, next) => {
    const fault = faults.take(c.req.method, c.req.path);
    if (fault === undefined) return next();
    const isApplied = fault.when === "after";
    if (isApplied) await next();
    await delayOf(fault, closing);
    if (onlyDelays(fault)) return isApplied ? undefined : next();
    const answer = answerOf(fault, isApplied ? c.res.status : 200, options.errorBody);
    // Without this line, Hono would add the headers of the previous response to the new response.
    c.res = undefined;
    c.res = toResponse(answer);
    return undefined;
  };
}

const delayOf = async ({ delayMs }: PlannedFault, signal: AbortSignal): Promise<void> =>
  delayMs === undefined ? undefined : sleep(delayMs, undefined, { signal });

const onlyDelays = (fault: PlannedFault): boolean =>
  fault.status === undefined && contentOf(fault) === undefined;

/** Returns the response of a fault. @param applied status of the operation, as far as it is applied */
function answerOf(fault: PlannedFault, applied: number, form: OptionValues["errorBody"]): Answer {
  // A deletion's 204 cannot carry the content that a fault asks for.
  const status = fault.status ?? (applied === 204 ? 200 : applied);
  const failure = errorAnswer(new ApiError(status, "FAULT", "planned fault"), form);
  const content = contentOf(fault);
  const ownType = content === undefined ? failure.headers["Content-Type"] : undefined;
  const headers = {
    "content-type": fault.contentType ?? ownType ?? "application/json",
    ...fault.headers,
  };
  return { status, headers, body: content ?? failure.body ?? "" };
}

/** The body that a fault asks for. */
function contentOf({ body, malformed }: PlannedFault): string | undefined {
  if (malformed === true) return '{"id": "unfinished';
  return body === undefined || typeof body === "string" ? body : JSON.stringify(body);
}
