import { type EdgeIngressError, HttpError, NetworkError, TimeoutError } from "./errors";

/** How often, and after how long, a failed request is sent again: together the waits last 35 to 72 s, to outlast a restart. */
export const defaultPolicy = {
  /** Retries after the first attempt, answers with 429 not counted. */
  maxRetries: 8,
  /** Attempts that a rate limit may cost. */
  maxAttempts: 25,
  /** Milliseconds that the first wait lasts at most, and half of that at least; each further one twice as long. */
  baseDelayMs: 500,
  /** Milliseconds that no wait without a Retry-After exceeds. */
  maxDelayMs: 20_000,
  /** Milliseconds of a Retry-After that are waited for; a longer one fails at once. */
  maxRetryAfterMs: 60_000,
};

type RetryPolicy = Readonly<typeof defaultPolicy>;

export interface Attempts {
  readonly method: string;
  readonly failed: number;
  /** Of them, answers with 429. */
  readonly limited: number;
}

/** Another attempt after a wait; or the end, because no attempts are left, or for a reason to report. */
export type Verdict =
  | { readonly retryAfterMs: number }
  | { readonly isExhausted?: true; readonly reason?: string };

const RETRIED = [408, 425, 429, 500, 502, 503, 504];

/** What follows a failed attempt. A POST is sent again only if it surely was not processed. */
export function decide(
  policy: RetryPolicy,
  attempts: Attempts,
  error: EdgeIngressError,
  random: number,
): Verdict {
  if (!canHelp(attempts.method, error)) return {};
  const { failed, limited } = attempts;
  if (failed - limited > policy.maxRetries || failed >= policy.maxAttempts)
    return { isExhausted: true };
  const asked = error instanceof HttpError ? error.retryAfterMs : undefined;
  if (asked === undefined) return { retryAfterMs: backOff(policy, failed, random) };
  if (asked <= policy.maxRetryAfterMs) return { retryAfterMs: asked };
  return { reason: `the service asks to wait for ${Math.ceil(asked / 1000)} s` };
}

/** Whether the same request may be sent again, and may get another answer. */
function canHelp(method: string, error: EdgeIngressError): boolean {
  if (error instanceof HttpError)
    return method === "POST" ? error.status === 429 : RETRIED.includes(error.status);
  if (error instanceof NetworkError)
    return error.canPass && (method !== "POST" || !error.mayBeProcessed);
  return error instanceof TimeoutError && method !== "POST";
}

/** Equal jitter, from half of a growing limit up to it: clients come back one by one, and all try for a known time. */
const backOff = (
  { baseDelayMs, maxDelayMs }: RetryPolicy,
  failed: number,
  random: number,
): number => Math.floor((Math.min(maxDelayMs, baseDelayMs * 2 ** (failed - 1)) * (1 + random)) / 2);

/**
 * Each request may use its full retry budget. Once one has exhausted it, the others stop retrying until the service
 * answers again. Retries do not flood the service: their waits grow, and few requests are in flight at a time. One
 * budget for all requests would fail more of them the more there are.
 */
export class CircuitBreaker {
  isOpen = false;
  private isReported = false;

  close(): void {
    this.isOpen = false;
    this.isReported = false;
  }

  /** Whether to report that requests wait for the service: once, until it answers. */
  reportsWait(): boolean {
    const isFirst = !this.isReported;
    this.isReported = true;
    return isFirst;
  }
}
