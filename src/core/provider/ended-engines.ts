import { connect } from "node:net";
import type { SharedRun } from "./shared-run";

/** The runs of programs in this process, by the addresses of their engines. */
const runs = new Map<string, SharedRun>();

/**
 * Keeps the records of a program's run until its engine has ended, as far as this process meets another run. The engine still
 * reads them when the program has ended, and a process of the Automation API runs program after program.
 */
export function keepUntilEngineEnds(address: string, run: SharedRun): void {
  for (const [other, earlier] of runs) {
    onRefusal(other, () => {
      if (runs.get(other) !== earlier) return;
      runs.delete(other);
      earlier.close();
    });
  }
  runs.set(address, run);
}

/** Calls back if nothing listens at an address. Does not keep the process alive. */
function onRefusal(address: string, refused: () => void): void {
  const separator = address.lastIndexOf(":");
  const socket = connect(Number(address.slice(separator + 1)), address.slice(0, separator));
  socket.unref();
  socket.once("connect", () => socket.destroy());
  socket.once("error", ({ code }: NodeJS.ErrnoException) => code === "ECONNREFUSED" && refused());
}
