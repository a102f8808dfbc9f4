import { accessOf, isServedOpen } from "../../ingress/access";
import { type Block, isInForce, isOpaque, valueAt } from "../../ingress/blocks";
import { flawsOf } from "../../ingress/lint";
import { factsOf, isProtection, moduleTitle } from "../../ingress/modules";
import { isWeaker, type Strength, strengthOf, strengthsOf } from "../../ingress/strength";
import { MASK } from "../../stack/secrets";
import type { ObjectChange } from "../changes";
import { differences } from "../differences";
import { example, idle, oauth, ofRoute, route } from "./example";
import { findSwitchedOff, joined, keptModules, type Match, match, newModules, type Rule } from "./rule";

/** What becomes of the modules that decide who gets in. */

const USER_AGENTS = "userAgentFilter";

const isServed = ({ kind, after }: ObjectChange): boolean => kind !== "httpsEdgeRoute" || after.isServing;

const strengths = ({ before, after }: ObjectChange, name: string): readonly [was: Strength, now: Strength] => [
  strengthOf(name, before.modules[name]),
  strengthOf(name, after.modules[name]),
];

/** The protections that are new or keep more out after the change, and whether they are as strong as the lost one. */
function successors(change: ObjectChange, lost: string): { readonly name: string; readonly isAsStrong: boolean }[] {
  const [before] = strengths(change, lost);
  const added = newModules(change).map(({ name }) => name);
  return Object.keys(change.after.modules).flatMap((name) => {
    const [was, now] = strengths(change, name);
    const isStronger = was !== now && isWeaker(was, now) !== false;
    if (!isProtection(name) || !(isStronger || added.includes(name))) return [];
    const isAlike = factsOf(name)?.factor === factsOf(lost)?.factor;
    // What is not known of the lost one may have kept more out than a protection that admits everyone with an account.
    const mayBeAsStrong =
      isWeaker(now, before) === false || (isWeaker(now, before) === "may" && now !== "slight" && now !== "weak");
    return [{ name, isAsStrong: isStronger && isAlike && mayBeAsStrong }];
  });
}

/** Matches at the protections that are lost, by whether others as strong take their place. */
const findLost = (change: ObjectChange, isReplaced: boolean): Match[] =>
  Object.entries(change.before.modules)
    .filter(([name, was]) => isInForce(was) && !isInForce(change.after.modules[name]) && isProtection(name))
    .filter(([name]) => strengths(change, name)[0] !== "nothing")
    .flatMap(([name]) => {
      const all = successors(change, name);
      if (all.some(({ isAsStrong }) => isAsStrong) !== isReplaced) return [];
      const others = joined(all.map((each) => moduleTitle(each.name)));
      const loss = factsOf(name)?.loss ?? "";
      return findSwitchedOff(change, name, others === "" ? "found" : "succeeded", { loss, others });
    });

/** Whether only an apply will know, or nothing shows, whether a protection stays in force. */
const findMaybeOff = (change: ObjectChange): Match[] =>
  keptModules(change).flatMap(({ name, before, after }) =>
    isProtection(name) && after.opaqueAs !== MASK && !before.opaqueAs && isOpaque(valueAt(after, "enabled"))
      ? differences(before, after)
          .filter(({ path, outcome }) => path === "enabled" && outcome !== "uncertain")
          .map(({ outcome }) =>
            match(after, "enabled", outcome === "unknown" ? "unknown" : "secret", { module: moduleTitle(name) }),
          )
      : [],
  );

/** Matches at new protections without effect, unless they are named as what takes the place of a lost protection. */
const findWithoutEffect = (change: ObjectChange): Match[] =>
  (findLost(change, false).length > 0 ? [] : newModules(change)).flatMap(({ name, after }) =>
    flawsOf(name, after)
      .filter(({ strength, isLikelyMistake }) => strength && isLikelyMistake)
      .filter(({ strength }) => change.action === "new" || strength === "nothing")
      .map(({ path, effect }) => match(after, path, "found", { effect, module: moduleTitle(name) })),
  );

const findNewlyOff = ({ action, before, after }: ObjectChange): Match[] =>
  action !== "kept"
    ? []
    : Object.entries(after.modules).flatMap(([name, block]) => {
        const isNew = before.modules[name] === undefined && (isProtection(name) || name === USER_AGENTS);
        if (!isNew || (isInForce(block) && !isOpaque(block.values.enabled)) || block.opaqueAs) return [];
        return [match(block, "enabled", "found", { module: moduleTitle(name) })];
      });

/** A match at the backend of a public route or TCP edge, if it was off or not declared before the change. */
function findBegun({ kind, action, before, after }: ObjectChange, state: "off" | "undeclared"): Match[] {
  const [old, backend] = [before.modules.backend, after.modules.backend];
  const wasSo = state === "off" ? old !== undefined && !isInForce(old) : old === undefined;
  if (action !== "kept" || !backend || !isInForce(backend) || !wasSo) return [];
  const isOpen = kind === "tcpEdge" ? state === "off" : accessOf(before) === "open" && isOpenRoute(kind, after);
  return isOpen ? [match(backend, state === "off" ? "enabled" : "")] : [];
}

const isOpenRoute = (kind: ObjectChange["kind"], after: ObjectChange["after"]): boolean =>
  kind === "httpsEdgeRoute" && isServedOpen(after);

const backendIdOf = ({ after }: ObjectChange): unknown => {
  const { backend } = after.modules;
  return backend && isInForce(backend) ? valueAt(backend, "backendId") : undefined;
};

/** The route or edge that keeps users from a backend which a change makes public elsewhere. */
function guardOf(change: ObjectChange, changes: readonly ObjectChange[]): ObjectChange | undefined {
  const id = backendIdOf(change);
  if (id === undefined || isOpaque(id)) return undefined;
  return changes.find((other) => other !== change && backendIdOf(other) === id && accessOf(other.after) !== "open");
}

/** The backend of a TCP edge that a change begins to serve. */
const newTcpBackend = ({ kind, before, after }: ObjectChange): Block | undefined => {
  const { backend } = after.modules;
  return kind === "tcpEdge" && backend && isInForce(backend) && !isInForce(before.modules.backend)
    ? backend
    : undefined;
};

const tcp = { type: "TcpEdgeBackend", name: "ssh", args: { edgeId: "edgtcp_1", backendId: "bkdhr_1" } };

export const protectionRules: readonly Rule[] = [
  {
    id: "protection-removed",
    severity: "high",
    title: "A protection is removed or disabled",
    why: "Clients that it kept out are admitted.",
    fix: "Keep it, or configure a protection of the same kind and strength in the same change.",
    messages: { found: "{loss}", succeeded: "{loss}; {others} is weaker" },
    example: ofRoute({ oauth }, {}),
    find: (change) => (isServed(change) ? findLost(change, false) : []),
  },
  {
    id: "protection-may-be-off",
    severity: "high",
    title: "A protection may be off",
    why: "Whether the protection is in force is a secret, or only an apply will know it.",
    fix: "State `enabled` as a constant, or leave it out.",
    messages: {
      unknown: "{module} may be off: whether it is in force is not known until apply",
      secret: "{module} may be off: whether it is in force is a secret",
    },
    example: ofRoute({ oauth }, { oauth: { ...oauth, enabled: { $secret: false } } }),
    find: findMaybeOff,
  },
  {
    id: "protection-replaced",
    severity: "medium",
    title: "One protection replaces another",
    why: "The new protection may admit other clients, and the two do not change at the same time.",
    fix: "Compare whom each protection admits.",
    messages: { succeeded: "{loss}; {others} takes its place" },
    example: ofRoute({ oidc: { issuer: "https://login.acme.com" } }, { saml: { idpMetadata: "<EntityDescriptor/>" } }),
    find: (change) => (isServed(change) ? findLost(change, true) : []),
  },
  {
    id: "protection-without-effect",
    severity: "medium",
    title: "A new protection keeps no request out",
    why: "The module is configured, and admits every request or everyone with an account.",
    fix: "List whom it admits, or remove it if everyone is allowed.",
    messages: { found: "{module} admits everyone: {effect}" },
    example: example([], [route({ ipRestriction: { ipPolicyIds: [] } })]),
    find: findWithoutEffect,
  },
  {
    id: "protection-declared-off",
    severity: "medium",
    title: "A newly declared protection is disabled",
    why: "If another program or a person has configured it, it is switched off.",
    fix: "Check whether the route or edge has it. Remove the argument if it is not to be managed here.",
    messages: { found: "{module} is newly declared but disabled, or possibly disabled" },
    example: ofRoute({}, { oauth: { ...oauth, enabled: false } }),
    ofDrift: "none",
    find: findNewlyOff,
  },
  {
    id: "user-agent-filter-removed",
    severity: "medium",
    title: "The user-agent filter is removed or disabled",
    why: "Requests that it rejected are served. It is not a security boundary: clients choose their User-Agent.",
    fix: "Keep it, or make sure that the rejected requests do no harm.",
    messages: { found: "every user agent is allowed" },
    example: ofRoute({ userAgentFilter: { deny: ["bot"] } }, {}),
    find: (change) => (isServed(change) ? findSwitchedOff(change, USER_AGENTS) : []),
  },
  {
    id: "served-unprotected",
    severity: "high",
    title: "A route serves without protection",
    why: "The route served nothing so far, so a missing protection went unnoticed.",
    fix: "If the route is not public, configure a protection in the same change.",
    messages: { found: "starts serving, and is public" },
    example: ofRoute(idle, {}),
    find: (change) => findBegun(change, "off"),
  },
  {
    id: "backend-stated-open",
    severity: "medium",
    title: "A route without protection gets a backend",
    why: "The program declared no backend so far: the route served nothing, or a backend that was configured elsewhere.",
    fix: "If the route is not public, configure a protection in the same change.",
    messages: { found: "starts serving, and is public" },
    example: ofRoute({ backend: undefined }, {}),
    find: (change) => findBegun(change, "undeclared"),
  },
  {
    id: "backend-bypassed",
    severity: "medium",
    title: "A TCP edge makes a protected backend public",
    why: "A TCP edge has no login: whoever connects to it reaches the backend that another route or edge protects.",
    fix: "Use another backend, or make sure that the backend authenticates its clients.",
    messages: { found: "starts serving the backend of the {guard}, and is public" },
    example: example([route({ oauth })], [route({ oauth }), tcp]),
    find: (change, { changes }) => {
      const backend = newTcpBackend(change);
      const guard = backend && guardOf(change, changes);
      return guard ? [match(backend, "backendId", "found", { guard: guard.title })] : [];
    },
  },
  {
    id: "new-route-open",
    severity: "low",
    title: "A new route or TCP edge backend is public",
    why: "It has no protection. Many routes are meant to be public.",
    fix: "If it is not public, configure a protection.",
    messages: { found: "is new and public" },
    example: example([], [route()]),
    find: (change, { changes }) => {
      const { kind, action, after } = change;
      const backend = newTcpBackend(change);
      if (backend) return guardOf(change, changes) ? [] : [match(backend, "backendId")];
      return action === "new" && after.own && isOpenRoute(kind, after) ? [match(after.own, "backend")] : [];
    },
  },
  {
    id: "open-route-not-known",
    severity: "medium",
    title: "What a public route serves is not known",
    why: "Its match or its edge is a secret, or known only at apply: it may serve the requests of a protected route.",
    fix: "State the match and the edge as constants, or configure a protection.",
    messages: { found: "may be public, and its {what} is not known" },
    example: example([], [route({ match: { $secret: "/admin" } })]),
    find: (change) => {
      const { own, effective } = change.after;
      const strengths = Object.entries(strengthsOf({ modules: effective }));
      const mayBeOpen = strengths.every(([factor, strength]) => factor === "policy" || strength === "unknown");
      if (change.kind !== "httpsEdgeRoute" || change.action !== "new" || !own || !isServed(change) || !mayBeOpen)
        return [];
      return ["edgeId", "match"]
        .filter((path) => isOpaque(valueAt(own, path)))
        .map((path) => match(own, path, "found", { what: path === "match" ? "match" : "edge" }));
    },
  },
  {
    id: "protection-gap",
    severity: "low",
    title: "A protection is off for a moment while it moves",
    why: "If a module moves from an argument of its route to a resource of its own, it is deleted first, and set again a moment later.",
    fix: "Set `retainRemovedModules: true` on the route for this change.",
    messages: { found: "{module} moves to a module resource, and is off for a moment" },
    example: example(
      [route({ oauth })],
      [
        route(),
        { type: "HttpsEdgeRouteOAuth", name: "login", args: { route: { $resource: "httpsEdgeRoute" }, ...oauth } },
      ],
    ),
    ofDrift: "none",
    find: ({ action, isReplaced, before, after }) =>
      Object.entries(before.modules).flatMap(([name, block]) => {
        const now = after.modules[name];
        const isMoved =
          now && isInForce(block) && isInForce(now) && block.source.prefix !== "" && now.source.prefix === "";
        const isRetained = after.own?.values.retainRemovedModules === true;
        return isMoved && isProtection(name) && !isRetained && action === "kept" && !isReplaced
          ? [match(now, "", "found", { module: moduleTitle(name) })]
          : [];
      }),
  },
];
