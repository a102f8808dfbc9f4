import { isOlder } from "./versions";

/** The oldest Node.js that the package runs on, as in its package.json. */
export const OLDEST_NODE = "22.19";

/**
 * @throws {Error} if the given Node.js is too old; the message says what to do, and there is no stack, which the
 * engine would print.
 */
export function requireNode(version: string): void {
  if (!isOlder(version, OLDEST_NODE)) return;
  const message = `pulumi-edge-ingress needs Node.js ${OLDEST_NODE} or newer, and this is ${version}: install a newer one and run the command again`;
  throw Object.assign(new Error(message), { stack: "" });
}
