import { fstatSync } from "node:fs";
import { connect } from "node:net";
import type { SharedRun } from "./shared-run";

const STDIN = 0;

/**
 * Ends the process if the engine that started it is gone, even if the engine was killed. The engine keeps a provider's stdin open
 * until it has ended the plugin itself. If stdin is a terminal or `/dev/null`, it does not depend on the engine.
 */
export function endWithEngine(): void {
  const stat = fstatSync(STDIN);
  if (!stat.isFIFO() && !stat.isSocket()) return;
  // Nothing reads the messages of operations that are still running.
  const end = () => process.exit();
  process.stdin.once("end", end).once("error", end).resume();
}

/** The signals by which the engine ends its plugins. On Windows it sends CTRL_BREAK, for which Node.js has SIGBREAK. */
const SIGNALS = ["SIGINT", "SIGBREAK"] as const;

/** Ends the process if the engine asks for it. Without a listener, the process would end without cleaning up. */
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
 * Keeps the records of a program's run after the program has ended, because the engine still reads them. The Automation API runs
 * several programs in one process: each new run removes the records of earlier runs whose engines have ended.
 */
export function keepUntilEngineEnds(address: string, run: SharedRun): void {
  for (const [earlierAddress, earlierRun] of runs) {
    onConnectionRefused(earlierAddress, () => {
      if (runs.get(earlierAddress) !== earlierRun) return;
      runs.delete(earlierAddress);
      earlierRun.close();
    });
  }
  runs.set(address, run);
}

/** Calls back if nothing listens at an address. Does not keep the process alive. */
function onConnectionRefused(address: string, callback: () => void): void {
  const separator = address.lastIndexOf(":");
  const socket = connect(Number(address.slice(separator + 1)), address.slice(0, separator));
  socket.unref();
  socket.once("connect", () => socket.destroy());
  socket.once("error", ({ code }: NodeJS.ErrnoException) => code === "ECONNREFUSED" && callback());
}
