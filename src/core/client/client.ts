import { setTimeout as sleep } from "node:timers/promises";
import { parseBaseUrl } from "./address";
import { isDocumented } from "./documented";
import { asKnown, EdgeIngressError, ForeignAnswerError, HttpError, UnexpectedAnswerError } from "./errors";
import { Limiter } from "./limiter";
import { Outage } from "./retry";
import { logOf, logWait, type Operation, type Shared, sendWithRetries } from "./send";
import { defaultTimeouts, MAX_TIMER_MS, type Timeouts } from "./timeouts";
import type { Transport } from "./transport";
import type { Client, ClientOptions, Clock, OperationOptions } from "./types";
import { Verification } from "./verification";
import { wait, waitFor } from "./wait";

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
  const { clock, timeouts, verification } = shared;
  const operationOfNow = (chosen: OperationOptions): Operation => ({
    ...chosen,
    deadline: clock.now() + (chosen.timeoutMs ?? options.operationTimeoutMs),
    limit: limitOf(options, chosen),
  });
  const clientFor = (operationOf: () => Operation): Client => ({
    begin: (chosen = {}) => {
      const operation = operationOfNow(chosen);
      return clientFor(() => operation);
    },
    request: async (request) => {
      const operation = operationOf();
      try {
        const answer = await sendWithRetries(request, options, shared, operation);
        if (answer && isDocumented(request, answer)) verification.confirm();
        return answer;
      } catch (error) {
        if (error instanceof HttpError && error.status === 404)
          await verifyBaseUrl(`${error.operation} answered 404, which`, options, shared, operation);
        throw error;
      }
    },
    waitUntilSettled: async (request) => {
      const operation = operationOf();
      const { deadline, signal } = operation;
      if (clock.now() + timeouts.headersMs >= deadline) return false;
      const cause = "its outcome is unknown, and the service may still be at work on it";
      logWait(logOf(options, operation), "info", request, timeouts.headersMs, cause);
      await wait(clock, timeouts.headersMs, signal);
      return true;
    },
    verify: () => verified("an empty answer", options, shared, requestList(options, shared, operationOf())),
    waitFor: (event) => waitFor(clock, event, operationOf()),
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
    base,
    clock,
    timeouts,
    limiter: new Limiter(options.maxConcurrency, clock),
    transport: options.transport ?? laterTransport(base, timeouts),
    outage: new Outage(),
    skews: new WeakMap(),
    verification: new Verification(),
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

/**
 * Makes sure that an answer such as a 404 is the API's own: that of a wrong base URL, a proxy or a gateway must not be taken for an object
 * that is gone. Asks as a part of the operation that met it.
 *
 * @throws {EdgeIngressError} if the base URL does not answer with the documented list, or does not answer.
 */
async function verifyBaseUrl(
  answered: string,
  options: ClientOptions,
  shared: Shared,
  operation: Operation,
): Promise<void> {
  const ask = () => requestList(options, shared, operation);
  const waitForOther = (other: Promise<void>) => waitFor(shared.clock, other, operation);
  await verified(answered, options, shared, shared.verification.verify(ask, waitForOther));
}

/** Requests the list that every account of the API has. */
async function requestList(options: ClientOptions, shared: Shared, operation: Operation): Promise<void> {
  const { path, member } = options.probe;
  const answer = await sendWithRetries({ method: "GET", path: { template: path } }, options, shared, operation);
  if (!Array.isArray(answer?.[member])) throw new ForeignAnswerError(`GET ${path}: the answer has no list ${member}`);
}

/** The end of a verification, with the error that the user sees. */
async function verified(
  answered: string,
  { probe }: ClientOptions,
  { base }: Shared,
  verification: Promise<void>,
): Promise<void> {
  try {
    await verification;
  } catch (cause) {
    throw isForeign(cause) ? notOfApi(base, probe.path) : unverified(answered, asKnown(cause));
  }
}

/** Whether something else than the API has answered: the API always has the list. */
const isForeign = (error: unknown): boolean =>
  error instanceof UnexpectedAnswerError || (error instanceof HttpError && error.status === 404);

const notOfApi = (base: URL, path: string) =>
  new EdgeIngressError(
    `the answers with status 404 do not come from the API: ${base.href} does not answer GET ${path} with its list; ` +
      "check edge-ingress:baseUrl",
  );

const unverified = (answered: string, { message }: Error) =>
  new EdgeIngressError(`${answered} could not be verified: ${message}`);
