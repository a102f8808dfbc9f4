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
 * next. So a rate limit that nobody told is kept, instead of being run into again and again.
 *
 * A rate below four a second is believed step by step. Each refusal at a slow pace at most doubles the interval: a single
 * long pause that had another cause costs little, and a limit of one in two seconds is known after four refusals.
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

  /** A request was answered. */
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
