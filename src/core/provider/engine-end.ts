import { fstatSync } from "node:fs";

const STDIN = 0;

/**
 * Ends the process when the engine that has started it is gone, even killed. The engine holds the other end of a provider's
 * stdin, writes nothing to it, and keeps it open until it has ended the plugin itself; a Ctrl-C does not come this way. What
 * anything else passes as stdin, such as a terminal or `/dev/null`, tells nothing of an engine.
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
