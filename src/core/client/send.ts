import type { Log, Message } from "../schema/problem";
import { displayPath, resolveUrl } from "./address";
import { displaySeconds, LONG_WAIT_MS, logAttempt } from "./attempt-log";
import type { ClientContext, Operation } from "./context";
import {
  asProviderError,
  CancelledError,
  ConfigurationError,
  type EdgeIngressError,
  HttpError,
  NetworkError,
} from "./errors";
import { acceptResponse, clockSkewMs, type ResponseBody } from "./response";
import { decide, defaultPolicy, type RetryDecision } from "./retry";
import type { TransportRequest, TransportResponse } from "./transport";
import type { ApiRequest } from "./types";
import { timeoutText, wait } from "./wait";

/** The one function through which every request goes. */
export async function sendWithRetries(
  request: ApiRequest,
  context: ClientContext,
  operation: Operation,
): Promise<ResponseBody> {
  const { breaker, clock, limiter } = context;
  const sendOnce = createAttempt(request, context, operation);
  const failures = new Failures(request, context, operation);
  let waitMs: number | undefined;
  for (;;) {
    try {
      if (waitMs !== undefined) await failures.waitToRetry(waitMs);
      const queuedAt = clock.now();
      const attempt = () => sendOnce(failures.count + 1, clock.now() - queuedAt);
      const body = await limiter.run(attempt, operation.signal);
      breaker.close();
      return body;
    } catch (caught) {
      waitMs = failures.requireRetry(asProviderError(caught));
    }
  }
}

/** The failed attempts of a request. */
class Failures {
  count = 0;
  /** True if any attempt may have been processed: a later attempt that is refused, or not sent, does not undo that. */
  private mayBeProcessed = false;
  private limited = 0;
  private last: EdgeIngressError | undefined;

  constructor(
    private readonly request: ApiRequest,
    private readonly context: ClientContext,
    private readonly operation: Operation,
  ) {}

  /**
   * Decides whether a failure is followed by another attempt.
   *
   * @returns The milliseconds to the next attempt.
   * @throws {EdgeIngressError} The error of the request, if there is no next attempt.
   */
  requireRetry(error: EdgeIngressError): number {
    // The user cancelled the wait before an attempt. The last attempt decides about the outcome.
    if (error instanceof CancelledError && this.last)
      throw this.failed(this.last, "it was cancelled");
    this.add(error);
    const decision = this.decide(error);
    if ("retryAfterMs" in decision) {
      this.requireTimeToRetry(error, decision.retryAfterMs);
      return decision.retryAfterMs;
    }
    if (decision.isExhausted && !isRateLimit(error)) this.context.breaker.isOpen = true;
    throw this.failed(error, decision.reason);
  }

  private add(error: EdgeIngressError): void {
    this.last = error;
    this.mayBeProcessed ||= error.mayBeProcessed;
    this.count++;
    if (isRateLimit(error)) this.limited++;
    if (error instanceof HttpError && error.status < 500) this.context.breaker.close();
  }

  private decide(error: EdgeIngressError): RetryDecision {
    const { clock, options } = this.context;
    const policy = { ...defaultPolicy, maxRetries: options.maxRetries };
    const attempts = { method: this.request.method, failed: this.count, limited: this.limited };
    return decide(policy, attempts, error, clock.random());
  }

  private requireTimeToRetry(error: EdgeIngressError, retryAfterMs: number): void {
    const { breaker, clock } = this.context;
    if (clock.now() + retryAfterMs >= this.operation.deadline)
      throw this.failed(error, this.deadlineReason());
    if (!isRateLimit(error) && breaker.isOpen)
      throw this.failed(error, "not retried: another request has already used up its retries");
  }

  /** Waits for the next attempt. After a 429, pauses all requests instead: the limiter then waits for the end of the pause. */
  async waitToRetry(waitMs: number): Promise<void> {
    const { breaker, clock, limiter } = this.context;
    const { log, signal } = this.operation;
    const isLimited = isRateLimit(this.last);
    const ms = isLimited ? limiter.pause(waitMs) : waitMs;
    const isReported = ms > LONG_WAIT_MS && (isLimited || breaker.shouldReportWait());
    const next = `retrying ${requestName(this.request)}`;
    logWait(log, isReported ? "info" : "debug", next, ms, failureCause(this.last));
    if (!isLimited) await wait(clock, ms, signal);
  }

  /** The error of the request, from that of its last attempt: the request, the number of attempts, and why there is no other. */
  private failed(error: EdgeIngressError, endedBy: string | undefined): EdgeIngressError {
    const { count: attempts, mayBeProcessed } = this;
    const isNamed = error instanceof HttpError || error instanceof ConfigurationError;
    const operation = isNamed ? undefined : requestName(this.request);
    return error.with({ operation, attempts, endedBy, mayBeProcessed });
  }

  private deadlineReason(): string {
    const { deadline, limit } = this.operation;
    // A timer may fire a fraction of a millisecond before the clock reaches its time.
    const isOver = this.context.clock.now() + 1 >= deadline;
    if (isOver) return timeoutText(this.operation);
    return `not retried: the next attempt would exceed ${limit}`;
  }
}

/** A function that sends the request once, within the time that the operation has left. */
function createAttempt(request: ApiRequest, context: ClientContext, operation: Operation) {
  const { options, base, clock, transport } = context;
  const url = resolveUrl(base, request.path);
  const outgoing = transportRequest(request, url, options.apiKey);
  const name = requestName(request);
  return async (number: number, queuedMs: number): Promise<ResponseBody> => {
    const leftMs = operation.deadline - clock.now();
    if (leftMs <= 0)
      throw new NetworkError(`not sent: ${timeoutText(operation)}`, {
        mayBeProcessed: false,
        canPass: false,
      });
    const attempt = { request: name, number, queuedMs };
    const response = await logAttempt(attempt, { clock, log: operation.log }, () =>
      transport(outgoing, leftMs),
    );
    const { apiKeySource } = options;
    const body = acceptResponse(name, response, { url, apiKeySource, redact: operation.redact });
    recordClockSkew(context, body, response);
    return body;
  };
}

/** The request of the transport, with the headers that the API requires. */
export function transportRequest(
  { method, body }: Pick<ApiRequest, "method" | "body">,
  url: URL,
  apiKey: string,
): TransportRequest {
  const headers = {
    authorization: `Bearer ${apiKey}`,
    "service-version": "2",
    // Without this header any coding would be allowed (RFC 9110, section 12.5.3), zstd too, which not every Node.js decodes.
    "accept-encoding": "identity",
  };
  const request: TransportRequest = { url, method, headers };
  if (!body) return request;
  return {
    ...request,
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(body),
  };
}

/** Records the clock skew of a response for its body, and for each item of its lists. */
function recordClockSkew(
  { clockSkewsMs }: ClientContext,
  body: ResponseBody,
  response: TransportResponse,
): void {
  if (body === null) return;
  const skewMs = clockSkewMs(response) ?? 0;
  clockSkewsMs.set(body, skewMs);
  for (const item of Object.values(body).flat())
    if (typeof item === "object" && item !== null) clockSkewsMs.set(item, skewMs);
}

/** A request as messages name it: `GET /agent_ingresses/agin_1`. */
export const requestName = ({ method, path }: Pick<ApiRequest, "method" | "path">): string =>
  `${method} ${displayPath(path)}`;

/** Logs a wait, with the step that follows. Without the message, a user would take a long wait for a hang. */
export function logWait(
  log: Log,
  severity: Message["severity"],
  next: string,
  waitMs: number,
  cause: string,
): void {
  if (waitMs <= 0) return;
  log({ severity, text: `${next} in ${displaySeconds(waitMs)} s: ${cause}` });
}

const isRateLimit = (error: unknown): boolean => error instanceof HttpError && error.status === 429;

const failureCause = (error: EdgeIngressError | undefined): string =>
  error instanceof HttpError ? `the service answered ${error.status}` : (error?.message ?? "");
