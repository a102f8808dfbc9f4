import { type ClientContext, createClientContext, type Operation } from "./context";
import { CreatedObjects } from "./created";
import { asProviderError, type EdgeIngressError, type HttpError, isNotFound } from "./errors";
import type { ResponseBody } from "./response";
import { logWait, requestName, sendWithRetries } from "./send";
import type { ApiRequest, Client, ClientOptions, OperationOptions } from "./types";
import { Verification } from "./verification";
import { wait, waitFor } from "./wait";

/** Advice if the service does not find an object, for as long as the operation may last, that this run has created. */
const CREATED_BY_THIS_RUN = {
  consequences: ["this run created the object: run the command again"],
};

/** A client with connections of its own. */
export function createClient(options: ClientOptions): Client {
  const requests = new Requests(options);
  return clientFor(requests, () => requests.startOperation({}));
}

/** A client whose requests belong to an operation. Without {@link Client.begin}, an operation begins with each request. */
function clientFor(requests: Requests, currentOperation: () => Operation): Client {
  const { context, verification } = requests;
  return {
    begin: (options = {}) => {
      const operation = requests.startOperation(options);
      return clientFor(requests, () => operation);
    },
    request: (request) => requests.send(request, currentOperation()),
    waitForProcessingToEnd: (request) =>
      waitForProcessingToEnd(context, request, currentOperation()),
    verify: (answered) => verification.verify(answered, currentOperation()),
    waitFor: (event) => waitFor(context.clock, event, currentOperation()),
    skewMs: (received) => context.clockSkewsMs.get(received) ?? 0,
  };
}

/** The requests of a client, with the state that they share. */
class Requests {
  readonly context: ClientContext;
  readonly verification: Verification;
  readonly #created: CreatedObjects;

  constructor(readonly options: ClientOptions) {
    this.context = createClientContext(options);
    this.verification = new Verification(this.context);
    this.#created = new CreatedObjects(this.context.clock);
  }

  startOperation(overrides: OperationOptions): Operation {
    const { log, operationTimeoutMs } = this.options;
    const timeoutMs = overrides.timeoutMs ?? operationTimeoutMs;
    const setting =
      overrides.timeoutMs === undefined ? "edge-ingress:operationTimeoutSeconds" : "customTimeouts";
    return {
      ...overrides,
      log: overrides.log ?? log ?? (() => undefined),
      deadline: this.context.clock.now() + timeoutMs,
      limit: `${timeoutMs / 1_000} s (${setting})`,
    };
  }

  /** The response to a request. A request for an object that this client has just created is repeated while it gets a 404. */
  async send(request: ApiRequest, operation: Operation): Promise<ResponseBody> {
    let mayBeProcessed = false;
    for (let waits = 0; ; waits++) {
      try {
        const body = await sendWithRetries(request, this.context, operation);
        this.#created.record(request, body);
        return body;
      } catch (caught) {
        const error = asProviderError(caught).with({ mayBeProcessed });
        mayBeProcessed = error.mayBeProcessed;
        const found = await this.#afterFailure(error, request, operation, waits);
        if (found !== undefined) return found.body;
      }
    }
  }

  /** Waits before the request is sent again, or returns the body after a 404 that does not count; throws any other error. */
  async #afterFailure(
    error: EdgeIngressError,
    request: ApiRequest,
    operation: Operation,
    waits: number,
  ): Promise<{ readonly body: ResponseBody } | undefined> {
    const { mayBeProcessed } = error;
    if (request.method === "DELETE" && mayBeProcessed) this.#created.forget(request.path);
    if (!isNotFound(error)) throw error;
    if (this.#created.ageMs(request) === undefined) {
      const notFound = waits === 0 ? error : error.with(CREATED_BY_THIS_RUN);
      return { body: await this.#verifyNotFound(notFound, request, operation) };
    }
    await this.#created.wait(request, error, operation, waits).catch((ended: unknown) => {
      throw asProviderError(ended).with({ mayBeProcessed });
    });
    return undefined;
  }

  /** The response to a GET after a 404 that does not count; throws the 404 if it counts. */
  async #verifyNotFound(
    notFound: HttpError,
    request: ApiRequest,
    operation: Operation,
  ): Promise<ResponseBody> {
    const { mayBeProcessed } = notFound;
    const found = await this.verification
      .verifyNotFound(notFound, request, operation)
      .catch((unverified: unknown) => {
        throw asProviderError(unverified).with({ mayBeProcessed });
      });
    if (found) return found.body;
    throw notFound;
  }
}

/** Waits until the service cannot still process a request with an unknown outcome; false if there is no time for the wait. */
async function waitForProcessingToEnd(
  { clock, timeouts }: ClientContext,
  request: ApiRequest,
  { deadline, signal, log }: Operation,
): Promise<boolean> {
  if (clock.now() + timeouts.headersMs >= deadline) return false;
  const cause = "the outcome is unknown, and the service may still process the request";
  const next = `looking again for the object of ${requestName(request)}`;
  logWait(log, "info", next, timeouts.headersMs, cause);
  await wait(clock, timeouts.headersMs, signal);
  return true;
}
