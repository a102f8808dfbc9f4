import { UNUSED_ID } from "../../src/core/lifecycle/module-presence";
import type { Emulator } from "../../src/emulator";

/** True for a request with which the provider checks whether a 404 comes from the API. */
export const isLook = ({
  method,
  path,
}: {
  readonly method: string;
  readonly path: string;
}): boolean => method === "GET" && (path === "/agent_ingresses" || path.endsWith(`/${UNUSED_ID}`));

/** The methods of the requests, without such lookups. */
export const methodsIn = (emulator: Emulator): string[] =>
  emulator.requests().flatMap((request) => (isLook(request) ? [] : [request.method]));
