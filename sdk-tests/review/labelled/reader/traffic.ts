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
    "low",
    "The backend is given no rest when it fails, as without a breaker.",
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
    "medium",
    "Requests that are no websockets, or a backend that speaks HTTP, may fail.",
    of({}, { websocketTcpConverter: {} }),
  ),
  label(
    "websocket-dropped",
    "medium",
    "The backend may not understand websockets that are not converted.",
    of({ websocketTcpConverter: {} }, {}),
  ),
  label(
    "backend-other",
    "medium",
    "Requests reach another backend, which may be the wrong one.",
    of({ ...locked, backend: { backendId: "bkdhr_1" } }, { ...locked, backend: { backendId: "bkdhr_2" } }),
  ),
  label(
    "backend-disabled",
    "high",
    "Requests reach nothing.",
    of(locked, {
      ...locked,
      backend: { backendId: "bkdhr_1", enabled: false },
    }),
  ),
  label("backend-dropped", "high", "Requests reach nothing once the route has no backend.", [
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
