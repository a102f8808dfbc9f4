import { setTimeout as sleep } from "node:timers/promises";
import { type Address, parseBaseUrl } from "./address";
import { EdgeIngressError, HttpError } from "./errors";
import { Limiter } from "./limiter";
import { announce, perform, type Shared } from "./perform";
import type { Redact } from "./reason";
import { Outage } from "./retry";
import { createTransport, defaultTimeouts, type Timeouts } from "./transport";

/** One operation of the API. */
export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: Address;
  /** Sent as JSON. */
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Where requests go, with which key, and how much is done to get an answer. */
export interface ClientOptions {
  /** `https:`, or `http:` on loopback; may have a path. */
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Where the key came from, and what follows from that, for the message of a 401 or 403. */
  readonly apiKeySource: string;
  /** Milliseconds that one operation may take, all attempts together. Default: 5 minutes. */
  readonly operationTimeoutMs?: number;
  /** Requests in flight at the same time. Default: 10. */
  readonly maxConcurrency?: number;
  /** Retries of a failed request, those after a 429 not counted. Default: 8, which take 35 to 72 s together. */
  readonly maxRetries?: number;
  /** Milliseconds that the parts of one attempt may take. Default: 10 s to connect, 60 s and 30 s for the answer. */
  readonly timeouts?: Timeouts;
  /** Shows the user one line. Default: nobody is told. */
  notify?(line: string): void;
  /** Time and chance, for tests. Default: the machine's. */
  readonly clock?: Clock;
}

/** Time and chance. */
export interface Clock {
  /** Monotonic milliseconds. */
  now(): number;
  sleep(ms: number): Promise<void>;
  /** From 0 to 1. */
  random(): number;
}

/** Sends requests to the API. */
export interface Client {
  /**
   * The JSON object that the API answers, empty for an answer without a body and for null.
   *
   * @throws {EdgeIngressError} if there is no answer, or not the documented one, after all attempts.
   */
  request(request: ApiRequest): Promise<Readonly<Record<string, unknown>>>;
  /**
   * This client for one operation, whose requests and waits share a deadline; without it each request has its own.
   *
   * @param redact Takes the operation's secrets out of what the service says of a failure, which is shown then.
   */
  begin(redact?: Redact): Client;
  /**
   * Waits until the service can no longer be at work on a request that has failed; false if the operation's time does
   * not suffice for that.
   */
  outlast(request: ApiRequest): Promise<boolean>;
  /** Milliseconds by which the service's clock is ahead of this machine's, as its newest answer told. */
  skewMs(): number;
}

const MAX_CONCURRENCY = 10;
const OPERATION_TIMEOUT_MS = 300_000;

const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms) => sleep(ms),
  random: () => Math.random(),
};

/** A client with connections of its own. */
export function createClient(options: ClientOptions): Client {
  const shared = share(options);
  const { clock, timeouts } = shared;
  const deadlineOfNow = () => clock.now() + (options.operationTimeoutMs ?? OPERATION_TIMEOUT_MS);
  const recognized = onceFulfilled(() => recognize(options, shared, deadlineOfNow()));
  const clientUntil = (deadline: () => number, redact?: Redact): Client => ({
    begin: (secretly) => {
      const end = deadlineOfNow();
      return clientUntil(() => end, secretly);
    },
    request: async (request) => {
      try {
        return await perform(request, options, shared, { deadline: deadline(), redact });
      } catch (error) {
        if (error instanceof HttpError && error.status === 404) await recognized();
        throw error;
      }
    },
    outlast: async (request) => {
      if (clock.now() + timeouts.headersMs >= deadline()) return false;
      announce(
        options,
        request,
        timeouts.headersMs,
        "its outcome is unknown, and the service may still be at work on it",
      );
      await clock.sleep(timeouts.headersMs);
      return true;
    },
    skewMs: () => shared.skew.ms,
  });
  return clientUntil(deadlineOfNow);
}

function share(options: ClientOptions): Shared {
  const base = parseBaseUrl(options.baseUrl);
  const clock = options.clock ?? systemClock;
  const timeouts = options.timeouts ?? defaultTimeouts;
  return {
    base,
    clock,
    timeouts,
    limiter: new Limiter(options.maxConcurrency ?? MAX_CONCURRENCY, clock),
    transport: createTransport(base, timeouts),
    outage: new Outage(),
    skew: { ms: 0 },
  };
}

/** The same promise for all who ask, until it is broken. */
function onceFulfilled(begin: () => Promise<void>): () => Promise<void> {
  let begun: Promise<void> | undefined;
  return () => {
    begun ??= begin().catch((error: unknown) => {
      begun = undefined;
      throw error;
    });
    return begun;
  };
}

const LIST: ApiRequest = { method: "GET", path: { template: "/agent_ingresses" } };

/**
 * Makes sure that a 404 is the API's own: that of a wrong base URL, a proxy or a gateway must not be taken for an object
 * that is gone. Asked once, when the first 404 comes.
 *
 * @throws {EdgeIngressError} if the base URL does not answer with the documented list.
 */
async function recognize(options: ClientOptions, shared: Shared, deadline: number): Promise<void> {
  const answer = await perform(LIST, options, shared, { deadline }).catch(() => undefined);
  if (Array.isArray(answer?.ingresses)) return;
  throw new EdgeIngressError(
    `the answers with status 404 do not come from the API: ${shared.base.href} has no list of agent ingresses; ` +
      "check edge-ingress:baseUrl",
  );
}
