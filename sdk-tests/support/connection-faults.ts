import type { ConnectionFault, Emulator, FaultProxy } from "../../src/emulator";

/**
 * Plans a fault of the connection for requests of one method and path, or of all paths. An answer that is cut or slowed
 * down before the operation is applied is the refusal of a gateway.
 */
export function addConnectionFault(
  { emulator, proxy }: { readonly emulator: Emulator; readonly proxy: FaultProxy },
  { method, path, ...fault }: Omit<ConnectionFault, "begins"> & { readonly method: string; readonly path?: string },
): void {
  const begins = path === undefined ? `${method} ` : `${method} ${path} `;
  const needsAnswer = fault.half === true || fault.dripMs !== undefined;
  if (needsAnswer && fault.when === "before") {
    const { times, after } = fault;
    emulator.addFault({ method, path, when: "before", times, after, status: 503 });
  }
  proxy.addFault({ ...fault, begins, when: needsAnswer ? "after" : fault.when });
}
