import { requiring } from "../../tools/base/run.mjs";

type Preload =
  | "announce-pid"
  | "break-signal"
  | "fast-clock"
  | "fresh-runs"
  | "hold-plugin"
  | "kill-engine"
  | "old-node"
  | "terminal"
  | "terminal-output";

/** NODE_OPTIONS with which a process loads files of this folder before anything else. */
export const preload = (...names: readonly Preload[]): string =>
  names.map((name) => requiring(require.resolve(`./${name}.cjs`))).join(" ");
