/** True if the major and minor version of `version` is older than that of `oldest`. False for a text that is not a version. */
export function isOlder(version: string, oldest: string): boolean {
  const [major = Number.NaN, minor = Number.NaN] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split(".").map(Number);
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}

/** The oldest Node.js that the package runs on, as in its package.json. */
export const OLDEST_NODE = "22.19";

/** The problem with a Node.js that is too old, and the next step; undefined if it is not. */
export function nodeProblem(version: string): string | undefined {
  if (!isOlder(version, OLDEST_NODE)) return undefined;
  return `pulumi-edge-ingress needs Node.js ${OLDEST_NODE} or newer, and this is ${version}: install a newer Node.js and run the command again`;
}

/** @throws {Error} if the Node.js is too old. Its stack is the message alone, because the engine prints stacks. */
export function requireNode(version: string): void {
  const problem = nodeProblem(version);
  if (problem !== undefined) throw Object.assign(new Error(problem), { stack: problem });
}

/**
 * The oldest `@pulumi/pulumi` that the package works with, as in its package.json. Earlier releases lose the result of a refresh:
 * drift would never show, without any message.
 */
export const OLDEST_SDK = "3.216";

/** The problem with an SDK that is too old, and the next step; undefined if it is not. */
export function sdkProblem(version: string): string | undefined {
  if (!isOlder(version, OLDEST_SDK)) return undefined;
  return `pulumi-edge-ingress needs @pulumi/pulumi ${OLDEST_SDK} or newer, and this is ${version}: update it in the dependencies of the project`;
}

/** True if a process runs Pulumi's host of dynamic resources. */
export const isHost = (script: NodeJS.Module | undefined): script is NodeJS.Module =>
  /[\\/]cmd[\\/]dynamic-provider[\\/]index\.js$/.test(script?.filename ?? "");

/**
 * Checks the SDK that runs the provider. It may differ from the SDK that the program loads, and is the only SDK in a refresh or
 * destroy.
 *
 * @param script The script that the process runs.
 * @throws {Error} if the script belongs to an SDK that is too old. The error has no stack, which the engine would print.
 */
export function requireHostSdk(script: NodeJS.Module | undefined): void {
  if (!isHost(script)) return;
  const { version } = script.require("../../version") as { version: string };
  const problem = sdkProblem(version);
  if (problem !== undefined) throw Object.assign(new Error(problem), { stack: "" });
}
