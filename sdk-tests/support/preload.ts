import { requiring } from "../../tools/base/run.mjs";

type Preload =
  | "announce-pid"
  | "break-signal"
  | "failing-os"
  | "fast-clock"
  | "fresh-runs"
  | "hold-plugin"
  | "kill-engine"
  | "old-node"
  | "old-plugin-node"
  | "terminal"
  | "terminal-output";

/** NODE_OPTIONS with which a process loads files of this folder first, and starts quickly. */
export const preload = (...names: readonly Preload[]): string =>
  ["quick-start", ...names].map((name) => requiring(require.resolve(`./${name}.cjs`))).join(" ");
