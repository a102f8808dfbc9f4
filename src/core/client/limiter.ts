import { CancelledError } from "./errors";
import { type Clock, throwIfCancelled, wait } from "./wait";

/**
 * A bounded queue, first in, first out, with a brake: a few operations run at a time; none begins while the service has
 * asked for a pause; and after one they begin no faster than the service has served them before it.
 */
export class Limiter {
  private running = 0;
  private pausedUntil = 0;
  private pauses = 0;
  private readonly rate: RateEstimator;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly max: number,
    private readonly clock: Clock,
  ) {
    this.rate = new RateEstimator(clock.now());
  }

  async run<T>(operation: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    throwIfCancelled(signal);
    if (this.running < this.max) this.running++;
    else await this.waitInLine(signal);
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
      while (this.pausedUntil > this.clock.now()) await this.sleepUntil(this.pausedUntil, signal);
      pauses = this.pauses;
      await this.sleepUntil(this.rate.take(this.clock.now(), this.pausedUntil), signal);
      // A turn is void when another's answer has begun a pause meanwhile: it was given at a pace that was too fast.
    } while (this.pauses !== pauses);
  }

  private async sleepUntil(at: number, signal: AbortSignal | undefined): Promise<void> {
    const left = at - this.clock.now();
    if (left > 0) await wait(this.clock, left, signal);
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

  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running--;
  }
}

/** Requests that have to be served before their number tells how fast the service serves. */
const ENOUGH = 5;

/** The part by which the pace grows with every second, to find out whether the service serves more by now. */
const GROWTH = 0.05;

/** The interval of a slow pace, in milliseconds. A pause may have had other causes than ours: a slower one takes several. */
const SLOW_MS = 250;

/** Time without a request that says nothing about the service. */
const IDLE_MS = 1_000;

/**
 * How fast requests may begin after the service has refused some: as fast as it has served them from one refusal to the
 * next. So a rate limit that nobody told is kept. Each refusal at a slow pace, below four a second, at most doubles the
 * interval: a long pause that had another cause costs little, and a limit of one in two seconds is known after four refusals.
 */
export class RateEstimator {
  private intervalMs = 0;
  /** Time between the next two requests after a pause that taught nothing: half as long after each. */
  private hesitationMs = 0;
  private nextAt = 0;
  private served = 0;
  /** When the service last refused a request, until something is learned from that. */
  private refusedAt: number | undefined;
  private lastAt: number;

  /** @param since When the first request could begin. */
  constructor(private since: number) {
    this.lastAt = since;
  }

  /** Gives the time at which the next request may begin, and takes it; `resumesAt` is the end of the last pause. */
  take(now: number, resumesAt: number): number {
    if (this.refusedAt !== undefined) this.learn(this.refusedAt, resumesAt);
    else if (now - this.lastAt > IDLE_MS) this.since += now - this.lastAt;
    const at = Math.max(now, this.nextAt);
    this.nextAt = at + Math.max(this.intervalMs, this.hesitationMs);
    this.hesitationMs /= 2;
    this.lastAt = at;
    return at;
  }

  answered(now: number): void {
    this.served++;
    this.lastAt = Math.max(this.lastAt, now);
    this.intervalMs *= 1 - (GROWTH * Math.min(SLOW_MS, this.intervalMs)) / 1000;
  }

  /** Its answer was a refusal. */
  refused(now: number): void {
    this.served--;
    this.refusedAt = now;
  }

  private learn(refusedAt: number, resumesAt: number): void {
    this.refusedAt = undefined;
    // A pause may be shorter than a slow pace.
    this.nextAt = refusedAt + this.intervalMs;
    const measuredMs = (resumesAt - this.since) / Math.max(1, this.served);
    const isSlow = this.intervalMs > SLOW_MS / 2 && measuredMs > this.intervalMs;
    if (this.served < ENOUGH && !isSlow) {
      this.hesitationMs = SLOW_MS;
      return;
    }
    this.intervalMs = Math.min(Math.max(SLOW_MS, 2 * this.intervalMs), measuredMs);
    this.since = resumesAt;
    this.served = 0;
  }
}
