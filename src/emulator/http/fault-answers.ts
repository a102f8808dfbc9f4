import { setTimeout as sleep } from "node:timers/promises";
import type { MiddlewareHandler } from "hono";
import type { PlannedFault } from "../faults";
import type { EmulatorState } from "../state/state";
import type { EmulatorEnv } from "./environment";
import { errorBody } from "./errors";

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Lets a planned fault strike, before or after the operation is applied. */
export function faultMiddleware(state: EmulatorState): MiddlewareHandler<EmulatorEnv> {
  return async (c, next) => {
    const fault = state.faults.take(c.req.method, c.req.path);
    if (fault === undefined) return next();
    if (fault.when === "after") await next();
    if (fault.delayMs !== undefined) await sleep(fault.delayMs, undefined, { signal: state.closing });
    if (onlyDelays(fault)) return fault.when === "after" ? undefined : next();
    const answer = changed(fault, fault.when === "after" ? await readAnswer(c.res) : undefined, state);
    // Hono would add the headers of the answer that was there to one that takes its place.
    c.res = undefined;
    c.res = toResponse(answer);
    return undefined;
  };
}

function onlyDelays({ status, body, malformed }: PlannedFault): boolean {
  return status === undefined && body === undefined && malformed === undefined;
}

async function readAnswer(response: Response): Promise<Answer> {
  return { status: response.status, headers: Object.fromEntries(response.headers), body: await response.text() };
}

/** The answer that the fault asks for, which is the operation's own one where the fault says nothing. */
function changed(fault: PlannedFault, applied: Answer | undefined, { options }: EmulatorState): Answer {
  const saysContent = fault.body !== undefined || fault.malformed === true;
  const status = fault.status ?? (saysContent ? contentStatus(applied) : (applied?.status ?? 503));
  const refusal = errorBody({ status, code: "FAULT", message: "planned fault", details: {} }, options.errorBody);
  const keepsBody = applied !== undefined && fault.status === undefined && !saysContent;
  const type = fault.contentType ?? (saysContent ? null : refusal.contentType) ?? "application/json";
  const headers = { ...(keepsBody ? applied.headers : { "content-type": type }), ...fault.headers };
  return { status, headers, body: keepsBody ? applied.body : faultBody(fault, refusal.body ?? "") };
}

/** A deletion's 204 cannot carry the content that a fault asks for. */
function contentStatus(applied: Answer | undefined): number {
  return applied === undefined || applied.status === 204 ? 200 : applied.status;
}

function faultBody({ body, malformed }: PlannedFault, fallback: string): string {
  if (malformed === true) return '{"id": "unfinished';
  if (body === undefined) return fallback;
  return typeof body === "string" ? body : JSON.stringify(body);
}

function toResponse({ status, headers, body }: Answer): Response {
  const hasNoBody = [204, 205, 304].includes(status);
  return new Response(hasNoBody ? null : body, { status, headers: { ...headers } });
}
