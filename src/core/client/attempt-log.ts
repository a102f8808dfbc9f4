import type { Log } from "../schema/problem";
import { requestId } from "./response";
import type { TransportResponse } from "./transport";
import type { Clock } from "./wait";

/** Milliseconds after which a wait, or an attempt without a response, looks like a hang. */
export const LONG_WAIT_MS = 5_000;

/** Milliseconds from which on the log mentions the time that an attempt was queued in the limiter. */
const LOGGED_QUEUE_MS = 100;

interface Attempt {
  /** The request, as `METHOD /path`. */
  readonly request: string;
  /** From 1. */
  readonly number: number;
  readonly queuedMs: number;
}

/**
 * Makes an attempt and logs how it ended. If there is no response for long, logs that, too. Of the response, the log has the
 * status and the id of the request alone.
 */
export async function logAttempt(
  attempt: Attempt,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  send: () => Promise<TransportResponse>,
): Promise<TransportResponse> {
  const { request } = attempt;
  const startedAt = clock.now();
  const cancelReminder = clock.after(LONG_WAIT_MS, () => {
    const text = `${request} has not been answered for ${displaySeconds(LONG_WAIT_MS)} s`;
    log({ severity: "info", text });
  });
  const elapsedMs = () => Math.round(clock.now() - startedAt);
  const logResult = (result: string, id?: string) =>
    log({ severity: "debug", text: `${request} ${result} (${attemptNotes(attempt, id)})` });
  try {
    const response = await send();
    logResult(`answered ${response.status} in ${elapsedMs()} ms`, requestId(response));
    return response;
  } catch (error) {
    logResult(`failed after ${elapsedMs()} ms: ${(error as Error).message}`);
    throw error;
  } finally {
    cancelReminder();
  }
}

function attemptNotes({ number, queuedMs }: Attempt, id: string | undefined): string {
  const notes = [`attempt ${number}`];
  if (queuedMs >= LOGGED_QUEUE_MS) notes.push(`after ${displaySeconds(queuedMs)} s in line`);
  if (id !== undefined) notes.push(`request ${id}`);
  return notes.join(", ");
}

/** Seconds for messages: short times to the tenth. */
export const displaySeconds = (ms: number): number =>
  ms < LONG_WAIT_MS ? Math.ceil(ms / 100) / 10 : Math.ceil(ms / 1000);
