import { NO_ID } from "../../src/core/lifecycle/singleton";
import type { Emulator } from "../../src/emulator";

/** Whether a request is one by which the provider finds out whether a 404 is the API's. */
export const isLook = ({
  method,
  path,
}: {
  readonly method: string;
  readonly path: string;
}): boolean => method === "GET" && (path === "/agent_ingresses" || path.endsWith(`/${NO_ID}`));

/** The methods that were requested, without such looks. */
export const methodsIn = (emulator: Emulator): string[] =>
  emulator.requests().flatMap((request) => (isLook(request) ? [] : [request.method]));
