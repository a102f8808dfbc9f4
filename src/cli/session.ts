import { aborted } from "node:util";

/** Reports the progress of a command on standard error. */
export interface Progress {
  /** Begins a step. Returns a function that reports the number of completed objects. */
  step(title: string, total?: number): (done: number) => void;
  /** Prints a message above the progress. */
  print(line: string): void;
  /** Ends the step, and shows nothing until the next step. */
  end(): void;
}

/** A step of a command. */
interface Step {
  readonly title: string;
  /** The number of objects, if it is known. */
  readonly total: number | undefined;
  readonly done: number;
  /** The time at which the step began, in milliseconds. */
  readonly since: number;
}

/** The time after which a log has a line for a step that ends. */
const LONG_MS = 2_000;

/**
 * Starts to report progress. A terminal shows a line that changes. A log gets a line every ten seconds, and at the end of a long step
 * that counts objects.
 *
 * @param isQuiet True to show no progress, because a program reads the output. Messages are still printed.
 */
export async function startProgress(
  isQuiet: boolean,
  stream: NodeJS.WriteStream = process.stderr,
): Promise<Progress> {
  let current: Step | undefined;
  const { createLogUpdate } = await import("log-update");
  const update = stream.isTTY && !isQuiet ? createLogUpdate(stream) : undefined;
  const show = () => {
    if (!current || isQuiet) return;
    const line = progressLine(current, Date.now());
    if (update) update(line);
    else stream.write(`${line}\n`);
  };
  // The timer does not keep the process alive.
  setInterval(show, update ? 250 : 10_000).unref();
  const endStep = () => {
    const ms = current && current.done > 0 ? Date.now() - current.since : 0;
    if (!update && ms >= LONG_MS) show();
    current = undefined;
  };
  return {
    step: (title: string, total?: number) => {
      endStep();
      current = { title, total, since: Date.now(), done: 0 };
      if (update) show();
      return (done: number) => {
        if (current?.title === title) current = { ...current, done };
      };
    },
    print: (line: string) => {
      update?.clear();
      stream.write(`${line}\n`);
    },
    end: () => {
      update?.clear();
      endStep();
    },
  };
}

/** A line with the count, the time and the expected remaining time of a step. */
export function progressLine({ title, total, since, done }: Step, now: number): string {
  const seconds = Math.round((now - since) / 1_000);
  let line = title;
  if (total !== undefined) line += `: ${done} of ${total}`;
  else if (done > 0) line += `: ${done}`;
  line += `, ${seconds} s`;
  // Objects are expected to take the same time.
  const left = total === undefined || done === 0 ? 0 : Math.ceil(seconds * (total / done - 1));
  return left > 0 ? `${line}, about ${left} s left` : line;
}

/** The signals of Ctrl-C, of a supervisor, of a closed terminal, and of Ctrl-Break on Windows. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"] as const;

/** Creates a signal that aborts when the process is asked to end. A second request ends the process at once. */
export function onInterruption(): AbortSignal {
  const controller = new AbortController();
  // The listeners are never removed: without them, the library that restores the cursor ends the process.
  const stop = () => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  for (const name of SIGNALS) process.on(name, stop);
  // A closed terminal cannot show output.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return controller.signal;
}

/**
 * Waits for work until a signal aborts. The provider completes a request in progress, but a request
 * that only reads needs no wait. The promise of `aborted` lives as long as the work.
 */
export const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([work, aborted(signal, work).then(() => Promise.reject(signal.reason))]);
