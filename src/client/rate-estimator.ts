/** Requests that have to be served before their number tells how fast the service serves. */
const ENOUGH = 5;

/** The part by which the pace grows with every second, to find out whether the service serves more by now. */
const GROWTH = 0.05;

/** The longest time between two requests. A pause may have had other causes than ours, and its end gives all back. */
const MAX_INTERVAL_MS = 250;

/** Time without a request that says nothing about the service. */
const IDLE_MS = 1_000;

/**
 * How fast requests may begin after the service has refused some: as fast as it has served them from one refusal to the
 * next. So a rate limit that nobody told is kept, instead of being run into again and again.
 */
export class RateEstimator {
  private intervalMs = 0;
  private nextAt = 0;
  private served = 0;
  private isRefused = false;
  private lastAt: number;

  /** @param since When the first request could begin. */
  constructor(private since: number) {
    this.lastAt = since;
  }

  /** Gives the time at which the next request may begin, and takes it; `resumesAt` is the end of the last pause. */
  take(now: number, resumesAt: number): number {
    if (this.isRefused) this.learn(resumesAt);
    else if (now - this.lastAt > IDLE_MS) this.since += now - this.lastAt;
    const at = Math.max(now, this.nextAt);
    this.nextAt = at + this.intervalMs;
    this.lastAt = at;
    return at;
  }

  /** A request was answered. */
  answered(now: number): void {
    this.served++;
    this.lastAt = Math.max(this.lastAt, now);
    this.intervalMs *= 1 - (GROWTH * this.intervalMs) / 1000;
  }

  /** Its answer was a refusal. */
  refused(): void {
    this.served--;
    this.isRefused = true;
  }

  private learn(resumesAt: number): void {
    this.isRefused = false;
    this.nextAt = 0;
    if (this.served < ENOUGH) return;
    this.intervalMs = Math.min(MAX_INTERVAL_MS, (resumesAt - this.since) / this.served);
    this.since = resumesAt;
    this.served = 0;
  }
}
