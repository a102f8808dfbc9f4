import { CancelledError } from "./errors";
import { RateEstimator } from "./rate-estimator";
import { type Clock, throwIfCancelled, wait } from "./wait";

/**
 * A bounded queue, first in, first out. A limited number of tasks run at a time. No task begins during a pause that the service
 * has asked for. After a pause, tasks begin no faster than the service has served them before it.
 */
export class Limiter {
  private running = 0;
  private pausedUntil = 0;
  private pauses = 0;
  private readonly rate: RateEstimator;
  private readonly queue: (() => void)[] = [];

  constructor(
    private readonly maxConcurrency: number,
    private readonly clock: Clock,
  ) {
    this.rate = new RateEstimator(clock.now());
  }

  async run<T>(task: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    throwIfCancelled(signal);
    if (this.running < this.maxConcurrency) this.running++;
    else await this.waitInQueue(signal);
    try {
      await this.awaitStart(signal);
      return await task().finally(() => this.rate.recordResponse(this.clock.now()));
    } finally {
      this.leave();
    }
  }

  /** Lets no task begin for these milliseconds, because the service refused a request. Returns the time by which the pause grows. */
  pause(ms: number): number {
    const now = this.clock.now();
    this.rate.recordRefusal(now);
    this.pauses++;
    const until = now + ms;
    const addedMs = until - Math.max(this.pausedUntil, now);
    this.pausedUntil = Math.max(this.pausedUntil, until);
    // By rounding, the difference can exceed the pause by a fraction, and a message would name the next second.
    return Math.max(0, Math.min(ms, addedMs));
  }

  /** Reserves a start, and waits for it. If a pause begins while the task waits, the task reserves another start. */
  private async awaitStart(signal: AbortSignal | undefined): Promise<void> {
    let pausesBefore: number;
    do {
      while (this.pausedUntil > this.clock.now()) await this.sleepUntil(this.pausedUntil, signal);
      pausesBefore = this.pauses;
      await this.sleepUntil(this.rate.reserve(this.clock.now(), this.pausedUntil), signal);
      // The response to another task may have begun a pause. Then the start was reserved at a pace that was too fast.
    } while (this.pauses !== pausesBefore);
  }

  private async sleepUntil(at: number, signal: AbortSignal | undefined): Promise<void> {
    const leftMs = at - this.clock.now();
    if (leftMs > 0) await wait(this.clock, leftMs, signal);
  }

  private waitInQueue(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener("abort", cancel);
        resolve();
      };
      const cancel = () => {
        this.queue.splice(this.queue.indexOf(begin), 1);
        reject(new CancelledError());
      };
      signal?.addEventListener("abort", cancel);
      this.queue.push(begin);
    });
  }

  /** Passes the place of a task that has ended to the next task in the queue. */
  private leave(): void {
    const next = this.queue.shift();
    if (next) next();
    else this.running--;
  }
}
