import { setTimeout as sleep } from "node:timers/promises";
import { CancelledError, TimeoutError } from "./errors";

/** A source of time and random numbers. */
export interface Clock {
  /** Monotonic time in milliseconds. */
  now(): number;
  /** Waits. Ends early, with an error, if the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** Schedules an action, and returns a function that cancels it. */
  after(ms: number, action: () => void): () => void;
  /** A random number from 0 to 1. */
  random(): number;
}

/** The longest time of a timer of Node.js, 24.8 days: a longer timer would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(Math.min(ms, MAX_TIMER_MS), undefined, signal && { signal }),
  after: (ms, action) => {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

/** Limits of the parts of an attempt, in milliseconds. */
export interface Timeouts {
  /** Time to connect, and for a proxy to connect. */
  readonly connectMs: number;
  /** Time from the request to the head of the response. */
  readonly headersMs: number;
  /** Time between two parts of the response body. */
  readonly bodyMs: number;
}

export const defaultTimeouts: Timeouts = {
  connectMs: 10_000,
  headersMs: 60_000,
  bodyMs: 30_000,
};

export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CancelledError();
}

/** @throws {CancelledError} if the signal ends the wait early. */
export async function wait(
  clock: Clock,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<void> {
  throwIfCancelled(signal);
  await clock.sleep(ms, signal).catch((error: unknown) => {
    throwIfCancelled(signal);
    throw error;
  });
}

/** The end of the waits of an operation. */
export interface Deadline {
  /** Time of the clock, in milliseconds. */
  readonly deadline: number;
  /** The time limit and the setting that it comes from, for messages. */
  readonly limit: string;
  readonly signal?: AbortSignal | undefined;
}

/** The reason of an operation that ends at its deadline. */
export const timeoutText = ({ limit }: Pick<Deadline, "limit">): string => `gave up after ${limit}`;

/**
 * Waits for a promise until the deadline or the abort signal, which end the wait with an error. The work behind the promise
 * continues.
 */
export async function waitFor<T>(clock: Clock, event: Promise<T>, limits: Deadline): Promise<T> {
  const { deadline, signal } = limits;
  const finished = new AbortController();
  const stopTimer = AbortSignal.any(signal ? [finished.signal, signal] : [finished.signal]);
  const timeout = wait(clock, Math.max(0, deadline - clock.now()), stopTimer).then((): never => {
    throw new TimeoutError(timeoutText(limits));
  });
  try {
    return await Promise.race([event, timeout]);
  } finally {
    finished.abort();
  }
}
