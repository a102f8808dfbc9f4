import { aborted } from "node:util";

export type Progress = Awaited<ReturnType<typeof startProgress>>;

type Step = Readonly<{ title: string; total: number | undefined; since: number; done: number }>;

/** A step that takes as long as this has a line of its own in a log. */
const LONG_MS = 2_000;

/**
 * On a terminal, one line that changes; elsewhere a line every ten seconds, and at the end of a long step that counts objects; nothing
 * if the output is for programs.
 */
export async function startProgress(isQuiet: boolean, stream: NodeJS.WriteStream = process.stderr) {
  let current: Step | undefined;
  const { createLogUpdate } = await import("log-update");
  const update = stream.isTTY && !isQuiet ? createLogUpdate(stream) : undefined;
  const show = () => {
    if (!current || isQuiet) return;
    const line = progressLine(current, Date.now());
    if (update) update(line);
    else stream.write(`${line}\n`);
  };
  // The command ends when its work does.
  setInterval(show, update ? 250 : 10_000).unref();
  const endStep = () => {
    const ms = current && current.done > 0 ? Date.now() - current.since : 0;
    if (!update && ms >= LONG_MS) show();
    current = undefined;
  };
  return {
    /** Begins a step; gives what reports how much of it is done. */
    step: (title: string, total?: number) => {
      endStep();
      current = { title, total, since: Date.now(), done: 0 };
      if (update) show();
      return (done: number) => {
        if (current?.title === title) current = { ...current, done };
      };
    },
    /** Shows a message beside it. */
    print: (line: string) => {
      update?.clear();
      stream.write(`${line}\n`);
    },
    /** Shows nothing until the next step. */
    end: () => {
      update?.clear();
      endStep();
    },
  };
}

/** A step with its count and time, and a forecast: every object takes as long as those before it. */
export function progressLine({ title, total, since, done }: Step, now: number): string {
  const seconds = Math.round((now - since) / 1_000);
  const countWithoutTotal = done > 0 ? `: ${done}` : "";
  const count = total === undefined ? countWithoutTotal : `: ${done} of ${total}`;
  const left =
    total !== undefined && done > 0 && done < total ? Math.ceil(seconds * (total / done - 1)) : 0;
  return `${title}${count}, ${seconds} s${left > 0 ? `, about ${left} s left` : ""}`;
}

/** Ctrl-C, the end that a supervisor asks for, the end of the terminal, and Ctrl-Break on Windows. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"] as const;

/** Aborts when this process is asked to end, which then ends in good order; a second signal ends it at once. */
export function onInterruption(): AbortSignal {
  const controller = new AbortController();
  // The listeners stay: if nothing else handles a signal, the library that shows the cursor again ends the process.
  const stop = () => {
    if (controller.signal.aborted) process.exit(130);
    controller.abort();
  };
  for (const each of SIGNALS) process.on(each, stop);
  // A terminal that is gone takes no output.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  return controller.signal;
}

/** The provider does not break off a request that it has sent; nobody waits for one that only reads. */
export const untilAborted = <T>(work: Promise<T>, signal: AbortSignal): Promise<T> =>
  Promise.race([work, aborted(signal, work).then(() => Promise.reject(signal.reason))]);
