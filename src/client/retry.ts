import { type EdgeIngressError, HttpError, NetworkError, TimeoutError } from "./errors";

/** How often, and after how long, a failed request is sent again. */
export interface RetryPolicy {
  /** Retries after the first attempt, answers with 429 not counted. */
  readonly maxRetries: number;
  /** Attempts that a rate limit may cost. */
  readonly maxAttempts: number;
  /** Milliseconds that the first wait lasts at most; each further one up to twice as long. */
  readonly baseDelayMs: number;
  /** Milliseconds that no wait without a Retry-After exceeds. */
  readonly maxDelayMs: number;
  /** Milliseconds of a Retry-After that are waited for; a longer one fails at once. */
  readonly maxRetryAfterMs: number;
}

export const defaultPolicy: RetryPolicy = {
  maxRetries: 4,
  maxAttempts: 25,
  baseDelayMs: 500,
  maxDelayMs: 20_000,
  maxRetryAfterMs: 60_000,
};

/** Failures so far, of one operation. */
export interface Attempts {
  readonly method: string;
  /** Failed attempts. */
  readonly failed: number;
  /** Of them, answers with 429. */
  readonly limited: number;
}

/** What follows a failure: another attempt after a wait, or the end, for a reason to tell the user if there is one. */
export type Verdict = { readonly retryAfterMs: number } | { readonly reason?: string };

const RETRIED = [408, 425, 429, 500, 502, 503, 504];

/**
 * Decides on a failed attempt. GET, PUT, PATCH and DELETE say what is to be, and may be sent again whenever that can
 * help; a POST only when it surely was not processed.
 */
export function decide(policy: RetryPolicy, attempts: Attempts, error: EdgeIngressError, random: number): Verdict {
  const isExhausted = attempts.failed - attempts.limited > policy.maxRetries || attempts.failed >= policy.maxAttempts;
  if (isExhausted || !canHelp(attempts.method, error)) return {};
  const asked = error instanceof HttpError ? error.retryAfterMs : undefined;
  if (asked === undefined) return { retryAfterMs: backOff(policy, attempts.failed, random) };
  if (asked <= policy.maxRetryAfterMs) return { retryAfterMs: asked };
  return { reason: `the service asks to wait for ${Math.ceil(asked / 1000)} s` };
}

/** Whether the same request may be sent again, and may get another answer. */
function canHelp(method: string, error: EdgeIngressError): boolean {
  if (error instanceof HttpError) return method === "POST" ? error.status === 429 : RETRIED.includes(error.status);
  if (error instanceof NetworkError) return error.canPass && (method !== "POST" || !error.mayBeProcessed);
  return error instanceof TimeoutError && method !== "POST";
}

/** Full jitter: anything up to an exponentially growing limit, so that many clients do not come back at once. */
const backOff = ({ baseDelayMs, maxDelayMs }: RetryPolicy, failed: number, random: number): number =>
  Math.floor(random * Math.min(maxDelayMs, baseDelayMs * 2 ** (failed - 1)));

/**
 * Milliseconds that a Retry-After asks for: in seconds, or as a date, which is relative to the answer's own Date. Garbage
 * asks for nothing.
 */
export function parseRetryAfter(
  value: string | undefined,
  date: string | undefined,
  nowMs: number,
): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const until = /[a-z]/i.test(text) ? Date.parse(text) : Number.NaN;
  const since = date === undefined ? Number.NaN : Date.parse(date);
  return Number.isNaN(until) ? undefined : Math.max(0, until - (Number.isNaN(since) ? nowMs : since));
}

/** Keeps a service that is down from being flooded with retries: they cost tokens, and successes earn them back. */
export class RetryBudget {
  private tokens = 500;

  /** Takes the cost of a retry, if there is enough left. */
  take(): boolean {
    if (this.tokens < 5) return false;
    this.tokens -= 5;
    return true;
  }

  /** Gives back a little for a success. */
  earn(): void {
    this.tokens = Math.min(500, this.tokens + 1);
  }
}
