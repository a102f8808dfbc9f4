import * as pulumi from "@pulumi/pulumi";
import type { Log } from "../../core/schema/problem";

const methods = { debug: "debug", info: "info", warning: "warn" } as const;

/** Shows the user a message of something that runs in the program's process. */
export const log: Log = ({ severity, text }) => void pulumi.log[methods[severity]](text);

const KEY = "edge-ingress:apiKey";

/** The SDK exports it, though not in its types; in a release without it nobody is warned. */
const { isConfigSecret } = pulumi.runtime as { isConfigSecret?(key: string): boolean };

/** The runs that were warned, by their stacks: one process may run the programs of several. */
const warned = new WeakSet<object>();

/** Warns, once in a program's run, of a key that was put into stack config without `--secret`. It is used all the same. */
export function warnOfClearKey(): void {
  if (!pulumi.runtime.getConfig(KEY) || isConfigSecret?.(KEY) !== false) return;
  const run = pulumi.runtime.getStackResource() ?? warned;
  if (warned.has(run)) return;
  warned.add(run);
  void pulumi.log.warn(
    `${KEY} is stored in plaintext in the stack's configuration and state: run \`pulumi config set --secret ${KEY}\`, then ` +
      "`pulumi up`",
  );
}
