import { setTimeout as sleep } from "node:timers/promises";
import { parseBaseUrl } from "./address";
import { CircuitBreaker } from "./circuit-breaker";
import { asKnown, HttpError } from "./errors";
import { Limiter } from "./limiter";
import { logWait, type Operation, operationOf, type Shared, sendWithRetries } from "./send";
import type { Transport } from "./transport";
import type { Client, ClientOptions, OperationOptions } from "./types";
import { Verification } from "./verification";
import { type Clock, defaultTimeouts, MAX_TIMER_MS, type Timeouts, wait, waitFor } from "./wait";

const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(Math.min(ms, MAX_TIMER_MS), undefined, signal && { signal }),
  after: (ms, action) => {
    const timer = setTimeout(action, ms);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};

/** A client with connections of its own. */
export function createClient(options: ClientOptions): Client {
  const shared = createShared(options);
  const { clock, timeouts } = shared;
  const verification = new Verification(shared);
  const operationOfNow = (chosen: OperationOptions): Operation => ({
    ...chosen,
    log: chosen.log ?? options.log ?? (() => undefined),
    deadline: clock.now() + (chosen.timeoutMs ?? options.operationTimeoutMs),
    limit: limitOf(options, chosen),
  });
  const clientFor = (current: () => Operation): Client => ({
    begin: (chosen = {}) => {
      const operation = operationOfNow(chosen);
      return clientFor(() => operation);
    },
    request: async (request) => {
      const operation = current();
      try {
        return await sendWithRetries(request, shared, operation);
      } catch (error) {
        if (error instanceof HttpError && error.status === 404)
          await verification.verifyMissing(error, operation).catch((unverified: unknown) => {
            throw asKnown(unverified).with({ mayBeProcessed: error.mayBeProcessed });
          });
        throw error;
      }
    },
    waitUntilSettled: async (request) => {
      const { deadline, signal, log } = current();
      if (clock.now() + timeouts.headersMs >= deadline) return false;
      const cause = "the outcome is unknown, and the service may still process the request";
      const next = `looking again for the object of ${operationOf(request)}`;
      logWait(log, "info", next, timeouts.headersMs, cause);
      await wait(clock, timeouts.headersMs, signal);
      return true;
    },
    verify: (answered) => verification.verify(answered, current()),
    waitFor: (event) => waitFor(clock, event, current()),
    skewMs: (answer) => shared.skews.get(answer) ?? 0,
  });
  return clientFor(() => operationOfNow({}));
}

const limitOf = ({ operationTimeoutMs }: ClientOptions, { timeoutMs }: OperationOptions): string =>
  timeoutMs === undefined
    ? `${operationTimeoutMs / 1_000} s (edge-ingress:operationTimeoutSeconds)`
    : `${timeoutMs / 1_000} s (customTimeouts)`;

function createShared(options: ClientOptions): Shared {
  const base = parseBaseUrl(options.baseUrl);
  const clock = options.clock ?? systemClock;
  const timeouts = options.timeouts ?? defaultTimeouts;
  return {
    options,
    base,
    clock,
    timeouts,
    limiter: new Limiter(options.maxConcurrency, clock),
    transport: options.transport ?? laterTransport(base, timeouts),
    breaker: new CircuitBreaker(),
    skews: new WeakMap(),
  };
}

/** A transport that is loaded with the first request: previews send none, and undici is two fifths of a first call's start. */
function laterTransport(base: URL, timeouts: Timeouts): Transport {
  let made: Promise<Transport> | undefined;
  return async (outgoing, withinMs) => {
    made ??= import("./transport.js").then(({ createTransport }) => createTransport(base, timeouts));
    return (await made)(outgoing, withinMs);
  };
}
