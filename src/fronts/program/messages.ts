import * as pulumi from "@pulumi/pulumi";
import type { Log } from "../../core/schema/problem";
import { isSecretSetting } from "./stack-config";

const methods = { debug: "debug", info: "info", warning: "warn" } as const;

/** The log of code that runs in the program's process. */
export const log: Log = ({ severity, text }) => void pulumi.log[methods[severity]](text);

const KEY = "edge-ingress:apiKey";

/** The runs whose key was checked, by their stack resources: a process may run the programs of several stacks. */
const checked = new WeakSet<object>();

/** True if the warning was logged in a process without a stack, as in a unit test. */
let isLogged = false;

/** Warns, once in a run of a program, of a key in stack config without `--secret`. The provider uses the key nevertheless. */
export function warnOfPlaintextKey(): void {
  const run = pulumi.runtime.getStackResource();
  // The SDK parses the whole config for each value.
  if (run ? checked.has(run) : isLogged) return;
  if (run) checked.add(run);
  if (!pulumi.runtime.getConfig(KEY) || isSecretSetting("apiKey") !== false) return;
  isLogged ||= run === undefined;
  void pulumi.log.warn(
    `${KEY} is stored in plaintext in the stack's configuration and state: run \`pulumi config set --secret ${KEY}\`, then ` +
      "`pulumi up`",
  );
}
