/**
 * Each request may use its full retry budget. Once one has exhausted it, the others stop retrying until the service
 * answers again. Retries do not flood the service: their waits grow, and few requests are in flight at a time. One
 * budget for all requests would fail more of them the more there are.
 */
export class CircuitBreaker {
  private isOpen = false;
  private isReported = false;

  open(): void {
    this.isOpen = true;
  }

  close(): void {
    this.isOpen = false;
    this.isReported = false;
  }

  allowsRetry(): boolean {
    return !this.isOpen;
  }

  /** Whether to report that requests wait for the service: once, until it answers. */
  reportsWait(): boolean {
    const isFirst = !this.isReported;
    this.isReported = true;
    return isFirst;
  }
}
