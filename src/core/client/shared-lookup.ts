import { HttpError, UnexpectedAnswerError } from "./errors";
import type { Operation } from "./send";
import { type Clock, wait, waitFor } from "./wait";

/** Milliseconds from the start of a lookup to the start of the next. */
const INTERVAL_MS = 1_000;

/**
 * A lookup that operations share: one runs at a time, and at most one starts per second. An operation needs a response that
 * is newer than its own, so it joins a lookup only if that has not started yet.
 */
export class SharedLookup<T> {
  /** The lookup that has not started. */
  private next: Promise<T> | undefined;
  /** The lookup that has started, and has no result. */
  private current: Promise<T> | undefined;
  private startedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly clock: Clock,
    private readonly lookUp: (operation: Operation) => Promise<T>,
  ) {}

  /**
   * The result of a lookup that starts after this call. If the lookup of another operation fails because of the deadline or the
   * cancellation of that operation, this operation starts its own.
   */
  async find(operation: Operation): Promise<T> {
    while (this.next) {
      const joined = this.next.then(
        (found) => ({ found }),
        (error: unknown) => {
          if (failsForAll(error)) throw error;
          return undefined;
        },
      );
      const result = await waitFor(this.clock, joined, operation);
      if (result) return result.found;
    }
    this.next = this.startInTurn(operation);
    return this.next;
  }

  private async startInTurn(operation: Operation): Promise<T> {
    try {
      await this.awaitTurn(operation);
    } finally {
      this.next = undefined;
    }
    this.startedAt = this.clock.now();
    this.current = this.lookUp(operation);
    try {
      return await this.current;
    } finally {
      this.current = undefined;
    }
  }

  private async awaitTurn(operation: Operation): Promise<void> {
    const isOver = this.current?.catch(() => undefined);
    if (isOver) await waitFor(this.clock, isOver, operation);
    const left = this.startedAt + INTERVAL_MS - this.clock.now();
    if (left > 0) await wait(this.clock, left, operation.signal);
  }
}

/** Statuses of refusals that pass: a timeout, a request that comes too early, and a rate limit. */
const PASSING = [408, 425, 429];

/** Whether a lookup would fail for every operation, and not only for the operation that started it. */
const failsForAll = (error: unknown): boolean =>
  error instanceof UnexpectedAnswerError ||
  (error instanceof HttpError &&
    error.status >= 400 &&
    error.status < 500 &&
    !PASSING.includes(error.status));
