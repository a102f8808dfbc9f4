/** Whether a version is older than `oldest`, of which major and minor count. What is no version is not. */
export function isOlder(version: string, oldest: string): boolean {
  const [major = Number.NaN, minor = Number.NaN] = version.split(".").map(Number);
  const [oldestMajor = 0, oldestMinor = 0] = oldest.split(".").map(Number);
  return major < oldestMajor || (major === oldestMajor && minor < oldestMinor);
}

/** The oldest Node.js that the package runs on, as in its package.json. */
export const OLDEST_NODE = "22.19";

/** What to do about a Node.js that is too old. */
export const nodeProblem = (version: string): string | undefined =>
  isOlder(version, OLDEST_NODE)
    ? `pulumi-edge-ingress needs Node.js ${OLDEST_NODE} or newer, and this is ${version}: install a newer one and run the command again`
    : undefined;

/** @throws {Error} if the given Node.js is too old; without a stack, which the engine would print. */
export function requireNode(version: string): void {
  const problem = nodeProblem(version);
  if (problem !== undefined) throw Object.assign(new Error(problem), { stack: "" });
}

/**
 * The oldest `@pulumi/pulumi` that the package works with, as in its package.json. Those before it lose what a refresh
 * finds: drift would never show, and nothing would say so.
 */
export const OLDEST_SDK = "3.216";

/** What to do about an SDK that is too old. */
export const sdkProblem = (version: string): string | undefined =>
  isOlder(version, OLDEST_SDK)
    ? `pulumi-edge-ingress needs @pulumi/pulumi ${OLDEST_SDK} or newer, and this is ${version}: update it in the dependencies of the project`
    : undefined;

/** Whether a process runs Pulumi's host of dynamic resources. */
export const isHost = (script: NodeJS.Module | undefined): script is NodeJS.Module =>
  /[\\/]cmd[\\/]dynamic-provider[\\/]index\.js$/.test(script?.filename ?? "");

/**
 * Checks the SDK that runs the provider, which need not be the one that the program loads, and is all there is in a
 * refresh or destroy.
 *
 * @param script The script that the process runs.
 * @throws {Error} if it is of an SDK that is too old; without a stack, which the engine would print.
 */
export function requireHostSdk(script: NodeJS.Module | undefined): void {
  if (!isHost(script)) return;
  const { version } = script.require("../../version") as { version: string };
  const problem = sdkProblem(version);
  if (problem !== undefined) throw Object.assign(new Error(problem), { stack: "" });
}
