import { nameOf, urlOf } from "./address";
import { acceptAnswer, skewOf } from "./answer";
import type { ApiRequest, ClientOptions, Clock } from "./client";
import { EdgeIngressError, HttpError, NetworkError } from "./errors";
import type { Limiter } from "./limiter";
import { decide, defaultPolicy, type RetryBudget } from "./retry";
import type { Timeouts, Transport } from "./transport";

const SERVICE_VERSION = "2";
const LONG_WAIT_MS = 5_000;

/** What all requests of a client share. */
export interface Shared {
  readonly base: URL;
  readonly clock: Clock;
  readonly limiter: Limiter;
  readonly transport: Transport;
  readonly timeouts: Timeouts;
  readonly budget: RetryBudget;
  /** How far the service's clock is ahead of this machine's. */
  readonly skew: { ms: number };
}

/** The one function through which every request goes. */
export async function perform(request: ApiRequest, options: ClientOptions, shared: Shared, deadline: number) {
  const { clock, limiter, budget } = shared;
  const policy = { ...defaultPolicy, maxRetries: options.maxRetries ?? defaultPolicy.maxRetries };
  const send = attempt(request, options, shared);
  for (let failed = 1, limited = 0; ; failed++) {
    try {
      const answer = await limiter.run(() => send(deadline - clock.now()));
      budget.earn();
      return answer;
    } catch (caught) {
      const error = caught as EdgeIngressError;
      const isLimited = error instanceof HttpError && error.status === 429;
      if (isLimited) limited++;
      const verdict = decide(policy, { method: request.method, failed, limited }, error, clock.random());
      if (!("retryAfterMs" in verdict)) throw described(request, error, failed, verdict.reason);
      if (clock.now() + verdict.retryAfterMs >= deadline) throw described(request, error, failed, "its time is up");
      if (!isLimited && !budget.take()) throw described(request, error, failed, "too many requests fail");
      const waitMs = isLimited ? limiter.pause(verdict.retryAfterMs) : verdict.retryAfterMs;
      announce(options, request, waitMs, causeOf(error));
      if (!isLimited) await clock.sleep(waitMs);
    }
  }
}

/** Sends the request once, within the time that is left. */
function attempt({ method, path, body }: ApiRequest, options: ClientOptions, { base, transport, skew }: Shared) {
  const url = urlOf(base, path);
  const headers = {
    authorization: `Bearer ${options.apiKey}`,
    "service-version": SERVICE_VERSION,
    ...(body && { "content-type": "application/json" }),
  };
  const outgoing = { url, method, headers, ...(body && { body: JSON.stringify(body) }) };
  return async (leftMs: number) => {
    if (leftMs <= 0) throw new NetworkError("its time was up before it could be sent", false, false);
    const incoming = await transport(outgoing, leftMs);
    skew.ms = skewOf(incoming) ?? skew.ms;
    return acceptAnswer(operationOf({ method, path }), incoming, options.apiKeySource);
  };
}

const operationOf = ({ method, path }: ApiRequest): string => `${method} ${nameOf(path)}`;

/** Tells of a long wait, or the user would take it for a hang. */
export function announce(options: ClientOptions, request: ApiRequest, waitMs: number, cause: string): void {
  if (waitMs <= LONG_WAIT_MS) return;
  options.notify?.(`info: ${operationOf(request)} waits for ${Math.ceil(waitMs / 1000)} s: ${cause}`);
}

const causeOf = (error: EdgeIngressError): string =>
  error instanceof HttpError ? `the service answered ${error.status}` : error.message;

/** The same error, its message saying what was asked, how often, and why it was not tried again. */
function described(request: ApiRequest, error: EdgeIngressError, attempts: number, reason?: string): EdgeIngressError {
  const isOurs = error instanceof EdgeIngressError;
  const told = isOurs ? error : new EdgeIngressError("something unforeseen went wrong");
  if (!(told instanceof HttpError)) told.message = `${operationOf(request)}: ${told.message}`;
  const notes = [...(attempts > 1 ? [`after ${attempts} attempts`] : []), ...(reason === undefined ? [] : [reason])];
  if (notes.length > 0) told.message += ` (${notes.join("; ")})`;
  return told;
}
