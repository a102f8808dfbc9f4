import { setTimeout as sleep } from "node:timers/promises";
import { parseBaseUrl } from "./address";
import { EdgeIngressError, HttpError } from "./errors";
import { Limiter } from "./limiter";
import { Outage } from "./retry";
import { logLongWait, type Operation, type Shared, sendWithRetries } from "./send";
import { defaultTimeouts, type Timeouts } from "./timeouts";
import type { Transport } from "./transport";
import type { Client, ClientOptions, Clock } from "./types";
import { wait } from "./wait";

const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms, signal) => sleep(ms, undefined, signal && { signal }),
  random: () => Math.random(),
};

/** A client with connections of its own. */
export function createClient(options: ClientOptions): Client {
  const shared = createShared(options);
  const { clock, timeouts } = shared;
  const deadlineOfNow = (timeoutMs = options.operationTimeoutMs) => clock.now() + timeoutMs;
  const verified = createOnce(() => verifyBaseUrl(options, shared, { deadline: deadlineOfNow() }));
  const clientFor = (operation: () => Operation): Client => ({
    begin: (chosen = {}) => {
      const deadline = deadlineOfNow(chosen.timeoutMs);
      return clientFor(() => ({ ...chosen, deadline }));
    },
    request: async (request) => {
      try {
        return await sendWithRetries(request, options, shared, operation());
      } catch (error) {
        if (error instanceof HttpError && error.status === 404) await verified();
        throw error;
      }
    },
    waitUntilSettled: async (request) => {
      const { deadline, signal, log = options.log } = operation();
      if (clock.now() + timeouts.headersMs >= deadline) return false;
      const cause = "its outcome is unknown, and the service may still be at work on it";
      logLongWait(log, request, timeouts.headersMs, cause);
      await wait(clock, timeouts.headersMs, signal);
      return true;
    },
    verify: verified,
    skewMs: () => shared.skew.ms,
  });
  return clientFor(() => ({ deadline: deadlineOfNow() }));
}

function createShared(options: ClientOptions): Shared {
  const base = parseBaseUrl(options.baseUrl);
  const clock = options.clock ?? systemClock;
  const timeouts = options.timeouts ?? defaultTimeouts;
  return {
    base,
    clock,
    timeouts,
    limiter: new Limiter(options.maxConcurrency, clock),
    transport: options.transport ?? laterTransport(base, timeouts),
    outage: new Outage(),
    skew: { ms: 0 },
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

/** The same promise for all who ask, until it is broken. */
function createOnce(begin: () => Promise<void>): () => Promise<void> {
  let begun: Promise<void> | undefined;
  return () => {
    begun ??= begin().catch((error: unknown) => {
      begun = undefined;
      throw error;
    });
    return begun;
  };
}

/**
 * Makes sure that a 404 is the API's own: that of a wrong base URL, a proxy or a gateway must not be taken for an object
 * that is gone. Asked once, when the first 404 comes.
 *
 * @throws {EdgeIngressError} if the base URL does not answer with the documented list.
 */
async function verifyBaseUrl(options: ClientOptions, shared: Shared, operation: Operation): Promise<void> {
  const { path, member } = options.probe;
  const probe = { method: "GET", path: { template: path } } as const;
  const answer = await sendWithRetries(probe, options, shared, operation).catch(() => undefined);
  if (Array.isArray(answer?.[member])) return;
  throw new EdgeIngressError(
    `the answers with status 404 do not come from the API: ${shared.base.href} does not answer GET ${path} with its ` +
      "list; check edge-ingress:baseUrl",
  );
}
