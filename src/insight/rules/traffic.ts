import { mayHaveSamePath } from "../change/match-changes";
import type { ObjectChange } from "../change/objects";
import { endedModules, modulesWith, textChange } from "../change/select";
import { accessOf, strengthsOf } from "../ingress/access";
import { textAt, valueAt } from "../ingress/arguments";
import { type MatchScope, scopeOf } from "../ingress/routing";
import { isHidden } from "../ingress/value";
import type { Context } from "./context";
import { oauth, route, routeWith } from "./example-programs";
import { at, rule } from "./rule";

/** Whether requests are served, by which backend, and whether everybody gets in. */

/** Whether everybody gets in after the change. A TCP edge has no login. */
const isOpen = ({ kind, after }: ObjectChange): boolean =>
  kind === "tcpEdge" || (kind === "httpsEdgeRoute" && accessOf(after) === "open");

/** The backend that a route begins to serve, if the route was public and still is. */
function newBackendOfPublicRoute(change: ObjectChange) {
  const { before, after } = change;
  const isPublic = accessOf(before) === "open" && accessOf(after) === "open";
  return isPublic ? startingBackend(change) : undefined;
}

/** The backend that an object begins to serve; `undefined` if the object is new, or if the backend may be off. */
function startingBackend(change: ObjectChange) {
  const backend = modulesWith(change, ["backend"], "starts")[0];
  if (!backend || change.action !== "stays" || isHidden(valueAt(backend.after, "enabled")))
    return undefined;
  return backend;
}

/** Whether another rule finds that a route takes requests that another route protects. */
const isShadowing = (change: ObjectChange, { reassignedTo }: Context): boolean =>
  (reassignedTo.get(change) ?? []).some(
    ({ comparison }) => comparison === "less" || comparison === "maybe-less",
  );

/** Whether two routes are on different edges, and may serve the same paths. Other rules report which of the routes on one edge serves. */
const isSamePathOnOtherEdge = (
  scope: MatchScope | undefined,
  other: MatchScope | undefined,
): boolean =>
  scope !== undefined &&
  other !== undefined &&
  scope.edge !== other.edge &&
  mayHaveSamePath(scope, other);

/** A match at the backend that a TCP edge did not have before. */
function* newTcpBackend(change: ObjectChange) {
  const backend = modulesWith(change, ["backend"], "starts")[0];
  if (change.kind === "tcpEdge" && backend && !backend.before)
    yield at(backend.after, "backendId", "found");
}

/** A match at a new route that serves requests, if it is public, or if nothing shows whom it admits. */
function* newOpenRoute(change: ObjectChange, context: Context) {
  const { kind, action, after, isImported } = change;
  if (kind !== "httpsEdgeRoute" || action !== "created" || !after.args || !after.isServing) return;
  // Other rules find a route that shadows a protected route, and a route whose match is not known.
  if (isShadowing(change, context) || !scopeOf(after)) return;
  const access = accessOf(after);
  if (access === "open") yield at(after.args, "backend", isImported ? "imported" : "found");
  if (access === "not known") yield at(after.args, "", "unknown");
}

export const trafficRules = [
  rule({
    id: "served-unprotected",
    severity: "low",
    title: "A public route or TCP edge serves again",
    why: "Its backend was disabled: during maintenance, or since the route was created.",
    fix: "If it is not public, configure a protection in the same change.",
    messages: { found: "starts serving, and is public" },
    // Nobody has reviewed that it serves.
    driftSeverity: () => "high",
    example: {
      before: routeWith({ backend: { backendId: "bkdhr_1", enabled: false } }),
      after: routeWith(),
    },
    *find(change) {
      const backend =
        change.kind === "tcpEdge" ? startingBackend(change) : newBackendOfPublicRoute(change);
      if (backend?.before) yield at(backend.after, "enabled", "found");
    },
  }),
  rule({
    id: "backend-stated-open",
    severity: "low",
    title: "A public route gets a backend",
    why: "The program declared no backend so far: the route served nothing, or a backend that was configured elsewhere.",
    fix: "If the route is not public, configure a protection in the same change.",
    messages: { found: "starts serving, and is public" },
    example: {
      before: routeWith({ backend: null }),
      after: routeWith(),
    },
    *find(change) {
      // Another rule finds a new backend of a TCP edge.
      const backend = change.kind === "tcpEdge" ? undefined : newBackendOfPublicRoute(change);
      if (backend && !backend.before) yield at(backend.after, "", "found");
    },
  }),
  rule({
    id: "backend-bypassed",
    severity: "medium",
    title: "A public route or TCP edge serves a protected backend",
    why: "Its clients reach the backend that another route or edge protects. A TCP edge has no login.",
    fix: "Use another backend, or make sure that the backend authenticates its clients.",
    messages: { found: "starts serving the backend of the {guard}, and is public" },
    example: {
      before: routeWith({ oauth }),
      after: {
        HttpsEdgeRoute: { ...route, oauth },
        "TcpEdgeBackend ssh": { edgeId: "edgtcp_1", backendId: "bkdhr_1" },
      },
    },
    *find(change, { guards }) {
      if (!isOpen(change)) return;
      const scope = scopeOf(change.after);
      for (const { before, after, transition } of modulesWith(
        change,
        ["backend"],
        "starts",
        "stays",
      )) {
        const was = before && textAt(before, "backendId");
        const now = textAt(after, "backendId");
        const isNew = transition === "starts" || (before !== undefined && was !== now);
        if (!isNew || now === undefined) continue;
        const guard = guards.get(now)?.find((other) => {
          return (
            other.change !== change &&
            (change.kind === "tcpEdge" || isSamePathOnOtherEdge(scope, other.scope))
          );
        });
        const path = was === now ? "enabled" : "backendId";
        if (guard) yield at(after, path, "found", { guard: guard.change.title });
      }
    },
  }),
  rule({
    id: "new-route-open",
    severity: "low",
    title: "A new route or TCP edge backend is public",
    why: "It has no protection. Many routes are meant to be public.",
    fix: "If it is not public, configure a protection.",
    messages: {
      found: "is new and public",
      imported: "is imported and public",
      unknown: "is new, and whom it admits is not known",
    },
    example: {
      after: routeWith(),
    },
    *find(change, context) {
      yield* newTcpBackend(change);
      yield* newOpenRoute(change, context);
    },
  }),
  rule({
    id: "open-route-not-known",
    severity: "medium",
    title: "What a public route serves is not known",
    why: "Its match or its edge is a secret, or known only at apply: it may serve the requests of a protected route.",
    fix: "State the match and the edge as constants, or configure a protection.",
    messages: { found: "may be public, and its {what} is not known" },
    example: {
      after: routeWith({ match: { $secret: "/admin" } }),
    },
    *find({ kind, action, after: { args, effective, isServing } }) {
      if (kind !== "httpsEdgeRoute" || action !== "created" || !args || !isServing) return;
      const strengths = Object.entries(strengthsOf(effective));
      // A traffic policy may admit everyone, so it does not count as a protection here.
      const mayBeOpen = strengths.every(
        ([factor, strength]) => factor === "policy" || strength === "unknown",
      );
      if (!mayBeOpen) return;
      if (isHidden(valueAt(args, "edgeId"))) yield at(args, "edgeId", "found", { what: "edge" });
      if (isHidden(valueAt(args, "match"))) yield at(args, "match", "found", { what: "match" });
    },
  }),
  rule({
    id: "traffic-stopped",
    severity: "medium",
    title: "A route or edge no longer serves traffic",
    why: "Its backend is disabled or removed, so its clients get errors.",
    fix: "Check that it is no longer needed.",
    messages: {
      found: "no longer serves traffic",
      declared: "serves no traffic, if it served any: its backend is declared as disabled",
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
    // Nobody has reviewed where the traffic goes, and everybody is let in there.
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
