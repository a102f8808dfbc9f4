import { setTimeout as sleep } from "node:timers/promises";
import { type Address, parseBaseUrl } from "./address";
import { EdgeIngressError, HttpError } from "./errors";
import { Limiter } from "./limiter";
import { perform, type Shared } from "./perform";
import { RetryBudget } from "./retry";
import { createTransport } from "./transport";

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
  /** Where the key came from, for the message of a 401 or 403. */
  readonly apiKeySource: string;
  /** Milliseconds that one operation may take, all attempts together. Default: 5 minutes. */
  readonly operationTimeoutMs?: number;
  /** Requests in flight at the same time. Default: 10. */
  readonly maxConcurrency?: number;
  /** Retries of a failed request, those after a 429 not counted. Default: 4. */
  readonly maxRetries?: number;
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
  /** Milliseconds by which the service's clock is ahead of this machine's, as its newest answer told. */
  skewMs(): number;
}

const MAX_CONCURRENCY = 10;

const systemClock: Clock = {
  now: () => performance.now(),
  sleep: (ms) => sleep(ms),
  random: () => Math.random(),
};

/** A client with connections of its own. */
export function createClient(options: ClientOptions): Client {
  const base = parseBaseUrl(options.baseUrl);
  const clock = options.clock ?? systemClock;
  const limiter = new Limiter(options.maxConcurrency ?? MAX_CONCURRENCY, clock);
  const shared: Shared = {
    base,
    clock,
    limiter,
    transport: createTransport(base),
    budget: new RetryBudget(),
    skew: { ms: 0 },
  };
  let isApi: Promise<void> | undefined;
  const recognized = () => {
    isApi ??= recognize(options, shared).catch((error: unknown) => {
      isApi = undefined;
      throw error;
    });
    return isApi;
  };
  return {
    skewMs: () => shared.skew.ms,
    request: async (request) => {
      try {
        return await perform(request, options, shared);
      } catch (error) {
        if (error instanceof HttpError && error.status === 404) await recognized();
        throw error;
      }
    },
  };
}

const LIST: ApiRequest = { method: "GET", path: { template: "/agent_ingresses" } };

/**
 * Makes sure that a 404 is the API's own: that of a wrong base URL, a proxy or a gateway must not be taken for an object
 * that is gone. Asked once, when the first 404 comes.
 *
 * @throws {EdgeIngressError} if the base URL does not answer with the documented list.
 */
async function recognize(options: ClientOptions, shared: Shared): Promise<void> {
  const answer = await perform(LIST, options, shared).catch(() => undefined);
  if (Array.isArray(answer?.ingresses)) return;
  throw new EdgeIngressError(
    `the answers with status 404 do not come from the API: ${shared.base.href} has no list of agent ingresses; ` +
      "check edge-ingress:baseUrl",
  );
}
