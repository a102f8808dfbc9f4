import type { Answer } from "./answer";
import { CreatedObjects } from "./created";
import { asKnown, type HttpError, isMissing } from "./errors";
import { createShared, logWait, type Operation, operationOf, sendWithRetries } from "./send";
import type { ApiRequest, Client, ClientOptions, OperationOptions } from "./types";
import { Verification } from "./verification";
import { wait, waitFor } from "./wait";

/** What follows if an object that this run has created is not found for long. */
const CREATED_HERE = { consequences: ["this run created the object: run the command again"] };

/** A client with connections of its own. */
export function createClient(options: ClientOptions): Client {
  const shared = createShared(options);
  const { clock, timeouts } = shared;
  const verification = new Verification(shared);
  const created = new CreatedObjects(clock);
  const operationOfNow = (chosen: OperationOptions): Operation => ({
    ...chosen,
    log: chosen.log ?? options.log ?? (() => undefined),
    deadline: clock.now() + (chosen.timeoutMs ?? options.operationTimeoutMs),
    limit:
      chosen.timeoutMs === undefined
        ? `${options.operationTimeoutMs / 1_000} s (edge-ingress:operationTimeoutSeconds)`
        : `${chosen.timeoutMs / 1_000} s (customTimeouts)`,
  });
  /** What the API answers; a request for an object that this client has just created is repeated while the answer is 404. */
  const requestFound = async (request: ApiRequest, operation: Operation): Promise<Answer> => {
    let mayBeProcessed = false;
    for (let waits = 0; ; waits++) {
      try {
        const answer = await sendWithRetries(request, shared, operation);
        created.note(request, answer);
        return answer;
      } catch (caught) {
        const error = asKnown(caught).with({ mayBeProcessed });
        mayBeProcessed = error.mayBeProcessed;
        if (request.method === "DELETE" && mayBeProcessed) created.forget(request.path);
        if (!isMissing(error)) throw error;
        if (operation.mayBeDeleted || created.ageFor(request) === undefined)
          return await ifStillThere(waits === 0 ? error : error.with(CREATED_HERE), request, operation);
        await created.wait(request, error, operation, waits).catch((ended: unknown) => {
          throw asKnown(ended).with({ mayBeProcessed });
        });
      }
    }
  };
  /** What a GET shows after a 404 that does not count; throws the 404 if it does. */
  const ifStillThere = async (missing: HttpError, request: ApiRequest, operation: Operation): Promise<Answer> => {
    const { mayBeProcessed } = missing;
    const shown = await verification.verifyMissing(missing, request, operation).catch((unverified: unknown) => {
      throw asKnown(unverified).with({ mayBeProcessed });
    });
    if (shown) return shown.answer;
    throw missing;
  };
  const clientFor = (current: () => Operation): Client => ({
    begin: (chosen = {}) => {
      const operation = operationOfNow(chosen);
      return clientFor(() => operation);
    },
    request: (request) => requestFound(request, current()),
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
