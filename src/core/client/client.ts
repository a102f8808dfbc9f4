import type { Answer } from "./answer";
import { CreatedObjects } from "./created";
import { asKnown, type EdgeIngressError, type HttpError, isMissing } from "./errors";
import {
  createShared,
  logWait,
  type Operation,
  operationOf,
  type Shared,
  sendWithRetries,
} from "./send";
import type { ApiRequest, Client, ClientOptions, OperationOptions } from "./types";
import { Verification } from "./verification";
import { wait, waitFor } from "./wait";

/** What follows if an object that this run has created is not found for long. */
const CREATED_HERE = { consequences: ["this run created the object: run the command again"] };

/** A client with connections of its own. */
export function createClient(options: ClientOptions): Client {
  const requests = new Requests(options);
  return clientFor(requests, () => requests.operation({}));
}

/** A client whose requests belong to an operation, which may begin with each request. */
function clientFor(requests: Requests, current: () => Operation): Client {
  const { shared, verification } = requests;
  return {
    begin: (chosen = {}) => {
      const operation = requests.operation(chosen);
      return clientFor(requests, () => operation);
    },
    request: (request) => requests.send(request, current()),
    waitUntilSettled: (request) => waitUntilSettled(shared, request, current()),
    verify: (answered) => verification.verify(answered, current()),
    waitFor: (event) => waitFor(shared.clock, event, current()),
    skewMs: (answer) => shared.skews.get(answer) ?? 0,
  };
}

/** The requests of a client, with what they share. */
class Requests {
  readonly shared: Shared;
  readonly verification: Verification;
  readonly #created: CreatedObjects;

  constructor(readonly options: ClientOptions) {
    this.shared = createShared(options);
    this.verification = new Verification(this.shared);
    this.#created = new CreatedObjects(this.shared.clock);
  }

  /** An operation that begins now. */
  operation(chosen: OperationOptions): Operation {
    const { log, operationTimeoutMs } = this.options;
    return {
      ...chosen,
      log: chosen.log ?? log ?? (() => undefined),
      deadline: this.shared.clock.now() + (chosen.timeoutMs ?? operationTimeoutMs),
      limit:
        chosen.timeoutMs === undefined
          ? `${operationTimeoutMs / 1_000} s (edge-ingress:operationTimeoutSeconds)`
          : `${chosen.timeoutMs / 1_000} s (customTimeouts)`,
    };
  }

  /** The response to a request. A request for an object that this client has just created is repeated while it gets a 404. */
  async send(request: ApiRequest, operation: Operation): Promise<Answer> {
    let mayBeProcessed = false;
    for (let waits = 0; ; waits++) {
      try {
        const answer = await sendWithRetries(request, this.shared, operation);
        this.#created.note(request, answer);
        return answer;
      } catch (caught) {
        const error = asKnown(caught).with({ mayBeProcessed });
        mayBeProcessed = error.mayBeProcessed;
        const answer = await this.#afterFailure(error, request, operation, waits);
        if (answer !== undefined) return answer.value;
      }
    }
  }

  /** Waits before the request is sent again, or gives the answer after a 404 that does not count; throws any other error. */
  async #afterFailure(
    error: EdgeIngressError,
    request: ApiRequest,
    operation: Operation,
    waits: number,
  ): Promise<{ readonly value: Answer } | undefined> {
    const { mayBeProcessed } = error;
    if (request.method === "DELETE" && mayBeProcessed) this.#created.forget(request.path);
    if (!isMissing(error)) throw error;
    if (this.#created.ageFor(request) === undefined) {
      const missing = waits === 0 ? error : error.with(CREATED_HERE);
      return { value: await this.#ifStillThere(missing, request, operation) };
    }
    await this.#created.wait(request, error, operation, waits).catch((ended: unknown) => {
      throw asKnown(ended).with({ mayBeProcessed });
    });
    return undefined;
  }

  /** The response to a GET after a 404 that does not count; throws the 404 if it does. */
  async #ifStillThere(
    missing: HttpError,
    request: ApiRequest,
    operation: Operation,
  ): Promise<Answer> {
    const { mayBeProcessed } = missing;
    const shown = await this.verification
      .verifyMissing(missing, request, operation)
      .catch((unverified: unknown) => {
        throw asKnown(unverified).with({ mayBeProcessed });
      });
    if (shown) return shown.answer;
    throw missing;
  }
}

/** Waits until the service cannot still process a request whose outcome is unknown; false if the time for it is over. */
async function waitUntilSettled(
  { clock, timeouts }: Shared,
  request: ApiRequest,
  { deadline, signal, log }: Operation,
): Promise<boolean> {
  if (clock.now() + timeouts.headersMs >= deadline) return false;
  const cause = "the outcome is unknown, and the service may still process the request";
  const next = `looking again for the object of ${operationOf(request)}`;
  logWait(log, "info", next, timeouts.headersMs, cause);
  await wait(clock, timeouts.headersMs, signal);
  return true;
}
