/** Lets a few operations run at a time, in order, and none while the service has asked for a pause. */
export class Limiter {
  private running = 0;
  private pausedUntil = 0;
  private readonly waiting: (() => void)[] = [];

  /**
   * @param max Operations that run at the same time.
   * @param clock Monotonic milliseconds, and how to wait for some.
   */
  constructor(
    private readonly max: number,
    private readonly clock: { now(): number; sleep(ms: number): Promise<void> },
  ) {}

  /** Runs an operation when it is its turn. */
  async run<T>(operation: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      await this.awaitPause();
      return await operation();
    } finally {
      this.leave();
    }
  }

  /** Lets nothing begin for as long as this. */
  pause(ms: number): void {
    this.pausedUntil = Math.max(this.pausedUntil, this.clock.now() + ms);
  }

  private async awaitPause(): Promise<void> {
    // Another answer may have made the pause longer meanwhile.
    for (let left = this.left(); left > 0; left = this.left()) await this.clock.sleep(left);
  }

  private left(): number {
    return this.pausedUntil - this.clock.now();
  }

  private async enter(): Promise<void> {
    if (this.running < this.max) this.running++;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  /** A place that becomes free goes to the next in line. */
  private leave(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.running--;
  }
}
