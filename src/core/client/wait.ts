import { setTimeout as sleep } from "node:timers/promises";
import { CancelledError, TimeoutError } from "./errors";

/** Time and chance. */
export const systemClock = {
  /** Monotonic milliseconds. */
  now: () => performance.now(),
  /** Ends early, with an error, when the signal is aborted. */
  sleep: (ms: number, signal?: AbortSignal): Promise<void> =>
    sleep(Math.min(ms, MAX_TIMER_MS), undefined, signal && { signal }),
  /** Does something later, unless what is returned is called before. */
  after: (ms: number, action: () => void): (() => void) => {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
  /** From 0 to 1. */
  random: () => Math.random(),
};

export type Clock = typeof systemClock;

/** Milliseconds that the parts of one attempt may take. */
export const defaultTimeouts = {
  /** To connect, and to have a proxy connect. */
  connectMs: 10_000,
  /** From the request to the head of the answer. */
  headersMs: 60_000,
  /** Between two parts of the answer's body. */
  bodyMs: 30_000,
};

export type Timeouts = Readonly<typeof defaultTimeouts>;

/** The longest time of a timer of Node.js, 24.8 days: a longer one would be over at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

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

/** What others come to, who are left as they are if the signal or the deadline ends the wait before that: with an error. */
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
