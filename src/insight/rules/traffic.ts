import { endedModules, modulesWith, textChange } from "../change/select";
import { accessOf } from "../ingress/access";
import { routeWith } from "./example-programs";
import { at, rule } from "./rule";

/** The rules of backends and circuit breakers: of what serves requests, and of what no longer does. */

export const trafficRules = [
  rule({
    id: "traffic-stopped",
    severity: "medium",
    title: "A route or edge no longer serves traffic",
    why: "Its backend is disabled or removed, so its clients get errors.",
    fix: "Check that it is no longer needed.",
    messages: {
      found: "no longer serves traffic",
      declared:
        "no longer serves traffic, if it did before: its backend is newly declared, and disabled",
    },
    example: {
      before: routeWith(),
      after: routeWith({ backend: { backendId: "bkdhr_1", enabled: false } }),
    },
    *find(change) {
      for (const { args, path } of endedModules(change, ["backend"])) yield at(args, path, "found");
      for (const { before, after } of modulesWith(change, ["backend"], "inactive")) {
        const isNewlyDeclared = change.action === "stays" && !before && after;
        if (isNewlyDeclared) yield at(after, "enabled", "declared");
      }
    },
  }),
  rule({
    id: "backend-changed",
    severity: "low",
    title: "The backend changes",
    why: "Traffic goes there.",
    fix: "Make sure that the backend is up.",
    messages: { found: "backend {now} serves, in place of {was}" },
    // Outside Pulumi, nobody has reviewed the new backend, and a public route admits everybody to it.
    driftSeverity: ({ after }) => (accessOf(after) === "open" ? "medium" : "low"),
    example: {
      before: routeWith(),
      after: routeWith({ backend: { backendId: "bkdhr_2" } }),
    },
    *find(change) {
      for (const { before, after } of modulesWith(change, ["backend"], "stays", "starts")) {
        const backend = before && textChange({ before, after }, "backendId");
        if (backend) yield at(after, "backendId", "found", backend);
      }
    },
  }),
  rule({
    id: "circuit-breaker-off",
    severity: "medium",
    title: "A circuit breaker is off",
    why: "A failing upstream receives every request, and clients wait for each.",
    fix: "Keep it, and raise the threshold if it trips too early.",
    messages: { found: "no circuit breaker stops requests to a failing upstream" },
    example: {
      before: routeWith({ circuitBreaker: { volumeThreshold: 20 } }),
      after: routeWith(),
    },
    *find(change) {
      for (const { args, path } of endedModules(change, ["circuitBreaker"]))
        yield at(args, path, "found");
    },
  }),
];
