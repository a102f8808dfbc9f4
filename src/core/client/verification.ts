/** Whether the base URL is the API's: asked when a 404 comes, by one operation at a time, until it is known. */
export class Verification {
  private isDone = false;
  private underWay: Promise<void> | undefined;

  /** The base URL has answered as only the API does. */
  confirm(): void {
    this.isDone = true;
  }

  /**
   * Asks, unless it is known. Who comes while another asks waits for that, and asks itself if the other has failed, which
   * may have been for a deadline or a signal of its own.
   *
   * @param ask Throws if the base URL does not answer as the API does.
   * @param waitFor Waits for the other, and throws if this operation ends before that.
   */
  async verify(ask: () => Promise<void>, waitFor: (other: Promise<void>) => Promise<void>): Promise<void> {
    while (!this.isDone) {
      if (!this.underWay) return this.begin(ask);
      await waitFor(this.underWay.catch(() => undefined));
    }
  }

  private async begin(ask: () => Promise<void>): Promise<void> {
    this.underWay = ask();
    try {
      await this.underWay;
      this.isDone = true;
    } finally {
      this.underWay = undefined;
    }
  }
}
