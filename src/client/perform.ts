import { nameOf, urlOf } from "./address";
import { acceptAnswer, skewOf } from "./answer";
import type { ApiRequest, ClientOptions, Clock } from "./client";
import { asKnown, type EdgeIngressError, HttpError, NetworkError } from "./errors";
import type { Limiter } from "./limiter";
import type { Redact } from "./reason";
import { decide, defaultPolicy, type Outage } from "./retry";
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
  readonly outage: Outage;
  /** How far the service's clock is ahead of this machine's. */
  readonly skew: { ms: number };
}

/** The operation that a request is a part of. */
export interface Operation {
  /** When its time is up, by the client's clock. */
  readonly deadline: number;
  readonly redact?: Redact | undefined;
}

/** The one function through which every request goes. */
export async function perform(
  request: ApiRequest,
  options: ClientOptions,
  shared: Shared,
  { deadline, redact }: Operation,
) {
  const { clock, limiter, outage } = shared;
  const policy = { ...defaultPolicy, maxRetries: options.maxRetries ?? defaultPolicy.maxRetries };
  const send = attempt(request, options, shared, redact);
  for (let failed = 1, limited = 0; ; failed++) {
    try {
      const answer = await limiter.run(() => send(deadline - clock.now()));
      outage.end();
      return answer;
    } catch (caught) {
      const error = asKnown(caught);
      const isLimited = error instanceof HttpError && error.status === 429;
      if (isLimited) limited++;
      if (error instanceof HttpError && error.status < 500) outage.end();
      const verdict = decide(policy, { method: request.method, failed, limited }, error, clock.random());
      if (!("retryAfterMs" in verdict)) {
        if (verdict.isExhausted && !isLimited) outage.giveUp();
        throw described(request, error, failed, verdict.reason);
      }
      if (clock.now() + verdict.retryAfterMs >= deadline) throw described(request, error, failed, "its time is up");
      if (!isLimited && !outage.mayRetry()) throw described(request, error, failed, "others have failed for good");
      const waitMs = isLimited ? limiter.pause(verdict.retryAfterMs) : verdict.retryAfterMs;
      if (isLimited || (isLong(waitMs) && outage.isNews())) announce(options, request, waitMs, causeOf(error));
      if (!isLimited) await clock.sleep(waitMs);
    }
  }
}

/** Sends the request once, within the time that is left. */
function attempt(
  { method, path, body }: ApiRequest,
  { apiKey, apiKeySource }: ClientOptions,
  { base, transport, skew }: Shared,
  redact: Redact | undefined,
) {
  const url = urlOf(base, path);
  const headers = {
    authorization: `Bearer ${apiKey}`,
    "service-version": SERVICE_VERSION,
    ...(body && { "content-type": "application/json" }),
  };
  const outgoing = { url, method, headers, ...(body && { body: JSON.stringify(body) }) };
  return async (leftMs: number) => {
    if (leftMs <= 0) throw new NetworkError("its time was up before it could be sent", false, false);
    const incoming = await transport(outgoing, leftMs);
    skew.ms = skewOf(incoming) ?? skew.ms;
    return acceptAnswer(operationOf({ method, path }), incoming, { apiKeySource, redact });
  };
}

/** What is asked, as messages show it. */
export const operationOf = ({ method, path }: Pick<ApiRequest, "method" | "path">): string =>
  `${method} ${nameOf(path)}`;

const isLong = (waitMs: number): boolean => waitMs > LONG_WAIT_MS;

/** Tells of a long wait, or the user would take it for a hang. */
export function announce(options: ClientOptions, request: ApiRequest, waitMs: number, cause: string): void {
  if (!isLong(waitMs)) return;
  options.notify?.(`info: ${operationOf(request)} waits for ${Math.ceil(waitMs / 1000)} s: ${cause}`);
}

const causeOf = (error: EdgeIngressError): string =>
  error instanceof HttpError ? `the service answered ${error.status}` : error.message;

/** The same error, its message saying what was asked, how often, and why it was not tried again. */
function described(request: ApiRequest, error: EdgeIngressError, attempts: number, reason?: string): EdgeIngressError {
  if (!(error instanceof HttpError)) error.message = `${operationOf(request)}: ${error.message}`;
  const notes = [...(attempts > 1 ? [`after ${attempts} attempts`] : []), ...(reason === undefined ? [] : [reason])];
  if (notes.length > 0) error.message += ` (${notes.join("; ")})`;
  return error;
}
