import { valueAt } from "../../ingress/blocks";
import type { ObjectChange } from "../changes";
import { type Hit, hit, keptModules, newModules, type Rule, whenSwitchedOff, whenTextChanges } from "./rule";

/** Whether requests are served, and by which backend. */

const whenDeclaredOff = (subject: ObjectChange): Hit[] => {
  const { backend } = subject.after.modules;
  const isNew = subject.action === "kept" && backend?.values.enabled === false && !subject.before.modules.backend;
  return isNew
    ? [hit(backend, "enabled", "serves no traffic, if it served any: its backend is declared as disabled")]
    : [];
};

/** Whether one failing request is enough. */
const isTouchy = (path: string, value: unknown): boolean =>
  typeof value === "number" && (path === "volumeThreshold" ? value <= 1 : value <= 0.01);

const whenTouchy = (subject: ObjectChange): Hit[] =>
  [...keptModules(subject, ["circuitBreaker"]), ...newModules(subject).map((each) => ({ ...each, before: undefined }))]
    .filter(({ name }) => name === "circuitBreaker")
    .flatMap(({ before, after }) =>
      ["volumeThreshold", "errorThresholdPercentage"]
        .filter((path) => isTouchy(path, valueAt(after, path)) && !(before && isTouchy(path, valueAt(before, path))))
        .map((path) => hit(after, path, `its circuit breaker trips at ${String(valueAt(after, path))} (${path})`)),
    );

export const trafficRules: readonly Rule[] = [
  {
    id: "traffic-stopped",
    severity: "medium",
    title: "A route or edge no longer serves traffic",
    why: "Its backend is disabled or removed, so its clients get errors.",
    todo: "Check that it is no longer needed.",
    example: "`backend.enabled` becomes false",
    find: (subject) => [
      ...whenSwitchedOff(subject, "backend", "no longer serves traffic"),
      ...whenDeclaredOff(subject),
    ],
  },
  {
    id: "backend-changed",
    severity: "low",
    title: "The backend changes",
    why: "Traffic goes there as soon as the change is applied.",
    todo: "Make sure that the backend is up.",
    example: "`backend.backendId` changes",
    find: (subject) =>
      keptModules(subject, ["backend"]).flatMap((pair) =>
        whenTextChanges(pair, "backendId", (was, now) => `backend ${now} serves, in place of ${was}`),
      ),
  },
  {
    id: "circuit-breaker-off",
    severity: "medium",
    title: "A circuit breaker is off",
    why: "A failing upstream receives every request, and clients wait for each.",
    todo: "Keep it, and raise the threshold if it trips too early.",
    example: "`circuitBreaker` is removed from the arguments of a route",
    find: (subject) =>
      whenSwitchedOff(subject, "circuitBreaker", "no circuit breaker stops requests to a failing upstream"),
  },
  {
    id: "circuit-breaker-sensitive",
    severity: "medium",
    title: "A circuit breaker trips at a single failure",
    why: "One failing request, which a client may be able to cause, stops all requests for a while.",
    todo: "Raise the thresholds.",
    example: "`circuitBreaker.volumeThreshold` becomes 1",
    find: whenTouchy,
  },
  {
    id: "websocket-converter-off",
    severity: "low",
    title: "Websocket connections are no longer converted",
    why: "Clients that use the conversion cannot connect.",
    todo: "Check that no client uses it.",
    example: "`websocketTcpConverter` is removed from the arguments of a route",
    find: (subject) => whenSwitchedOff(subject, "websocketTcpConverter", "converts no websocket connections to TCP"),
  },
];
