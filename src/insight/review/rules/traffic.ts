import { accessOf, strengthsOf } from "../../ingress/access";
import { type Block, isInForce, isOpaque, textAt, valueAt } from "../../ingress/blocks";
import { inModules, match, matchText, rule, switchedOff } from "./rule";

/** Whether requests are served, by which backend, and whether everybody gets in. */

/** Finds a public route or TCP edge that begins to serve, by whether its backend was off before the change, or not declared. */
const begins = inModules("begun", "backend", ({ was, now }, { kind, action, before, after }) => {
  const isOpen = kind === "tcpEdge" ? was : accessOf(before) === "open" && accessOf(after) === "open";
  return action === "kept" && isOpen && match(now, was ? "enabled" : "", was ? "off" : "undeclared");
});

/** Finds a TCP edge that begins to serve a backend, by whether another route or edge keeps users from it. */
const newTcpBackend = inModules("begun", "backend", ({ now }, { kind }, { changes }) => {
  const id = textAt(now, "backendId");
  const isSame = (other: Block | undefined) => other && isInForce(other) && textAt(other, "backendId") === id;
  const guard = id && changes.find(({ after }) => isSame(after.modules.backend) && accessOf(after) !== "open");
  const values = { guard: guard ? guard.title : "" };
  return kind === "tcpEdge" && match(now, "backendId", guard ? "guarded" : "found", values);
});

export const trafficRules = [
  rule("served-unprotected", "high", {
    title: "A route serves without protection",
    why: "The route served nothing so far, so a missing protection went unnoticed.",
    fix: "If the route is not public, configure a protection in the same change.",
    messages: { off: "starts serving, and is public" },
    find: begins,
  }),
  rule("backend-stated-open", "medium", {
    title: "A route without protection gets a backend",
    why: "The program declared no backend so far: the route served nothing, or a backend that was configured elsewhere.",
    fix: "If the route is not public, configure a protection in the same change.",
    messages: { undeclared: "starts serving, and is public" },
    find: begins,
  }),
  rule("backend-bypassed", "medium", {
    title: "A TCP edge makes a protected backend public",
    why: "A TCP edge has no login: whoever connects to it reaches the backend that another route or edge protects.",
    fix: "Use another backend, or make sure that the backend authenticates its clients.",
    messages: { guarded: "starts serving the backend of the {guard}, and is public" },
    find: newTcpBackend,
  }),
  rule("new-route-open", "low", {
    title: "A new route or TCP edge backend is public",
    why: "It has no protection. Many routes are meant to be public.",
    fix: "If it is not public, configure a protection.",
    messages: { found: "is new and public" },
    find: [
      newTcpBackend,
      ({ kind, action, after }) => {
        const isNew = kind === "httpsEdgeRoute" && action === "new" && after.own && after.isServing;
        return isNew && accessOf(after) === "open" && match(after.own, "backend");
      },
    ],
  }),
  rule("open-route-not-known", "medium", {
    title: "What a public route serves is not known",
    why: "Its match or its edge is a secret, or known only at apply: it may serve the requests of a protected route.",
    fix: "State the match and the edge as constants, or configure a protection.",
    messages: { found: "may be public, and its {what} is not known" },
    find: ({ kind, action, after: { own, effective, isServing } }) => {
      const strengths = Object.entries(strengthsOf(effective));
      const mayBeOpen = strengths.every(([factor, strength]) => factor === "policy" || strength === "unknown");
      const isNew = kind === "httpsEdgeRoute" && action === "new" && isServing && mayBeOpen;
      return Object.entries({ edgeId: "edge", match: "match" }).map(
        ([path, what]) => isNew && own && isOpaque(valueAt(own, path)) && match(own, path, "found", { what }),
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
      inModules("off", "backend", ({ was, now }, { action }) => {
        return action === "kept" && !was && now && match(now, "enabled", "declared");
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
    find: inModules("kept", "backend", ({ was, now }) => matchText(was, now, "backendId")),
  }),
  rule("circuit-breaker-off", "medium", {
    title: "A circuit breaker is off",
    why: "A failing upstream receives every request, and clients wait for each.",
    fix: "Keep it, and raise the threshold if it trips too early.",
    messages: { found: "no circuit breaker stops requests to a failing upstream" },
    find: switchedOff("circuitBreaker"),
  }),
];
