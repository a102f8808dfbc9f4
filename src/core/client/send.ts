import type { Log, Message } from "../schema/message";
import { nameOf, urlOf } from "./address";
import { acceptAnswer, skewOf } from "./answer";
import { LONG_WAIT_MS, logged, secondsOf } from "./attempt-log";
import { asKnown, CancelledError, ConfigurationError, type EdgeIngressError, HttpError, NetworkError } from "./errors";
import { headersOf } from "./headers";
import type { Limiter } from "./limiter";
import { decide, defaultPolicy, type Outage, type RetryPolicy } from "./retry";
import type { Timeouts } from "./timeouts";
import type { Transport } from "./transport";
import type { ApiRequest, ClientOptions, Clock, OperationOptions } from "./types";
import type { Verification } from "./verification";
import { gaveUp, type Patience, wait } from "./wait";

/** What all requests of a client share. */
export interface Shared {
  readonly base: URL;
  readonly clock: Clock;
  readonly limiter: Limiter;
  readonly transport: Transport;
  readonly timeouts: Timeouts;
  readonly outage: Outage;
  /** How far the service's clock was ahead of this machine's with each answer. */
  readonly skews: WeakMap<object, number>;
  readonly verification: Verification;
}

/** The operation that a request is a part of. */
export interface Operation extends OperationOptions, Patience {}

/** The one function through which every request goes. */
export async function sendWithRetries(
  request: ApiRequest,
  options: ClientOptions,
  shared: Shared,
  operation: Operation,
) {
  const { clock, limiter, outage } = shared;
  const send = attempt(request, options, shared, operation);
  let attempts = 0;
  const failures = new Failures(request, { ...defaultPolicy, maxRetries: options.maxRetries }, shared, operation);
  let next: Wait | undefined;
  for (;;) {
    try {
      if (next) await waitToRetry(options, shared, operation, request, next);
      const queuedAt = clock.now();
      const inTurn = () => send(++attempts, clock.now() - queuedAt);
      const answer = await limiter.run(inTurn, operation.signal);
      outage.end();
      return answer;
    } catch (caught) {
      next = failures.next(asKnown(caught));
    }
  }
}

/** A wait before the next attempt. */
interface Wait {
  readonly ms: number;
  /** The service has refused the request because of its rate limit. */
  readonly isLimited: boolean;
  /** Of the last attempt. */
  readonly error: EdgeIngressError;
}

async function waitToRetry(
  options: ClientOptions,
  { clock, limiter, outage }: Shared,
  operation: Operation,
  request: ApiRequest,
  { ms, isLimited, error }: Wait,
): Promise<void> {
  // Nothing begins in a pause, so that the limiter waits for its end.
  const waitMs = isLimited ? limiter.pause(ms) : ms;
  const isShown = waitMs > LONG_WAIT_MS && (isLimited || outage.isNews());
  logWait(logOf(options, operation), isShown ? "info" : "debug", request, waitMs, causeOf(error));
  if (!isLimited) await wait(clock, waitMs, operation.signal);
}

/** The failed attempts of one request. */
class Failures {
  private failed = 0;
  private limited = 0;
  private last: EdgeIngressError | undefined;

  constructor(
    private readonly request: ApiRequest,
    private readonly policy: RetryPolicy,
    private readonly shared: Shared,
    private readonly operation: Operation,
  ) {}

  /** How long to wait before the next attempt. Throws the error where there is none to be. */
  next(error: EdgeIngressError): Wait {
    const { clock, outage } = this.shared;
    // What was cancelled is a wait, and no attempt: what has become of the last one is what matters.
    if (error instanceof CancelledError && this.last) throw this.ended(this.last, "it was cancelled");
    this.last = error;
    const isLimited = error instanceof HttpError && error.status === 429;
    this.failed++;
    if (isLimited) this.limited++;
    if (error instanceof HttpError && error.status < 500) outage.end();
    const attempts = { method: this.request.method, failed: this.failed, limited: this.limited };
    const verdict = decide(this.policy, attempts, error, clock.random());
    if (!("retryAfterMs" in verdict)) {
      if (verdict.isExhausted && !isLimited) outage.giveUp();
      throw this.ended(error, verdict.reason);
    }
    if (clock.now() + verdict.retryAfterMs >= this.operation.deadline) throw this.ended(error, gaveUp(this.operation));
    if (!isLimited && !outage.mayRetry())
      throw this.ended(error, "not retried: another request has already used up its retries");
    return { ms: verdict.retryAfterMs, isLimited, error };
  }

  /** The same error, its message saying what was asked if not so already, how often, and why it was not tried again. */
  ended(error: EdgeIngressError, reason?: string): EdgeIngressError {
    const isOfRequest = !(error instanceof HttpError || error instanceof ConfigurationError);
    if (isOfRequest) error.message = `${operationOf(this.request)}: ${error.message}`;
    const count = this.failed > 1 ? [`after ${this.failed} attempts`] : [];
    const notes = [...count, ...(reason === undefined ? [] : [reason])];
    if (notes.length > 0) error.message += ` (${notes.join("; ")})`;
    return error;
  }
}

/** Sends the request once, within the time that is left. */
function attempt(
  { method, path, body }: ApiRequest,
  options: ClientOptions,
  { base, clock, transport, skews }: Shared,
  operation: Operation,
) {
  const { redact } = operation;
  const url = urlOf(base, path);
  const headers = headersOf(options, body !== undefined);
  const outgoing = { url, method, headers, ...(body && { body: JSON.stringify(body) }) };
  const asked = operationOf({ method, path });
  const log = logOf(options, operation);
  return async (number: number, queuedMs: number) => {
    const leftMs = operation.deadline - clock.now();
    if (leftMs <= 0) throw new NetworkError(`not sent: ${gaveUp(operation)}`, false, false);
    const about = { operation: asked, number, queuedMs };
    const incoming = await logged(about, { clock, log }, () => transport(outgoing, leftMs));
    const told = { url, apiKeySource: options.apiKeySource, redact };
    const answer = acceptAnswer(asked, incoming, told);
    for (const each of datedBy(answer)) skews.set(each, skewOf(incoming) ?? 0);
    return answer;
  };
}

/** An answer, and the items of its lists. */
const datedBy = (answer: Readonly<Record<string, unknown>> | null): object[] =>
  answer === null
    ? []
    : [answer, ...Object.values(answer).flat()].filter((each) => typeof each === "object" && each !== null);

/** What is asked, as messages show it. */
export const operationOf = ({ method, path }: Pick<ApiRequest, "method" | "path">): string =>
  `${method} ${nameOf(path)}`;

/** Where an operation's messages go. */
export const logOf = (options: ClientOptions, { log = options.log ?? silence }: OperationOptions): Log => log;

const silence: Log = () => undefined;

/** Logs a wait. A user would take a long one for a hang. */
export function logWait(
  log: Log,
  severity: Message["severity"],
  request: ApiRequest,
  waitMs: number,
  cause: string,
): void {
  if (waitMs <= 0) return;
  log({ severity, text: `${operationOf(request)} waits for ${secondsOf(waitMs)} s: ${cause}` });
}

const causeOf = (error: EdgeIngressError): string =>
  error instanceof HttpError ? `the service answered ${error.status}` : error.message;
