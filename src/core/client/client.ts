import { asKnown, isMissing } from "./errors";
import { createShared, logWait, type Operation, operationOf, sendWithRetries } from "./send";
import type { Client, ClientOptions, OperationOptions } from "./types";
import { Verification } from "./verification";
import { wait, waitFor } from "./wait";

/** A client with connections of its own. */
export function createClient(options: ClientOptions): Client {
  const shared = createShared(options);
  const { clock, timeouts } = shared;
  const verification = new Verification(shared);
  const operationOfNow = (chosen: OperationOptions): Operation => ({
    ...chosen,
    log: chosen.log ?? options.log ?? (() => undefined),
    deadline: clock.now() + (chosen.timeoutMs ?? options.operationTimeoutMs),
    limit:
      chosen.timeoutMs === undefined
        ? `${options.operationTimeoutMs / 1_000} s (edge-ingress:operationTimeoutSeconds)`
        : `${chosen.timeoutMs / 1_000} s (customTimeouts)`,
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
        if (isMissing(error))
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
