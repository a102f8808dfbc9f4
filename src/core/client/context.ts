import type { Log } from "../schema/problem";
import { parseBaseUrl } from "./address";
import { Limiter } from "./limiter";
import { CircuitBreaker } from "./retry";
import type { Transport } from "./transport";
import type { ClientOptions, OperationOptions } from "./types";
import { type Clock, type Deadline, defaultTimeouts, systemClock, type Timeouts } from "./wait";

/** The state that all requests of a client share. */
export interface ClientContext {
  readonly options: ClientOptions;
  readonly base: URL;
  readonly clock: Clock;
  readonly timeouts: Timeouts;
  readonly limiter: Limiter;
  readonly transport: Transport;
  readonly breaker: CircuitBreaker;
  /** Milliseconds by which the service's clock was ahead of this machine's, by the response body or list item. */
  readonly clockSkewsMs: WeakMap<object, number>;
}

/** An operation of the provider, such as an update: its requests and waits share a deadline. */
export interface Operation extends OperationOptions, Deadline {
  readonly log: Log;
}

export function createClientContext(options: ClientOptions): ClientContext {
  const { clock = systemClock, timeouts = defaultTimeouts } = options;
  const base = parseBaseUrl(options.baseUrl);
  return {
    options,
    base,
    clock,
    timeouts,
    limiter: new Limiter(options.maxConcurrency, clock),
    transport: options.transport ?? lazyTransport(base, timeouts),
    breaker: new CircuitBreaker(),
    clockSkewsMs: new WeakMap(),
  };
}

/** A transport that is loaded with the first request: previews send none, and undici is two fifths of a first call's start. */
function lazyTransport(base: URL, timeouts: Timeouts): Transport {
  let loaded: Promise<Transport> | undefined;
  return async (request, withinMs) => {
    loaded ??= import("./transport.js").then(({ createTransport }) =>
      createTransport(base, timeouts),
    );
    const transport = await loaded;
    return transport(request, withinMs);
  };
}
