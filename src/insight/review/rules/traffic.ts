import { accessOf } from "../../ingress/access";
import type { ObjectChange } from "../changes";
import { idle, ofRoute } from "./example";
import { findChangedText, findSwitchedOff, keptModules, type Match, match, type Rule } from "./rule";

/** Whether requests are served, and by which backend. */

const findDeclaredOff = ({ action, before, after }: ObjectChange): Match[] => {
  const { backend } = after.modules;
  const isNew = action === "kept" && backend?.values.enabled === false && !before.modules.backend;
  return isNew ? [match(backend, "enabled", "declared")] : [];
};

const isOpen = ({ kind, after }: ObjectChange): boolean =>
  accessOf(after) === "open" && (kind !== "httpsEdgeRoute" || after.isServing);

export const trafficRules: readonly Rule[] = [
  {
    id: "traffic-stopped",
    severity: "medium",
    title: "A route or edge no longer serves traffic",
    why: "Its backend is disabled or removed, so its clients get errors.",
    fix: "Check that it is no longer needed.",
    messages: {
      found: "no longer serves traffic",
      declared: "serves no traffic, if it served any: its backend is declared as disabled",
    },
    example: ofRoute({}, idle),
    find: (change) => [...findSwitchedOff(change, "backend"), ...findDeclaredOff(change)],
  },
  {
    id: "backend-changed",
    severity: "low",
    title: "The backend changes",
    why: "Traffic goes there.",
    fix: "Make sure that the backend is up.",
    messages: { found: "backend {now} serves, in place of {was}" },
    example: ofRoute({}, { backend: { backendId: "bkdhr_2" } }),
    // Nobody has reviewed where the traffic goes, and everybody is let in there.
    ofDrift: (change) => (isOpen(change) ? "medium" : "low"),
    find: (change) => keptModules(change, ["backend"]).flatMap((pair) => findChangedText(pair, "backendId")),
  },
  {
    id: "circuit-breaker-off",
    severity: "medium",
    title: "A circuit breaker is off",
    why: "A failing upstream receives every request, and clients wait for each.",
    fix: "Keep it, and raise the threshold if it trips too early.",
    messages: { found: "no circuit breaker stops requests to a failing upstream" },
    example: ofRoute({ circuitBreaker: { volumeThreshold: 20 } }, {}),
    find: (change) => findSwitchedOff(change, "circuitBreaker"),
  },
];
