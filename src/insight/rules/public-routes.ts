import type { Guard } from "../change/guards";
import { mayHaveSamePath } from "../change/match-changes";
import type { ModuleChange, ObjectChange } from "../change/objects";
import { modulesWith } from "../change/select";
import { accessOf, type Strength, strengthsOf } from "../ingress/access";
import { type Arguments, hiddenAt, textAt } from "../ingress/arguments";
import type { Modules } from "../ingress/declared-object";
import { type MatchScope, scopeOf } from "../ingress/routing";
import type { Context } from "./context";
import { oauth, route, routeWith } from "./example-programs";
import { at, type Match, rule } from "./rule";

/** The rules of routes and TCP edges that begin to serve requests, and admit everybody. */

export const publicRouteRules = [
  rule({
    id: "served-unprotected",
    severity: "low",
    title: "A public route or TCP edge serves again",
    why: "Its backend was disabled: during maintenance, or since the route was created.",
    fix: "If it is not public, configure a protection in the same change.",
    messages: { found: "starts serving, and is public" },
    // Outside Pulumi, nobody has reviewed that it serves.
    driftSeverity: () => "high",
    example: {
      before: routeWith({ backend: { backendId: "bkdhr_1", enabled: false } }),
      after: routeWith(),
    },
    *find(change) {
      const backend =
        change.kind === "tcpEdge"
          ? certainlyStartingBackend(change)
          : newBackendOfPublicRoute(change);
      // A backend that the program declared before was disabled. `backend-stated-open` finds a backend that it did not declare.
      const wasDisabled = backend?.before !== undefined;
      if (backend && wasDisabled) yield at(backend.after, "enabled", "found");
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
      // `new-route-open` finds a new backend of a TCP edge.
      const backend = change.kind === "tcpEdge" ? undefined : newBackendOfPublicRoute(change);
      // `served-unprotected` finds a backend that the program declared before.
      const wasDeclared = backend?.before !== undefined;
      if (backend && !wasDeclared) yield at(backend.after, "", "found");
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
      if (!isPublic(change)) return;
      for (const { args, path, backendId } of newBackends(change)) {
        const guard = guards.get(backendId)?.find((other) => isBypassed(other, change));
        if (guard) yield at(args, path, "found", { guard: guard.change.title });
      }
    },
  }),
  rule({
    id: "new-route-open",
    severity: "low",
    title: "A new route or TCP edge backend is public",
    why: "No protection is known to keep anybody out. Many routes are meant to be public.",
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
    messages: { found: "may be public, and its {argument} is not known" },
    example: {
      after: routeWith({ match: { $secret: "/admin" } }),
    },
    *find({ kind, action, after: { args, effective, isServing } }) {
      if (kind !== "httpsEdgeRoute" || action !== "created" || !args || !isServing) return;
      if (!mayBePublic(effective)) return;
      if (hiddenAt(args, "edgeId")) yield at(args, "edgeId", "found", { argument: "edge" });
      if (hiddenAt(args, "match")) yield at(args, "match", "found", { argument: "match" });
    },
  }),
];

/** True if everybody gets in after the change. A TCP edge has no protection, so it is public. */
const isPublic = ({ kind, after }: ObjectChange): boolean =>
  kind === "tcpEdge" || (kind === "httpsEdgeRoute" && accessOf(after) === "open");

/** The backend that a route begins to serve, if the route is public before and after the change. */
function newBackendOfPublicRoute(change: ObjectChange): ModuleChange<"starts"> | undefined {
  const { before, after } = change;
  const staysPublic = accessOf(before) === "open" && accessOf(after) === "open";
  return staysPublic ? certainlyStartingBackend(change) : undefined;
}

/** The backend that an object begins to serve; `undefined` if the object is new, or if the backend may be off. */
function certainlyStartingBackend(change: ObjectChange): ModuleChange<"starts"> | undefined {
  if (change.action !== "stays") return undefined;
  const backend = modulesWith(change, ["backend"], "starts")[0];
  return backend && !hiddenAt(backend.after, "enabled") ? backend : undefined;
}

/** A backend that an object serves after the change, and did not serve before. */
interface NewBackend {
  readonly args: Arguments;
  /** The argument that makes the object serve the backend. */
  readonly path: "enabled" | "backendId";
  readonly backendId: string;
}

function newBackends(change: ObjectChange): NewBackend[] {
  const backends = modulesWith(change, ["backend"], "starts", "stays");
  return backends.flatMap(({ transition, before, after }): NewBackend[] => {
    const was = before && textAt(before, "backendId");
    const backendId = textAt(after, "backendId");
    if (backendId === undefined) return [];
    if (was !== backendId) return [{ args: after, path: "backendId", backendId }];
    return transition === "starts" ? [{ args: after, path: "enabled", backendId }] : [];
  });
}

/** True if an object lets clients reach the backend past a route or edge that protects it. */
function isBypassed(guard: Guard, change: ObjectChange): boolean {
  if (guard.change === change) return false;
  return change.kind === "tcpEdge" || isSamePathOnOtherEdge(scopeOf(change.after), guard.scope);
}

/** True if two routes on different edges may serve the same paths. `reassigned-requests.ts` compares routes on the same edge. */
function isSamePathOnOtherEdge(
  scope: MatchScope | undefined,
  other: MatchScope | undefined,
): boolean {
  if (!scope || !other) return false;
  return scope.edge !== other.edge && mayHaveSamePath(scope, other);
}

/** Yields a match for the backend of a TCP edge that had none. */
function* newTcpBackend(change: ObjectChange): Generator<Match<"found">> {
  const backend = modulesWith(change, ["backend"], "starts")[0];
  if (change.kind === "tcpEdge" && backend && !backend.before)
    yield at(backend.after, "backendId", "found");
}

/** Yields a match for a new route that serves requests, if it is public, or if nothing shows whom it admits. */
function* newOpenRoute(
  change: ObjectChange,
  context: Context,
): Generator<Match<"found" | "imported" | "unknown">> {
  const { kind, action, after, isImported } = change;
  if (kind !== "httpsEdgeRoute" || action !== "created" || !after.args || !after.isServing) return;
  if (takesProtectedRequests(change, context)) return;
  // `open-route-not-known` finds a route whose match is not known.
  if (!scopeOf(after)) return;
  const access = accessOf(after);
  if (access === "open") yield at(after.args, "backend", isImported ? "imported" : "found");
  if (access === "not known") yield at(after.args, "", "unknown");
}

/** True if a route takes requests of a route that requires more, as `reassigned-requests.ts` finds. */
const takesProtectedRequests = (change: ObjectChange, { reassignedTo }: Context): boolean =>
  (reassignedTo.get(change) ?? []).some(
    ({ comparison }) => comparison === "less" || comparison === "maybe-less",
  );

/** The strengths of protections that may admit everybody: everyone with an account, or clients that nothing shows. */
const MAY_ADMIT_EVERYBODY: readonly Strength[] = ["minimal", "unknown"];

/** True if no module keeps anybody out for certain. A traffic policy may admit everyone, so it does not count as a protection. */
const mayBePublic = (modules: Modules): boolean =>
  Object.entries(strengthsOf(modules)).every(
    ([factor, strength]) => factor === "policy" || MAY_ADMIT_EVERYBODY.includes(strength),
  );
