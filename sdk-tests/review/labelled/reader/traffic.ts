import { audit, keys, logs, of, resource, route } from "../../declared";
import { breaker, label, locked, type ReaderLabel, signed, unprotected } from "./label";

/** Webhooks, breakers, backends, compression and websockets. */
export const traffic: readonly ReaderLabel[] = [
  label(
    "webhook-other-provider",
    "medium",
    "Webhooks of the former provider are refused, and another's are accepted.",
    of(signed(), signed({ provider: "stripe" })),
  ),
  label("webhook-verification-dropped", "high", "Webhooks of anybody reach the backend.", of(signed(), unprotected)),
  label(
    "breaker-at-first-request",
    "medium",
    "A single request in a window can trip the circuit.",
    of(breaker(), breaker({ volumeThreshold: 1 })),
  ),
  label(
    "breaker-without-errors",
    "medium",
    "The circuit trips although nothing fails.",
    of(breaker(), breaker({ errorThresholdPercentage: 0 })),
  ),
  label(
    "breaker-for-a-day",
    "medium",
    "A trip takes the route out of service for a day.",
    of(breaker(), breaker({ trippedDuration: 86_400 })),
  ),
  label(
    "breaker-more-buckets",
    "none",
    "The metric is kept in finer steps.",
    of(breaker(), breaker({ numBuckets: 20 })),
  ),
  label(
    "breaker-dropped",
    "medium",
    "A backend that fails is given no rest, and clients wait for each answer.",
    of(breaker(), unprotected),
  ),
  label("compression-new", "none", "Responses get smaller.", of({}, { compression: {} })),
  label(
    "compression-off",
    "low",
    "Responses get larger.",
    of({ compression: {} }, { compression: { enabled: false } }),
  ),
  label(
    "websocket-new",
    "low",
    "The module does what the program asks for, and keeps nobody out or in.",
    of({}, { websocketTcpConverter: {} }),
  ),
  label(
    "websocket-dropped",
    "low",
    "Clients that use the conversion cannot connect, as is intended when it is retired.",
    of({ websocketTcpConverter: {} }, {}),
  ),
  label(
    "backend-other",
    "low",
    "A deployment moves requests to its next backend in the same way, and the same people get in.",
    of({ ...locked, backend: { backendId: "bkdhr_1" } }, { ...locked, backend: { backendId: "bkdhr_2" } }),
  ),
  label(
    "backend-disabled",
    "medium",
    "Requests reach nothing, if there still are any.",
    of(locked, {
      ...locked,
      backend: { backendId: "bkdhr_1", enabled: false },
    }),
  ),
  label("backend-dropped", "medium", "Requests reach nothing, if there still are any.", [
    [route(locked)],
    [resource("HttpsEdgeRoute", "route")({ edgeId: "EDGE", matchType: "path_prefix", match: "/api", ...locked })],
  ]),
  label("destination-other-log-group", "medium", "Events no longer reach the log that is watched.", [
    [audit(logs("logs"))],
    [audit(logs("other-logs"))],
  ]),
  label("destination-deleted", "medium", "Subscriptions that write to the destination lose their events.", [
    [audit(keys("canary-key"))],
    [],
  ]),
];
