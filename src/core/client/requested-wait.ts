import { type Headers, singleHeader } from "./headers";
import type { TransportResponse } from "./transport";

/** Headers that name the end of the current rate limit. `RateLimit` has it as the parameter `t`. */
const RESET_HEADERS = ["ratelimit", "ratelimit-reset", "x-ratelimit-reset"];

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
  const resets = RESET_HEADERS.map((name) => parseReset(headers[name], serviceTime(date, nowMs)));
  return resets.find((resetMs) => resetMs !== undefined);
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

/** Milliseconds until a rate limit is reset. Undefined if the header is malformed, or names a time too far away. */
function parseReset(header: Headers[string], nowMs: number): number | undefined {
  const text = singleHeader(header)?.trim() ?? "";
  const number = /^(?:.*;\s*t=)?(\d{1,13}(?:\.\d{1,9})?)$/.exec(text)?.[1];
  if (number === undefined) return undefined;
  const resetMs = positive(millisecondsUntil(Number(number), nowMs));
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
