import { setTimeout as sleep } from "node:timers/promises";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import type { MiddlewareHandler } from "hono";
import type { EmulatorContext, EmulatorEnv } from "./environment";
import { errorBody } from "./errors";
import type { PlannedFault } from "./faults";
import type { EmulatorState } from "./state";

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const pieces = 16;

/** Lets a planned fault strike, before or after the operation is applied. */
export function faultMiddleware(state: EmulatorState): MiddlewareHandler<EmulatorEnv> {
  return async (c, next) => {
    const fault = state.faults.take(c.req.method, c.req.path);
    if (fault === undefined) return next();
    if (fault.when === "after") await next();
    if (fault.delayMs !== undefined) await sleep(fault.delayMs, undefined, { signal: state.closing });
    if (onlyDelays(fault)) return fault.when === "after" ? undefined : next();
    const answer = changed(fault, fault.when === "after" ? await readAnswer(c.res) : undefined, state);
    const sent = await deliver(c, fault, answer);
    // Hono would add the headers of the answer that was there to one that takes its place.
    c.res = undefined;
    c.res = sent;
    return undefined;
  };
}

function onlyDelays(fault: PlannedFault): boolean {
  const { status, body, malformed, reset, hang, truncate, dripMs } = fault;
  return [status, body, malformed, reset, hang, truncate, dripMs].every((action) => action === undefined);
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

async function deliver(c: EmulatorContext, fault: PlannedFault, answer: Answer): Promise<Response> {
  const socket = c.env.outgoing.socket;
  if (fault.reset === true) socket?.resetAndDestroy();
  if (fault.reset === true || fault.hang === true) return alreadySent(c, null);
  if (fault.truncate !== undefined) {
    await sendHalf(c, answer);
    if (fault.truncate === "end") socket?.end();
    if (fault.truncate === "reset") socket?.resetAndDestroy();
    return alreadySent(c, answer.status);
  }
  if (fault.dripMs !== undefined) {
    await drip(c, answer, fault.dripMs);
    return alreadySent(c, answer.status);
  }
  const noBody = [204, 205, 304].includes(answer.status);
  return new Response(noBody ? null : answer.body, { status: answer.status, headers: { ...answer.headers } });
}

function alreadySent(c: EmulatorContext, status: number | null): Response {
  c.set("writtenStatus", status);
  return RESPONSE_ALREADY_SENT;
}

async function sendHalf(c: EmulatorContext, { status, headers, body }: Answer): Promise<void> {
  const { outgoing } = c.env;
  const bytes = Buffer.from(body);
  // An answer without a body can only be cut in its status line.
  if (bytes.length === 0) {
    await written((done) => outgoing.socket?.write(`HTTP/1.1 ${status} `, done));
    return;
  }
  outgoing.writeHead(status, { ...headers, "content-length": bytes.length });
  await written((done) => outgoing.write(bytes.subarray(0, Math.floor(bytes.length / 2)), done));
}

async function drip(c: EmulatorContext, { status, headers, body }: Answer, pauseMs: number): Promise<void> {
  const { outgoing } = c.env;
  const bytes = Buffer.from(body);
  const size = Math.max(1, Math.ceil(bytes.length / pieces));
  outgoing.writeHead(status, bytes.length === 0 ? headers : { ...headers, "content-length": bytes.length });
  for (let start = 0; start < bytes.length && !outgoing.destroyed; start += size) {
    await written((done) => outgoing.write(bytes.subarray(start, start + size), done));
    await sleep(pauseMs);
  }
  outgoing.end();
}

/** Settles when the bytes are with the system, or the client has gone: a fault has nothing to do about that. */
function written(write: (done: () => void) => unknown): Promise<void> {
  return new Promise((resolve) => {
    if (write(() => resolve()) === undefined) resolve();
  });
}
