/** Shows what a command is at. */
export interface Progress {
  /** Begins a step; gives what reports how much of it is done. */
  readonly step: (title: string, total?: number) => (done: number) => void;
  /** Shows a message beside it. */
  readonly print: (line: string) => void;
  /** Shows nothing any more. */
  readonly end: () => void;
}

interface Step {
  readonly title: string;
  readonly total: number | undefined;
  readonly since: number;
  readonly done: number;
}

/** Milliseconds between two lines in a log. */
const PAUSE_MS = 10_000;

/** On a terminal, one line that changes; elsewhere a line every ten seconds; nothing if the output is for programs. */
export async function startProgress(isQuiet: boolean, stream: NodeJS.WriteStream = process.stderr): Promise<Progress> {
  let current: Step | undefined;
  const { createLogUpdate } = await import("log-update");
  const update = stream.isTTY && !isQuiet ? createLogUpdate(stream) : undefined;
  const show = () => {
    if (!current || isQuiet) return;
    const line = progressLine(current, Date.now());
    if (update) update(line);
    else stream.write(`${line}\n`);
  };
  const timer = setInterval(show, update ? 250 : PAUSE_MS);
  // The command ends when its work does.
  timer.unref();
  return {
    step: (title, total) => {
      current = { title, total, since: Date.now(), done: 0 };
      if (update) show();
      return (done) => {
        if (current?.title === title) current = { ...current, done };
      };
    },
    print: (line) => {
      update?.clear();
      stream.write(`${line}\n`);
    },
    end: () => {
      clearInterval(timer);
      update?.clear();
      current = undefined;
    },
  };
}

/** A step with its count, the seconds that it has taken and, once a part is done, those that it will take. */
export function progressLine({ title, total, since, done }: Step, now: number): string {
  const seconds = Math.round((now - since) / 1_000);
  const count = total === undefined ? (done > 0 ? `: ${done}` : "") : `: ${done} of ${total}`;
  const left = total !== undefined && done > 0 && done < total ? Math.ceil((seconds * (total - done)) / done) : 0;
  return `${title}${count}, ${seconds} s${left > 0 ? `, about ${left} s left` : ""}`;
}
