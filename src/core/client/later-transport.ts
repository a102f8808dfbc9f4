import type { Timeouts } from "./timeouts";
import type { Transport } from "./transport";

/** A transport that is loaded with the first request: previews send none, and undici is two fifths of a first call's start. */
export function laterTransport(base: URL, timeouts: Timeouts): Transport {
  let made: Promise<Transport> | undefined;
  return async (outgoing, withinMs) => {
    made ??= import("./transport.js").then(({ createTransport }) => createTransport(base, timeouts));
    return (await made)(outgoing, withinMs);
  };
}
