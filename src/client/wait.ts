import { CancelledError } from "./errors";
import type { Clock } from "./types";

/** @throws {CancelledError} if the signal is aborted. */
export function throwIfCancelled(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new CancelledError();
}

/**
 * Waits for a time.
 *
 * @throws {CancelledError} if the signal ends it early.
 */
export async function wait(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  throwIfCancelled(signal);
  await clock.sleep(ms, signal).catch((error: unknown) => {
    throwIfCancelled(signal);
    throw error;
  });
}
