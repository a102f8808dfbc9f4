import type { Emulator } from "../../src/emulator";
import type { FaultProxy } from "./fault-proxy";

/** Something that goes wrong with the connection on which a request comes. At least one of `ends` and `dripMs` says what. */
export interface ConnectionFault {
  /** How the requests begin that it hits, such as `PUT /agent_ingresses`; every request when absent. */
  readonly begins?: string | undefined;
  /** Whether the request is kept from the service (`before`), or applied and its answer lost or changed (`after`). */
  readonly when: "before" | "after";
  /** What becomes of the connection: it is closed (FIN), reset (RST), or stays open in silence. */
  readonly ends?: "close" | "reset" | "hang" | undefined;
  /** Lets the answer pass up to the middle of its body before the connection `ends`; with `after` alone. */
  readonly half?: true | undefined;
  /** Lets the answer's body pass in 16 pieces with this many milliseconds after each; with `after` and without `ends`. */
  readonly dripMs?: number | undefined;
  /** How many requests it hits, or `"always"`. Default 1. */
  readonly times?: number | "always" | undefined;
  /** How many matching requests pass before the first one that it hits. Default 0. */
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
 * Plans a fault of the connection for requests of one method and path, or of all paths. An answer that is cut or slowed
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
