import type { Clock } from "../../core/client/wait";

/** Keeps requests apart. */
export class Pace {
  #intervalMs: number;
  #nextMs = 0;

  constructor(
    requestsPerSecond: number,
    private readonly clock: Clock,
  ) {
    this.#intervalMs = 1_000 / requestsPerSecond;
  }

  /** Waits until the next request may be sent. */
  async wait(): Promise<void> {
    const now = this.clock.now();
    const waitMs = this.#nextMs - now;
    this.#nextMs = Math.max(now, this.#nextMs) + this.#intervalMs;
    if (waitMs > 0) await this.clock.sleep(waitMs);
  }

  /** Doubles the time between two requests, up to a second. */
  slowDown(): void {
    this.#intervalMs = Math.min(1_000, this.#intervalMs * 2);
  }
}
