import { type EdgeIngressError, HttpError, NetworkError, TimeoutError } from "./errors";

/** The limits of retries. */
export interface RetryPolicy {
  /** Retries after the first attempt. Responses with 429 do not count. */
  readonly maxRetries: number;
  /** Limit of all attempts, those with a 429 included. */
  readonly maxAttempts: number;
  /** The longest first wait in milliseconds; the shortest is half of it. Each further wait is twice as long. */
  readonly baseDelayMs: number;
  /** The longest wait in milliseconds if the service asks for none. */
  readonly maxDelayMs: number;
  /** The longest wait in milliseconds that the service may ask for. A request for a longer wait fails at once. */
  readonly maxRetryAfterMs: number;
}

/** All waits together last 35 to 72 s, to outlast a restart of the service. */
export const defaultPolicy: RetryPolicy = {
  maxRetries: 8,
  maxAttempts: 25,
  baseDelayMs: 500,
  maxDelayMs: 20_000,
  maxRetryAfterMs: 60_000,
};

/** The attempts of a request so far, all of which have failed. */
export interface Attempts {
  readonly method: string;
  readonly failed: number;
  /** The failed attempts with a 429. */
  readonly limited: number;
}

/** Another attempt after a wait; or the end, because no attempts are left, or for a reason to report. */
export type RetryDecision =
  | { readonly retryAfterMs: number }
  | { readonly isExhausted?: true; readonly reason?: string };

const RETRIED_STATUSES = [408, 425, 429, 500, 502, 503, 504];

/** Decides what follows a failed attempt. A POST is sent again only if the service surely has not processed it. */
export function decide(
  policy: RetryPolicy,
  attempts: Attempts,
  error: EdgeIngressError,
  random: number,
): RetryDecision {
  if (!isRetryable(attempts.method, error)) return {};
  const { failed, limited } = attempts;
  if (failed - limited > policy.maxRetries || failed >= policy.maxAttempts)
    return { isExhausted: true };
  const requestedMs = error instanceof HttpError ? error.retryAfterMs : undefined;
  if (requestedMs === undefined) return { retryAfterMs: backoffMs(policy, failed, random) };
  if (requestedMs <= policy.maxRetryAfterMs) return { retryAfterMs: requestedMs };
  return { reason: `the service asks to wait for ${Math.ceil(requestedMs / 1000)} s` };
}

/** True if the same request may be sent again, and may get another response. */
function isRetryable(method: string, error: EdgeIngressError): boolean {
  const isPost = method === "POST";
  if (error instanceof HttpError)
    return isPost ? error.status === 429 : RETRIED_STATUSES.includes(error.status);
  if (error instanceof NetworkError) return error.canPass && !(isPost && error.mayBeProcessed);
  return error instanceof TimeoutError && !isPost;
}

/**
 * Exponential backoff with equal jitter, from half of the limit up to it: after an outage, clients come back one by one, and the
 * total time of all retries is known.
 */
function backoffMs(
  { baseDelayMs, maxDelayMs }: RetryPolicy,
  failed: number,
  random: number,
): number {
  const limitMs = Math.min(maxDelayMs, baseDelayMs * 2 ** (failed - 1));
  return Math.floor((limitMs * (1 + random)) / 2);
}

/**
 * Each request may use its full retry budget. Once a request has exhausted it, all others stop retrying until the service
 * responds again. Retries do not flood the service: their waits grow, and few requests are in flight at a time. A shared
 * budget would fail more requests the more there are.
 */
export class CircuitBreaker {
  isOpen = false;
  private isWaitReported = false;

  close(): void {
    this.isOpen = false;
    this.isWaitReported = false;
  }

  /** True if the caller has to report that requests wait for the service: once, until it responds again. */
  shouldReportWait(): boolean {
    const isFirst = !this.isWaitReported;
    this.isWaitReported = true;
    return isFirst;
  }
}
