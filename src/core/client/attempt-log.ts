import type { Log } from "../schema/problem";
import { requestIdOf } from "./answer";
import type { Incoming } from "./transport";
import type { Clock } from "./wait";

/** Milliseconds of a wait, or without an answer, that look like a hang. */
export const LONG_WAIT_MS = 5_000;

/** Milliseconds in the line of the limiter that are worth a word. */
const NOTED_WAIT_MS = 100;

interface Attempt {
  readonly operation: string;
  /** From 1. */
  readonly number: number;
  readonly queuedMs: number;
}

/** Makes an attempt; logs how it ended, and that there is no answer for long. Of the answer nothing but its id is shown. */
export async function logged(
  attempt: Attempt,
  { clock, log }: { readonly clock: Clock; readonly log: Log },
  send: () => Promise<Incoming>,
): Promise<Incoming> {
  const { operation } = attempt;
  const beganAt = clock.now();
  const cancel = clock.after(LONG_WAIT_MS, () =>
    log({
      severity: "info",
      text: `${operation} has not been answered for ${secondsOf(LONG_WAIT_MS)} s`,
    }),
  );
  const ended = (how: (ms: number) => string, requestId?: string) => {
    const text = `${operation} ${how(Math.round(clock.now() - beganAt))} (${notesOf(attempt, requestId)})`;
    log({ severity: "debug", text });
  };
  try {
    const answer = await send();
    ended((ms) => `answered ${answer.status} in ${ms} ms`, requestIdOf(answer));
    return answer;
  } catch (error) {
    ended((ms) => `failed after ${ms} ms: ${(error as Error).message}`);
    throw error;
  } finally {
    cancel();
  }
}

function notesOf({ number, queuedMs }: Attempt, requestId: string | undefined): string {
  const queued = queuedMs >= NOTED_WAIT_MS ? [`after ${secondsOf(queuedMs)} s in line`] : [];
  const id = requestId === undefined ? [] : [`request ${requestId}`];
  return [`attempt ${number}`, ...queued, ...id].join(", ");
}

/** Seconds as messages say them: short ones by the tenth. */
export const secondsOf = (ms: number): number =>
  ms < LONG_WAIT_MS ? Math.ceil(ms / 100) / 10 : Math.ceil(ms / 1000);
