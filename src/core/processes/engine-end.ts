import { fstatSync } from "node:fs";
import { connect } from "node:net";
import type { SharedRun } from "./shared-run";

const STDIN = 0;

/**
 * Ends the process when the engine that has started it is gone, even killed. The engine holds the other end of a provider's
 * stdin open until it has ended the plugin itself. A terminal or `/dev/null` as stdin shows nothing of an engine.
 */
export function endWithEngine(): void {
  const stat = fstatSync(STDIN);
  if (!stat.isFIFO() && !stat.isSocket()) return;
  // Nobody is left to hear of what is still to be done.
  const end = () => process.exit();
  process.stdin.once("end", end).once("error", end).resume();
}

/** The signals by which the engine ends its plugins: on Windows it sends CTRL_BREAK, for which Node.js has SIGBREAK. */
const SIGNALS = ["SIGINT", "SIGBREAK"] as const;

/** Ends the process when the engine asks for it. Without a listener, the process would end without cleaning up. */
export function endOnSignal(cleanUp: () => void = () => undefined): void {
  const end = () => {
    cleanUp();
    process.exit();
  };
  for (const signal of SIGNALS) process.once(signal, end);
}

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
