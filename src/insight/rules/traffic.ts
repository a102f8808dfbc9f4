import type { ObjectChange } from "../change/objects";
import { accessOf, strengthsOf } from "../ingress/access";
import { textAt, valueAt } from "../ingress/arguments";
import { type MatchScope, scopeOf } from "../ingress/routing";
import { isHidden } from "../ingress/value";
import { type Context, inModules, match, matchText, rule, switchedOff } from "./rule";

/** Whether requests are served, by which backend, and whether everybody gets in. */

/** Finds a public route or TCP edge that begins to serve, by whether its backend was off before the change, or not declared. */
const begins = inModules("starts", "backend", ({ before: was, after: now }, { kind, action, before, after }) => {
  const isOpen = kind === "tcpEdge" ? was : accessOf(before) === "open" && accessOf(after) === "open";
  // Of a backend that may be off, another rule says so.
  const isCertain = !isHidden(valueAt(now, "enabled"));
  return action === "stays" && isOpen && isCertain && match(now, was ? "enabled" : "", was ? "off" : "undeclared");
});

/** Finds a TCP edge that begins to serve a backend for the first time. */
const newTcpBackend = inModules("starts", "backend", ({ before: was, after: now }, { kind }) => {
  return kind === "tcpEdge" && !was && match(now, "backendId");
});

/** Whether two routes may serve the same paths, whatever the hosts. */
const isOverlapping = (a: MatchScope, b: MatchScope): boolean =>
  a.path === b.path || (!b.isExact && a.path.startsWith(b.path)) || (!a.isExact && b.path.startsWith(a.path));

/**
 * Finds what is open and begins to serve a backend that another route or edge protects. Routes of one edge may share a backend:
 * which of them serves a request, the rules of routes say.
 */
const bypass = inModules(
  ["starts", "stays"],
  "backend",
  ({ before: was, after: now, transition }, change, { guardsOf }) => {
    const id = textAt(now, "backendId");
    const isNew = transition === "starts" || (was !== undefined && textAt(was, "backendId") !== id);
    if (!isNew || id === undefined || !isOpen(change)) return false;
    const own = scopeOf(change.after);
    const isElsewhere = (scope: MatchScope | undefined) =>
      own !== undefined && scope !== undefined && scope.edge !== own.edge && isOverlapping(own, scope);
    const guard = guardsOf
      .get(id)
      ?.find((each) => each.change !== change && (change.kind === "tcpEdge" || isElsewhere(each.scope)));
    const path = was && textAt(was, "backendId") === id ? "enabled" : "backendId";
    return guard && match(now, path, "found", { guard: guard.change.title });
  },
);

/** Whether everyone gets in: a TCP edge has no login. */
const isOpen = ({ kind, after }: ObjectChange): boolean =>
  kind === "tcpEdge" || (kind === "httpsEdgeRoute" && accessOf(after) === "open");

/** Whether a finding says already that a route takes requests that another route protects. */
const isShadowing = (change: ObjectChange, { takeoversTo }: Context): boolean =>
  (takeoversTo.get(change) ?? []).some(({ comparison }) => comparison === "less" || comparison === "maybe-less");

export const trafficRules = [
  rule("served-unprotected", "low", {
    title: "A public route or TCP edge serves again",
    why: "Its backend was disabled: during maintenance, or since the route was created.",
    fix: "If it is not public, configure a protection in the same change.",
    messages: { off: "starts serving, and is public" },
    // Nobody has reviewed that it serves.
    ofDrift: () => "high",
    find: begins,
  }),
  rule("backend-stated-open", "low", {
    title: "A public route gets a backend",
    why: "The program declared no backend so far: the route served nothing, or a backend that was configured elsewhere.",
    fix: "If the route is not public, configure a protection in the same change.",
    messages: { undeclared: "starts serving, and is public" },
    find: begins,
  }),
  rule("backend-bypassed", "medium", {
    title: "A public route or TCP edge serves a protected backend",
    why: "Its clients reach the backend that another route or edge protects. A TCP edge has no login.",
    fix: "Use another backend, or make sure that the backend authenticates its clients.",
    messages: { found: "starts serving the backend of the {guard}, and is public" },
    find: bypass,
  }),
  rule("new-route-open", "low", {
    title: "A new route or TCP edge backend is public",
    why: "It has no protection. Many routes are meant to be public.",
    fix: "If it is not public, configure a protection.",
    messages: {
      found: "is new and public",
      imported: "is imported and public",
      unknown: "is new, and whom it admits is not known",
    },
    find: [
      newTcpBackend,
      (change, context) => {
        const { kind, action, after } = change;
        const isNew = kind === "httpsEdgeRoute" && action === "created" && after.args && after.isServing;
        // Other rules find a route that shadows a protected route, and a route whose match is not known.
        if (!isNew || isShadowing(change, context) || !scopeOf(after)) return false;
        const access = accessOf(after);
        if (access === "open") return match(after.args, "backend", change.isImported ? "imported" : "found");
        return access === "not known" && match(after.args, "", "unknown");
      },
    ],
  }),
  rule("open-route-not-known", "medium", {
    title: "What a public route serves is not known",
    why: "Its match or its edge is a secret, or known only at apply: it may serve the requests of a protected route.",
    fix: "State the match and the edge as constants, or configure a protection.",
    messages: { found: "may be public, and its {what} is not known" },
    find: ({ kind, action, after: { args, effective, isServing } }) => {
      const strengths = Object.entries(strengthsOf(effective));
      const mayBeOpen = strengths.every(([factor, strength]) => factor === "policy" || strength === "unknown");
      const isNew = kind === "httpsEdgeRoute" && action === "created" && isServing && mayBeOpen;
      return Object.entries({ edgeId: "edge", match: "match" }).map(
        ([path, what]) => isNew && args && isHidden(valueAt(args, path)) && match(args, path, "found", { what }),
      );
    },
  }),
  rule("traffic-stopped", "medium", {
    title: "A route or edge no longer serves traffic",
    why: "Its backend is disabled or removed, so its clients get errors.",
    fix: "Check that it is no longer needed.",
    messages: {
      found: "no longer serves traffic",
      declared: "serves no traffic, if it served any: its backend is declared as disabled",
    },
    find: [
      switchedOff("backend"),
      inModules("inactive", "backend", ({ before: was, after: now }, { action }) => {
        return action === "stays" && !was && now && match(now, "enabled", "declared");
      }),
    ],
  }),
  rule("backend-changed", "low", {
    title: "The backend changes",
    why: "Traffic goes there.",
    fix: "Make sure that the backend is up.",
    messages: { found: "backend {now} serves, in place of {was}" },
    // Nobody has reviewed where the traffic goes, and everybody is let in there.
    ofDrift: ({ after }) => (accessOf(after) === "open" ? "medium" : "low"),
    find: inModules(
      ["stays", "starts"],
      "backend",
      ({ before: was, after: now }) => was && matchText(was, now, "backendId"),
    ),
  }),
  rule("circuit-breaker-off", "medium", {
    title: "A circuit breaker is off",
    why: "A failing upstream receives every request, and clients wait for each.",
    fix: "Keep it, and raise the threshold if it trips too early.",
    messages: { found: "no circuit breaker stops requests to a failing upstream" },
    find: switchedOff("circuitBreaker"),
  }),
];
