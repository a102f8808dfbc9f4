import { setTimeout as sleep } from "node:timers/promises";
import type { MiddlewareHandler } from "hono";
import type { PlannedFault } from "../faults";
import type { OptionValues } from "../options/registry";
import type { EmulatorState } from "../state/state";
import { type Answer, ApiError, errorAnswer, toResponse } from "./errors";
import type { EmulatorEnv } from "./request";

/** Lets a planned fault strike, before or after the operation is applied. */
export function faultMiddleware({ faults, closing, options }: EmulatorState): MiddlewareHandler<EmulatorEnv> {
  return async (c, next) => {
    const fault = faults.take(c.req.method, c.req.path);
    if (fault === undefined) return next();
    if (fault.when === "after") await next();
    if (fault.delayMs !== undefined) await sleep(fault.delayMs, undefined, { signal: closing });
    const onlyDelays = fault.status === undefined && contentOf(fault) === undefined;
    if (onlyDelays) return fault.when === "after" ? undefined : next();
    const answer = answerOf(fault, fault.when === "after" ? c.res.status : 200, options.errorBody);
    // Hono would add the headers of the answer that was there to one that takes its place.
    c.res = undefined;
    c.res = toResponse(answer);
    return undefined;
  };
}

/** The answer that a fault asks for. @param applied status of the operation, as far as it is applied */
function answerOf(fault: PlannedFault, applied: number, form: OptionValues["errorBody"]): Answer {
  // A deletion's 204 cannot carry the content that a fault asks for.
  const status = fault.status ?? (applied === 204 ? 200 : applied);
  const failure = errorAnswer(new ApiError(status, "FAULT", "planned fault"), form);
  const content = contentOf(fault);
  const ownType = content === undefined ? failure.headers["Content-Type"] : undefined;
  const headers = { "content-type": fault.contentType ?? ownType ?? "application/json", ...fault.headers };
  return { status, headers, body: content ?? failure.body ?? "" };
}

/** The body that a fault asks for. */
function contentOf({ body, malformed }: PlannedFault): string | undefined {
  if (malformed === true) return '{"id": "unfinished';
  return body === undefined || typeof body === "string" ? body : JSON.stringify(body);
}
