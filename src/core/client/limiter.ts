import { CancelledError } from "./errors";
import { RateEstimator } from "./rate-estimator";
import type { Clock } from "./types";
import { throwIfCancelled, wait } from "./wait";

/**
 * A bounded queue, first in, first out, with a brake: a few operations run at a time; none begins while the service has
 * asked for a pause; and after one they begin no faster than the service has served them before it.
 *
 * With `max` 10 and 30 operations, ten run at once and each end begins another. Has the service answered 429 after serving
 * 20 in a second, with a Retry-After of 1 s, all wait for that second; then one begins each 100 ms (20 in the 2 s since the
 * beginning), and the interval shrinks by 5 % of itself each second.
 */
export class Limiter {
  private running = 0;
  private pausedUntil = 0;
  private pauses = 0;
  private readonly rate: RateEstimator;
  private readonly waiting: (() => void)[] = [];

  /**
   * @param max Operations that run at the same time.
   * @param clock Monotonic milliseconds, and how to wait for some.
   */
  constructor(
    private readonly max: number,
    private readonly clock: Clock,
  ) {
    this.rate = new RateEstimator(clock.now());
  }

  /**
   * Runs an operation when it is its turn.
   *
   * @throws {CancelledError} if the signal is aborted before that.
   */
  async run<T>(operation: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    await this.enter(signal);
    try {
      await this.awaitTurn(signal);
      return await operation().finally(() => this.rate.answered(this.clock.now()));
    } finally {
      this.leave();
    }
  }

  /** Lets nothing begin for as long as this, because the service refused an operation; gives what that adds to a pause. */
  pause(ms: number): number {
    this.rate.refused(this.clock.now());
    this.pauses++;
    const until = this.clock.now() + ms;
    const added = until - Math.max(this.pausedUntil, this.clock.now());
    this.pausedUntil = Math.max(this.pausedUntil, until);
    return Math.max(0, added);
  }

  private async awaitTurn(signal: AbortSignal | undefined): Promise<void> {
    let pauses: number;
    do {
      while (this.isPaused()) await this.sleepUntil(this.pausedUntil, signal);
      pauses = this.pauses;
      await this.sleepUntil(this.rate.take(this.clock.now(), this.pausedUntil), signal);
      // A turn is void when another's answer has begun a pause meanwhile: it was given at a pace that was too fast.
    } while (this.pauses !== pauses);
  }

  private isPaused(): boolean {
    return this.pausedUntil > this.clock.now();
  }

  private async sleepUntil(at: number, signal: AbortSignal | undefined): Promise<void> {
    const left = at - this.clock.now();
    if (left > 0) await wait(this.clock, left, signal);
  }

  private async enter(signal: AbortSignal | undefined): Promise<void> {
    throwIfCancelled(signal);
    if (this.running < this.max) this.running++;
    else await this.waitInLine(signal);
  }

  private waitInLine(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(begin), 1);
        reject(new CancelledError());
      };
      signal?.addEventListener("abort", leave);
      this.waiting.push(begin);
    });
  }

  /** A place that becomes free goes to the next in line. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running--;
  }
}
