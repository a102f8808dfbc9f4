import { requiring } from "../../tools/base/run.mjs";

type Preload = "break-signal" | "fast-clock" | "announce-pid" | "fresh-runs" | "kill-engine" | "old-node" | "terminal";

/** NODE_OPTIONS with which a process loads files of this folder before anything else. */
export const preload = (...names: readonly Preload[]): string =>
  names.map((name) => requiring(require.resolve(`./${name}.cjs`))).join(" ");
