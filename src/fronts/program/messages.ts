import * as pulumi from "@pulumi/pulumi";
import type { Log } from "../../core/schema/problem";

const methods = { debug: "debug", info: "info", warning: "warn" } as const;

/** Shows the user a message of something that runs in the program's process. */
export const log: Log = ({ severity, text }) => void pulumi.log[methods[severity]](text);

const KEY = "edge-ingress:apiKey";

/** The SDK exports it, though not in its types; in a release without it nobody is warned. */
const { isConfigSecret } = pulumi.runtime as { isConfigSecret?(key: string): boolean };

/** The runs whose key was looked at, by their stacks: one process may run the programs of several. */
const checked = new WeakSet<object>();

/** Whether the warning was logged in a process without a stack, as in a unit test. */
let isLogged = false;

/** Warns, once in a program's run, of a key that was put into stack config without `--secret`. It is used all the same. */
export function warnOfPlaintextKey(): void {
  const run = pulumi.runtime.getStackResource();
  // For each value, the SDK parses the whole config.
  if (run ? checked.has(run) : isLogged) return;
  if (run) checked.add(run);
  if (!pulumi.runtime.getConfig(KEY) || isConfigSecret?.(KEY) !== false) return;
  isLogged ||= run === undefined;
  void pulumi.log.warn(
    `${KEY} is stored in plaintext in the stack's configuration and state: run \`pulumi config set --secret ${KEY}\`, then ` +
      "`pulumi up`",
  );
}
