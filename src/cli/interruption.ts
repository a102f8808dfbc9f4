/** What a command fails with that was interrupted. */
export class Interrupted extends Error {
  constructor(readonly by: NodeJS.Signals) {
    super(`interrupted by ${by}`);
  }
}

/** Ctrl-C, the end that a supervisor asks for, the end of the terminal, and Ctrl-Break on Windows. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"] as const;

/** Runs what ends in good order when this process is asked to end; a second signal ends it at once. */
export async function interruptible<T>(run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = (by: NodeJS.Signals) => {
    for (const each of SIGNALS) process.off(each, stop);
    controller.abort(new Interrupted(by));
  };
  for (const each of SIGNALS) process.on(each, stop);
  // A terminal that is gone takes no output.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => undefined);
  try {
    return await run(controller.signal);
  } finally {
    for (const each of SIGNALS) process.off(each, stop);
  }
}
