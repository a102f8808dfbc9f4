import type { Log, Message } from "../schema/problem";
import { displayPath, parseBaseUrl, urlOf } from "./address";
import { type Answer, acceptAnswer, skewOf } from "./answer";
import { LONG_WAIT_MS, logged, secondsOf } from "./attempt-log";
import {
  asKnown,
  CancelledError,
  ConfigurationError,
  type EdgeIngressError,
  HttpError,
  NetworkError,
} from "./errors";
import { Limiter } from "./limiter";
import { CircuitBreaker, decide, defaultPolicy } from "./retry";
import type { Transport } from "./transport";
import type { ApiRequest, ClientOptions, OperationOptions } from "./types";
import {
  type Deadline,
  defaultTimeouts,
  systemClock,
  type Timeouts,
  timeoutText,
  wait,
} from "./wait";

/** What all requests of a client share. */
export type Shared = ReturnType<typeof createShared>;

export function createShared(options: ClientOptions) {
  const { clock = systemClock, timeouts = defaultTimeouts } = options;
  const base = parseBaseUrl(options.baseUrl);
  return {
    options,
    base,
    clock,
    timeouts,
    limiter: new Limiter(options.maxConcurrency, clock),
    transport: options.transport ?? laterTransport(base, timeouts),
    breaker: new CircuitBreaker(),
    /** How far the service's clock was ahead of this machine's with each answer. */
    skews: new WeakMap<object, number>(),
  };
}

/** A transport that is loaded with the first request: previews send none, and undici is two fifths of a first call's start. */
function laterTransport(base: URL, timeouts: Timeouts): Transport {
  let made: Promise<Transport> | undefined;
  return async (outgoing, withinMs) => {
    made ??= import("./transport.js").then(({ createTransport }) =>
      createTransport(base, timeouts),
    );
    return (await made)(outgoing, withinMs);
  };
}

/** The operation that a request is a part of. */
export interface Operation extends OperationOptions, Deadline {
  readonly log: Log;
}

/** The one function through which every request goes. */
export async function sendWithRetries(
  request: ApiRequest,
  shared: Shared,
  operation: Operation,
): Promise<Answer> {
  const { breaker, clock, limiter } = shared;
  const send = attempt(request, shared, operation);
  const failures = new Failures(request, shared, operation);
  let waitMs: number | undefined;
  for (;;) {
    try {
      if (waitMs !== undefined) await failures.waitToRetry(waitMs);
      const queuedAt = clock.now();
      const inTurn = () => send(failures.count + 1, clock.now() - queuedAt);
      const answer = await limiter.run(inTurn, operation.signal);
      breaker.close();
      return answer;
    } catch (caught) {
      waitMs = failures.retryAfterMs(asKnown(caught));
    }
  }
}

class Failures {
  count = 0;
  /** An attempt that is refused, or not sent, does not undo what an earlier one may have done. */
  private mayBeProcessed = false;
  private limited = 0;
  private last: EdgeIngressError | undefined;

  constructor(
    private readonly request: ApiRequest,
    private readonly shared: Shared,
    private readonly operation: Operation,
  ) {}

  /** How long to wait for the attempt that follows a failure. If there is none, throws the error of the request. */
  retryAfterMs(error: EdgeIngressError): number {
    const { breaker, clock, options } = this.shared;
    // What was cancelled is a wait, and no attempt: what has become of the last one is what matters.
    if (error instanceof CancelledError && this.last)
      throw this.failed(this.last, "it was cancelled");
    this.last = error;
    this.mayBeProcessed ||= error.mayBeProcessed;
    const isLimited = isRateLimit(error);
    this.count++;
    if (isLimited) this.limited++;
    if (error instanceof HttpError && error.status < 500) breaker.close();
    const attempts = { method: this.request.method, failed: this.count, limited: this.limited };
    const verdict = decide(
      { ...defaultPolicy, maxRetries: options.maxRetries },
      attempts,
      error,
      clock.random(),
    );
    if (!("retryAfterMs" in verdict)) {
      if (verdict.isExhausted && !isLimited) breaker.isOpen = true;
      throw this.failed(error, verdict.reason);
    }
    if (clock.now() + verdict.retryAfterMs >= this.operation.deadline)
      throw this.failed(error, this.outOfTime());
    if (!isLimited && breaker.isOpen)
      throw this.failed(error, "not retried: another request has already used up its retries");
    return verdict.retryAfterMs;
  }

  /** Waits, or pauses all requests if the service has asked for that: the limiter then waits for the end of the pause. */
  async waitToRetry(waitMs: number): Promise<void> {
    const { breaker, clock, limiter } = this.shared;
    const { log, signal } = this.operation;
    const isLimited = isRateLimit(this.last);
    const ms = isLimited ? limiter.pause(waitMs) : waitMs;
    const isReported = ms > LONG_WAIT_MS && (isLimited || breaker.reportsWait());
    const next = `retrying ${operationOf(this.request)}`;
    logWait(log, isReported ? "info" : "debug", next, ms, causeOf(this.last));
    if (!isLimited) await wait(clock, ms, signal);
  }

  /** The error of the request, from that of its last attempt: what was asked, how often, and why not again. */
  private failed(error: EdgeIngressError, endedBy: string | undefined): EdgeIngressError {
    const { count: attempts, mayBeProcessed } = this;
    const isNamed = error instanceof HttpError || error instanceof ConfigurationError;
    const operation = isNamed ? undefined : operationOf(this.request);
    return error.with({ operation, attempts, endedBy, mayBeProcessed });
  }

  private outOfTime(): string {
    const { deadline, limit } = this.operation;
    // A timer may fire a fraction of a millisecond before the clock reaches its time.
    const isOver = this.shared.clock.now() + 1 >= deadline;
    return isOver
      ? timeoutText(this.operation)
      : `not retried: the next attempt would exceed ${limit}`;
  }
}

/** Sends the request once, within the time that is left. */
function attempt(
  { method, path, body }: ApiRequest,
  { options, base, clock, transport, skews }: Shared,
  operation: Operation,
) {
  const { apiKey, apiKeySource } = options;
  const url = urlOf(base, path);
  const headers = {
    authorization: `Bearer ${apiKey}`,
    "service-version": "2",
    // Without this header any coding would be allowed (RFC 9110, section 12.5.3), zstd too, which not every Node.js decodes.
    "accept-encoding": "identity",
    ...(body && { "content-type": "application/json" }),
  };
  const outgoing = { url, method, headers, ...(body && { body: JSON.stringify(body) }) };
  const asked = operationOf({ method, path });
  return async (number: number, queuedMs: number): Promise<Answer> => {
    const leftMs = operation.deadline - clock.now();
    if (leftMs <= 0) throw new NetworkError(`not sent: ${timeoutText(operation)}`, false, false);
    const about = { operation: asked, number, queuedMs };
    const incoming = await logged(about, { clock, log: operation.log }, () =>
      transport(outgoing, leftMs),
    );
    const answer = acceptAnswer(asked, incoming, { url, apiKeySource, redact: operation.redact });
    for (const each of datedBy(answer)) skews.set(each, skewOf(incoming) ?? 0);
    return answer;
  };
}

/** An answer, and the items of its lists. */
const datedBy = (answer: Answer): object[] =>
  answer === null
    ? []
    : [answer, ...Object.values(answer).flat()].filter(
        (each) => typeof each === "object" && each !== null,
      );

export const operationOf = ({ method, path }: Pick<ApiRequest, "method" | "path">): string =>
  `${method} ${displayPath(path)}`;

/** Logs a wait, with what comes next. A user would take a long wait for a hang. */
export function logWait(
  log: Log,
  severity: Message["severity"],
  next: string,
  waitMs: number,
  cause: string,
): void {
  if (waitMs <= 0) return;
  log({ severity, text: `${next} in ${secondsOf(waitMs)} s: ${cause}` });
}

const isRateLimit = (error: unknown): boolean => error instanceof HttpError && error.status === 429;

const causeOf = (error: EdgeIngressError | undefined): string =>
  error instanceof HttpError ? `the service answered ${error.status}` : (error?.message ?? "");
