import { setTimeout as sleep } from "node:timers/promises";
import { type Address, nameOf, parseBaseUrl, urlOf } from "./address";
import { acceptAnswer, skewOf } from "./answer";
import { EdgeIngressError, HttpError, TimeoutError } from "./errors";
import { Limiter } from "./limiter";
import { decide, defaultPolicy, RetryBudget } from "./retry";
import { createTransport, type Transport } from "./transport";

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
  /** Now by the service's clock, as its newest answer told it, in milliseconds since 1970. */
  serviceTimeMs(): number;
}

const SERVICE_VERSION = "2";
const OPERATION_TIMEOUT_MS = 300_000;
const MAX_CONCURRENCY = 10;
const LONG_WAIT_MS = 5_000;

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
    serviceTimeMs: () => Date.now() + shared.skew.ms,
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

/** What all requests of a client share. */
interface Shared {
  readonly base: URL;
  readonly clock: Clock;
  readonly limiter: Limiter;
  readonly transport: Transport;
  readonly budget: RetryBudget;
  /** How far the service's clock is ahead of this machine's. */
  readonly skew: { ms: number };
}

/** The one function through which every request goes. */
async function perform(request: ApiRequest, options: ClientOptions, shared: Shared) {
  const { clock, limiter, budget } = shared;
  const deadline = clock.now() + (options.operationTimeoutMs ?? OPERATION_TIMEOUT_MS);
  const policy = { ...defaultPolicy, maxRetries: options.maxRetries ?? defaultPolicy.maxRetries };
  const send = attempt(request, options, shared);
  for (let failed = 1, limited = 0; ; failed++) {
    try {
      const answer = await limiter.run(() => send(deadline - clock.now()));
      budget.earn();
      return answer;
    } catch (caught) {
      const error = caught as EdgeIngressError;
      const isLimited = error instanceof HttpError && error.status === 429;
      if (isLimited) limited++;
      const verdict = decide(policy, { method: request.method, failed, limited }, error, clock.random());
      if (!("retryAfterMs" in verdict)) throw described(request, error, failed, verdict.reason);
      if (clock.now() + verdict.retryAfterMs >= deadline) throw described(request, error, failed, "its time is up");
      if (!isLimited && !budget.take()) throw described(request, error, failed, "too many requests fail");
      announce(options, request, error, verdict.retryAfterMs);
      if (isLimited) limiter.pause(verdict.retryAfterMs);
      else await clock.sleep(verdict.retryAfterMs);
    }
  }
}

/** Sends the request once, within the time that is left. */
function attempt({ method, path, body }: ApiRequest, options: ClientOptions, { base, transport, skew }: Shared) {
  const url = urlOf(base, path);
  const headers = {
    authorization: `Bearer ${options.apiKey}`,
    "service-version": SERVICE_VERSION,
    ...(body && { "content-type": "application/json" }),
  };
  const outgoing = { url, method, headers, ...(body && { body: JSON.stringify(body) }) };
  return async (leftMs: number) => {
    if (leftMs <= 0) throw new TimeoutError("no whole answer came in time");
    const incoming = await transport(outgoing, AbortSignal.timeout(Math.ceil(leftMs)));
    skew.ms = skewOf(incoming) ?? skew.ms;
    return acceptAnswer(operationOf({ method, path }), incoming, options.apiKeySource);
  };
}

const operationOf = ({ method, path }: ApiRequest): string => `${method} ${nameOf(path)}`;

/** Long waits are told, or the user would take them for a hang. */
function announce(options: ClientOptions, request: ApiRequest, error: EdgeIngressError, waitMs: number): void {
  if (waitMs <= LONG_WAIT_MS) return;
  const cause = error instanceof HttpError ? `the service answered ${error.status}` : error.message;
  options.notify?.(`info: ${operationOf(request)} waits for ${Math.ceil(waitMs / 1000)} s: ${cause}`);
}

/** The same error, its message saying what was asked, how often, and why it was not tried again. */
function described(request: ApiRequest, error: EdgeIngressError, attempts: number, reason?: string): EdgeIngressError {
  const isOurs = error instanceof EdgeIngressError;
  const told = isOurs ? error : new EdgeIngressError("something unforeseen went wrong");
  if (!(told instanceof HttpError)) told.message = `${operationOf(request)}: ${told.message}`;
  const notes = [...(attempts > 1 ? [`after ${attempts} attempts`] : []), ...(reason === undefined ? [] : [reason])];
  if (notes.length > 0) told.message += ` (${notes.join("; ")})`;
  return told;
}
