import type { Emulator } from "../../src/emulator";
import type { FaultProxy } from "./fault-proxy";

/** A fault of the connection of a request. At least one of `ends` and `dripMs` describes the fault. */
export interface ConnectionFault {
  /** The beginning of the requests that the fault affects, such as `PUT /agent_ingresses`. Default: every request. */
  readonly begins?: string | undefined;
  /**
   * `before`: the service does not receive the request. `after`: the request is applied, and its response lost or
   * changed.
   */
  readonly when: "before" | "after";
  /** The end of the connection: it is closed (FIN), reset (RST), or stays open without data. */
  readonly ends?: "close" | "reset" | "hang" | undefined;
  /** Lets the response pass up to the middle of its body before the connection `ends`; with `after` alone. */
  readonly half?: true | undefined;
  /**
   * Lets the response's body pass in 16 pieces with this number of milliseconds after each piece; with `after` and
   * without `ends`.
   */
  readonly dripMs?: number | undefined;
  /** Number of requests that the fault affects, or `"always"`. Default 1. */
  readonly times?: number | "always" | undefined;
  /** Number of matching requests that pass before the first failure. Default 0. */
  readonly after?: number | undefined;
}

/** @throws an Error if the members contradict each other */
export function requireConsistent({ when, ends, half, dripMs }: ConnectionFault): void {
  if ((ends === undefined) === (dripMs === undefined))
    throw new Error("wrong fault: needs either ends or dripMs");
  if (when === "before" && (half || dripMs !== undefined)) {
    throw new Error(
      "wrong fault: before the service has answered there is no answer to cut or to slow down",
    );
  }
}

/**
 * Adds a fault of the connection for requests of a method and path, or of all paths. A response that is cut or slowed
 * down before the operation is applied is the refusal of a gateway.
 */
export function addConnectionFault(
  { emulator, proxy }: { readonly emulator: Emulator; readonly proxy: FaultProxy },
  {
    method,
    path,
    ...fault
  }: Omit<ConnectionFault, "begins"> & { readonly method: string; readonly path?: string },
): void {
  const begins = path === undefined ? `${method} ` : `${method} ${path} `;
  const needsAnswer = fault.half === true || fault.dripMs !== undefined;
  if (needsAnswer && fault.when === "before") {
    const { times, after } = fault;
    emulator.addFault({ method, path, when: "before", times, after, status: 503 });
  }
  proxy.addFault({ ...fault, begins, when: needsAnswer ? "after" : fault.when });
}
