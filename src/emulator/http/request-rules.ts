import { randomUUID } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { SERVICE_VERSION } from "../defaults";
import type { EmulatorState } from "../state/state";
import type { EmulatorContext, EmulatorEnv } from "./environment";
import { ApiError } from "./errors";

const journaledHeaders = ["content-type", "service-version", "user-agent"];

/** Gives each request an id and an account, and writes it into the journal. */
export function journalMiddleware(state: EmulatorState): MiddlewareHandler<EmulatorEnv> {
  return async (c, next) => {
    const requestId = randomUUID();
    const account = state.keys.get(bearerKey(c) ?? "") ?? null;
    c.set("account", account);
    c.set("requestId", requestId);
    const headers = journaledHeaders.flatMap((name) => {
      const value = c.req.header(name);
      return value === undefined ? [] : [[name, value] as const];
    });
    const answered = state.journal.add({
      method: c.req.method,
      path: c.req.path,
      query: c.req.query(),
      body: parsed(await c.req.text()),
      account,
      startedAt: state.now().toISOString(),
      headers: Object.fromEntries(headers),
    });
    await next();
    c.res.headers.set("X-Request-Id", requestId);
    answered(c.res.status);
  };
}

/** Refuses requests without a known key, and those for another version of the service. */
export function headerMiddleware({ options }: EmulatorState): MiddlewareHandler<EmulatorEnv> {
  return async (c, next) => {
    if (c.get("account") === null) {
      const challenge = { "WWW-Authenticate": "Bearer" };
      throw new ApiError(401, "UNAUTHORIZED", "the API key is missing or unknown", {}, challenge);
    }
    if (options.serviceVersion === "reject" && c.req.header("service-version") !== SERVICE_VERSION) {
      throw new ApiError(400, "WRONG_VERSION", `the header Service-Version must be ${SERVICE_VERSION}`);
    }
    await next();
  };
}

/**
 * Refuses a body that is not declared as JSON, for operations that have a body. The validation would drop a member
 * called `__proto__` from a map without a word, so it is refused here.
 */
export const requireJson: MiddlewareHandler = async (c, next) => {
  if (!/^application\/json\s*(;|$)/i.test(c.req.header("content-type") ?? "")) {
    throw new ApiError(415, "UNSUPPORTED_MEDIA_TYPE", "the header Content-Type must be application/json");
  }
  if (/"__proto__"\s*:/.test(await c.req.text())) {
    throw new ApiError(400, "INVALID_REQUEST", "__proto__ cannot be the name of a member");
  }
  await next();
};

function bearerKey(c: EmulatorContext): string | undefined {
  return /^Bearer (\S+)$/i.exec(c.req.header("authorization") ?? "")?.[1];
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
