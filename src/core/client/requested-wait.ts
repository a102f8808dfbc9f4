import { type Headers, singleHeader } from "./headers";
import type { TransportResponse } from "./transport";

/** Headers that name the end of the current rate limit. */
const RESET_HEADERS = ["ratelimit-reset", "x-ratelimit-reset"];

/** The longest wait for the end of a rate limit: most services allow further requests before a longer period ends. */
const MAX_RESET_MS = 60_000;

/** Numbers from which on a reset is a Unix time, in seconds or milliseconds. Smaller numbers are seconds from now. */
const UNIX_SECONDS = 1e9;
const UNIX_MILLISECONDS = 1e12;

/**
 * Milliseconds that the response to a failed request asks to wait: by `Retry-After` (RFC 9110, section 10.2.3) or, with status
 * 429, by a header of a rate limit. Undefined if no header asks for a wait.
 */
export function requestedWaitMs(
  { status, headers }: TransportResponse,
  nowMs: number,
): number | undefined {
  const date = singleHeader(headers.date);
  const retryAfterMs = parseRetryAfter(singleHeader(headers["retry-after"]), date, nowMs);
  if (retryAfterMs !== undefined || status !== 429) return retryAfterMs;
  const resets = [
    resetOfPolicies(headers.ratelimit),
    ...RESET_HEADERS.map((name) => singleHeader(headers[name])),
  ];
  return resets
    .map((reset) => parseReset(reset, serviceTime(date, nowMs)))
    .find((resetMs) => resetMs !== undefined);
}

/**
 * Milliseconds that a `Retry-After` asks for: in seconds, or until a date, which is relative to the `Date` of the response.
 * Undefined if the header is malformed or names a date in the past: a wait of 0 would use up all attempts at once.
 */
export function parseRetryAfter(
  value: string | undefined,
  date: string | undefined,
  nowMs: number,
): number | undefined {
  const text = value?.trim() ?? "";
  if (/^\d{1,9}$/.test(text)) return positive(Number(text) * 1_000);
  const isDate = /[a-z]/i.test(text);
  return isDate ? positive(Date.parse(text) - serviceTime(date, nowMs)) : undefined;
}

/** The parameter `t` of the policy of a `RateLimit` header that has no requests left, in parameter `r`: `"burst";r=0;t=5, "hourly";r=9;t=50`. */
function resetOfPolicies(header: Headers[string]): string | undefined {
  const policies = [header ?? []].flat().join().split(",");
  const exhausted = policies.find((policy) => /;\s*r=0\s*(;|$)/.test(policy));
  return /;\s*t=(\d+)\s*(;|$)/.exec(exhausted ?? "")?.[1];
}

/** Milliseconds until a rate limit is reset. Undefined if the value is malformed, or names a time too far away. */
function parseReset(value: string | undefined, nowMs: number): number | undefined {
  const text = value?.trim() ?? "";
  if (!/^\d{1,13}(\.\d{1,9})?$/.test(text)) return undefined;
  const resetMs = positive(millisecondsUntil(Number(text), nowMs));
  return resetMs !== undefined && resetMs <= MAX_RESET_MS ? resetMs : undefined;
}

function millisecondsUntil(reset: number, nowMs: number): number {
  if (reset >= UNIX_MILLISECONDS) return reset - nowMs;
  if (reset >= UNIX_SECONDS) return reset * 1_000 - nowMs;
  return reset * 1_000;
}

/** The time of a response by the clock of the service, if it has a `Date`. */
function serviceTime(date: string | undefined, nowMs: number): number {
  const time = Date.parse(date ?? "");
  return Number.isNaN(time) ? nowMs : time;
}

const positive = (ms: number): number | undefined => (ms > 0 ? ms : undefined);
