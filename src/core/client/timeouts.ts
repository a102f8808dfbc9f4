/** Milliseconds that the parts of one attempt may take. */
export interface Timeouts {
  /** To connect, and to have a proxy connect. */
  readonly connectMs: number;
  /** From the request to the head of the answer. */
  readonly headersMs: number;
  /** Between two parts of the answer's body. */
  readonly bodyMs: number;
}

export const defaultTimeouts: Timeouts = { connectMs: 10_000, headersMs: 60_000, bodyMs: 30_000 };

/** The longest time of a timer of Node.js, 24.8 days: a longer one would be over at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;
