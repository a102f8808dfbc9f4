import { CancelledError, TimeoutError } from "./errors";
import type { Clock } from "./types";

/** @throws {CancelledError} if the signal is aborted. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CancelledError();
}

/**
 * Waits for a time.
 *
 * @throws {CancelledError} if the signal ends it early.
 */
export async function wait(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  throwIfCancelled(signal);
  await clock.sleep(ms, signal).catch((error: unknown) => {
    throwIfCancelled(signal);
    throw error;
  });
}

/** What may end the wait for something that others do. */
export interface Deadline {
  /** By the clock. */
  readonly deadline: number;
  /** What the deadline is and where it comes from, as messages say it. */
  readonly limit: string;
  readonly signal?: AbortSignal | undefined;
}

/** Why an operation ends at its deadline. */
export const timeoutText = ({ limit }: Pick<Deadline, "limit">): string => `gave up after ${limit}`;

/**
 * What others come to, who are left as they are if the wait ends before that.
 *
 * @throws {CancelledError} if the signal ends the wait.
 * @throws {TimeoutError} if the deadline does.
 */
export async function waitFor<T>(clock: Clock, event: Promise<T>, limits: Deadline): Promise<T> {
  const { deadline, signal } = limits;
  const ended = new AbortController();
  const ends = AbortSignal.any(signal ? [ended.signal, signal] : [ended.signal]);
  const missed = wait(clock, Math.max(0, deadline - clock.now()), ends).then((): never => {
    throw new TimeoutError(timeoutText(limits));
  });
  try {
    return await Promise.race([event, missed]);
  } finally {
    ended.abort();
  }
}
