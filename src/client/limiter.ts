import { Pace } from "./pace";

/** Lets a few operations run at a time, in order; none while the service has asked for a pause, and few after that. */
export class Limiter {
  private running = 0;
  private pausedUntil = 0;
  private readonly pace: Pace;
  private readonly waiting: (() => void)[] = [];

  /**
   * @param max Operations that run at the same time.
   * @param clock Monotonic milliseconds, and how to wait for some.
   */
  constructor(
    private readonly max: number,
    private readonly clock: { now(): number; sleep(ms: number): Promise<void> },
  ) {
    this.pace = new Pace(clock.now());
  }

  /** Runs an operation when it is its turn. */
  async run<T>(operation: () => Promise<T>): Promise<T> {
    await this.enter();
    try {
      await this.awaitTurn();
      return await operation();
    } finally {
      this.pace.answered(this.clock.now());
      this.leave();
    }
  }

  /** Lets nothing begin for as long as this, because the service refused an operation; gives what that adds to a pause. */
  pause(ms: number): number {
    this.pace.refused();
    const until = this.clock.now() + ms;
    const added = until - Math.max(this.pausedUntil, this.clock.now());
    this.pausedUntil = Math.max(this.pausedUntil, until);
    return Math.max(0, added);
  }

  private async awaitTurn(): Promise<void> {
    do {
      while (this.isPaused()) await this.sleepUntil(this.pausedUntil);
      await this.sleepUntil(this.pace.take(this.clock.now(), this.pausedUntil));
      // Meanwhile another's answer may have begun a pause.
    } while (this.isPaused());
  }

  private isPaused(): boolean {
    return this.pausedUntil > this.clock.now();
  }

  private async sleepUntil(at: number): Promise<void> {
    const left = at - this.clock.now();
    if (left > 0) await this.clock.sleep(left);
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
