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
