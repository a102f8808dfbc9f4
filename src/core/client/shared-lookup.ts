import type { Operation } from "./context";
import { HttpError, UnexpectedResponseError } from "./errors";
import { type Clock, wait, waitFor } from "./wait";

/** Milliseconds from the start of a lookup to the start of the next lookup. */
const INTERVAL_MS = 1_000;

/**
 * A lookup that operations share. A single lookup runs at a time, and at most one starts per second. An operation needs a result
 * that is newer than its own response, so it joins a lookup only if the lookup has not started yet.
 */
export class SharedLookup<T> {
  /** The lookup that has not started yet. */
  private pending: Promise<T> | undefined;
  /** The lookup that is running. */
  private running: Promise<T> | undefined;
  private startedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly clock: Clock,
    private readonly lookUp: (operation: Operation) => Promise<T>,
  ) {}

  /**
   * The result of a lookup that starts after this call. If the lookup of another operation fails because of the deadline or the
   * cancellation of that operation, this operation joins the next lookup, or starts one.
   */
  async find(operation: Operation): Promise<T> {
    while (this.pending) {
      const joined = this.pending.then(
        (found) => ({ found }),
        (error: unknown) => {
          if (failsForAll(error)) throw error;
          return undefined;
        },
      );
      const result = await waitFor(this.clock, joined, operation);
      if (result) return result.found;
    }
    this.pending = this.startInTurn(operation);
    return this.pending;
  }

  private async startInTurn(operation: Operation): Promise<T> {
    try {
      await this.awaitTurn(operation);
    } finally {
      this.pending = undefined;
    }
    this.startedAt = this.clock.now();
    this.running = this.lookUp(operation);
    try {
      return await this.running;
    } finally {
      this.running = undefined;
    }
  }

  private async awaitTurn(operation: Operation): Promise<void> {
    const ended = this.running?.catch(() => undefined);
    if (ended) await waitFor(this.clock, ended, operation);
    const leftMs = this.startedAt + INTERVAL_MS - this.clock.now();
    if (leftMs > 0) await wait(this.clock, leftMs, operation.signal);
  }
}

/** Statuses of temporary refusals: a timeout, a request that comes too early, and a rate limit. */
const TEMPORARY_REFUSALS = [408, 425, 429];

/** True if a lookup would fail for every operation, and not only for the operation that started it. */
const failsForAll = (error: unknown): boolean =>
  error instanceof UnexpectedResponseError ||
  (error instanceof HttpError &&
    error.status >= 400 &&
    error.status < 500 &&
    !TEMPORARY_REFUSALS.includes(error.status));
