/** Responses from which on a period is long enough to measure a fast rate. */
const MIN_SERVED = 5;

/** Share by which the rate grows per second, to find out whether the service allows more by now. */
const GROWTH_PER_SECOND = 0.05;

/**
 * Milliseconds between requests from which on a rate counts as slow. A single pause may have another cause than our rate, so a
 * refusal does not make the interval longer than this, or than twice as long as before.
 */
const SLOW_INTERVAL_MS = 250;

/** Milliseconds without a request after which the time does not count: it shows nothing about the service. */
const IDLE_MS = 1_000;

/**
 * Estimates the rate limit of a service that does not declare it. Requests are not delayed until the service refuses a request
 * (429). From then on:
 *
 *     measured = (end of the pause - end of the pause before) / requests served between
 *     interval = min(measured, max(250 ms, 2 * interval))
 *
 * The next requests begin `interval` apart. With every response the interval shrinks, so that the rate grows by 5 % per second,
 * and more slowly while the interval is longer than 250 ms.
 *
 * If fewer than 5 requests were served, `measured` is unreliable, unless the interval is slow already. The interval then stays,
 * and the first requests after the pause begin 250, 125, 62 … ms apart.
 *
 * Because a refusal at most doubles a slow interval, a long pause with another cause costs little, and a limit of one request in
 * two seconds is known after four refusals.
 */
export class RateEstimator {
  private intervalMs = 0;
  /** The minimum distance of the next two requests, after a pause that measured nothing. Each request halves it. */
  private cautionMs = 0;
  private nextStartAt = 0;
  /** Requests served since `periodStart`. */
  private served = 0;
  /** The time of the last refusal, until {@link measure} has used it. */
  private refusedAt: number | undefined;
  private lastActivityAt: number;

  /** @param periodStart Time at which the first request could begin: the start of the measured period. */
  constructor(private periodStart: number) {
    this.lastActivityAt = periodStart;
  }

  /** Reserves the start of the next request, and returns its time. `resumesAt` is the end of the last pause. */
  reserve(now: number, resumesAt: number): number {
    if (this.refusedAt !== undefined) this.measure(this.refusedAt, resumesAt);
    else this.skipIdleTime(now);
    const startAt = Math.max(now, this.nextStartAt);
    this.nextStartAt = startAt + Math.max(this.intervalMs, this.cautionMs);
    this.cautionMs /= 2;
    this.lastActivityAt = startAt;
    return startAt;
  }

  /** Counts a response, which may be a refusal: {@link recordRefusal} follows then. */
  recordResponse(now: number): void {
    this.served++;
    this.lastActivityAt = Math.max(this.lastActivityAt, now);
    const countedMs = Math.min(SLOW_INTERVAL_MS, this.intervalMs);
    this.intervalMs *= 1 - (GROWTH_PER_SECOND * countedMs) / 1000;
  }

  /** Records that the last response was a refusal. */
  recordRefusal(now: number): void {
    this.served--;
    this.refusedAt = now;
  }

  private skipIdleTime(now: number): void {
    const idleMs = now - this.lastActivityAt;
    if (idleMs > IDLE_MS) this.periodStart += idleMs;
  }

  private measure(refusedAt: number, resumesAt: number): void {
    this.refusedAt = undefined;
    // A pause may be shorter than a slow interval.
    this.nextStartAt = refusedAt + this.intervalMs;
    const measuredMs = (resumesAt - this.periodStart) / Math.max(1, this.served);
    // An interval that a single doubling makes slow counts as slow, if the measured interval is longer.
    const isSlow = this.intervalMs > SLOW_INTERVAL_MS / 2 && measuredMs > this.intervalMs;
    if (this.served < MIN_SERVED && !isSlow) {
      this.cautionMs = SLOW_INTERVAL_MS;
      return;
    }
    this.intervalMs = Math.min(measuredMs, Math.max(SLOW_INTERVAL_MS, 2 * this.intervalMs));
    this.periodStart = resumesAt;
    this.served = 0;
  }
}
