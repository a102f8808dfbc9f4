import { accessOf } from "../../ingress/access";
import { type Block, isInForce, isOpaque, valueAt } from "../../ingress/blocks";
import { protections, weaknessesOf } from "../../ingress/protections";
import { isWeaker, type Strength, strengthOf, strengthsOf } from "../../ingress/strength";
import { MASK } from "../../stack/secrets";
import type { ObjectChange } from "../changes";
import { differences } from "../differences";
import { type Hit, hit, keptModules, newModules, type Rule, whenSwitchedOff } from "./rule";
import { isProtection, joined, meaningOfLoss, moduleName, USER_AGENTS } from "./words";

/** What becomes of the modules that decide who gets in. */

const isServed = ({ kind, after }: ObjectChange): boolean => kind !== "httpsEdgeRoute" || after.isServing;

const isOff = ({ before, after }: ObjectChange, name: string): boolean =>
  isInForce(before.modules[name]) && !isInForce(after.modules[name]);

const strengths = ({ before, after }: ObjectChange, name: string): readonly [was: Strength, now: Strength] => [
  strengthOf(name, before.modules[name]),
  strengthOf(name, after.modules[name]),
];

/** The protections that are new or keep more out after the change, and whether they are as strong as the lost one. */
function successors(subject: ObjectChange, lost: string): { readonly name: string; readonly isAsStrong: boolean }[] {
  const [before] = strengths(subject, lost);
  const added = newModules(subject).map(({ name }) => name);
  return Object.keys(subject.after.modules).flatMap((name) => {
    const [was, now] = strengths(subject, name);
    const isStronger = was !== now && isWeaker(was, now) !== false;
    if (!isProtection(name) || !(isStronger || added.includes(name))) return [];
    const isAlike = protections[name]?.factor === protections[lost]?.factor;
    return [{ name, isAsStrong: isStronger && isAlike && isWeaker(now, before) !== true }];
  });
}

/** Hits at the protections that are lost, by whether others as strong take their place. */
const whenLost = (subject: ObjectChange, isReplaced: boolean): Hit[] =>
  Object.keys(subject.before.modules)
    .filter((name) => isProtection(name) && strengths(subject, name)[0] !== "nothing" && isOff(subject, name))
    .flatMap((name) => {
      const all = successors(subject, name);
      if (all.some(({ isAsStrong }) => isAsStrong) !== isReplaced) return [];
      const others = joined(all.map((each) => moduleName(each.name)));
      const rest = others === "" ? "" : isReplaced ? `; ${others} takes its place` : `; ${others} keeps less out`;
      return whenSwitchedOff(subject, name, meaningOfLoss(name) + rest);
    });

/** Whether only an apply will know, or nothing shows, whether a protection stays in force. */
const whenMaybeOff = (subject: ObjectChange): Hit[] =>
  keptModules(subject).flatMap(({ name, before, after }) =>
    isProtection(name) && after.opaqueAs !== MASK && !before.opaqueAs && isOpaque(valueAt(after, "enabled"))
      ? differences(before, after)
          .filter(({ path, outcome }) => path === "enabled" && outcome !== "uncertain")
          .map(({ outcome }) => {
            const reason = outcome === "unknown" ? "not known until apply" : "a secret";
            return hit(after, "enabled", `${moduleName(name)} may be off: whether it is in force is ${reason}`);
          })
      : [],
  );

/** Hits at new protections without effect, unless they are named as what takes the place of a lost protection. */
const whenWithoutEffect = (subject: ObjectChange): Hit[] =>
  (whenLost(subject, false).length > 0 ? [] : newModules(subject)).flatMap(({ name, after }) =>
    weaknessesOf(name, after)
      .filter(
        ({ strength, isLikelyMistake }) => isLikelyMistake && (subject.action === "new" || strength === "nothing"),
      )
      .map(({ path, says }) => hit(after, path, `${moduleName(name)} admits everyone: ${says}`)),
  );

const whenNewlyOff = (subject: ObjectChange): Hit[] =>
  subject.action !== "kept"
    ? []
    : Object.entries(subject.after.modules).flatMap(([name, block]) => {
        const isNew = subject.before.modules[name] === undefined && (isProtection(name) || name === USER_AGENTS);
        if (!isNew || (isInForce(block) && !isOpaque(block.values.enabled)) || block.opaqueAs) return [];
        return [hit(block, "enabled", `${moduleName(name)} is declared for the first time, and is disabled or may be`)];
      });

const isOpenRoute = (subject: ObjectChange, block: Block | undefined): block is Block =>
  subject.kind === "httpsEdgeRoute" && block !== undefined && isServed(subject) && accessOf(subject.after) === "open";

/** A hit at the backend of a public route or TCP edge, if it was off or not declared before the change. */
function whenBegins(subject: ObjectChange, state: "off" | "undeclared"): Hit[] {
  const { backend } = subject.after.modules;
  const old = subject.before.modules.backend;
  const wasSo = state === "off" ? old !== undefined && !isInForce(old) : old === undefined;
  if (subject.action !== "kept" || !backend || !isInForce(backend) || !wasSo) return [];
  const isOpen =
    subject.kind === "tcpEdge" ? state === "off" : accessOf(subject.before) === "open" && isOpenRoute(subject, backend);
  return isOpen ? [hit(backend, state === "off" ? "enabled" : "", "starts serving, and is public")] : [];
}

export const protectionRules: readonly Rule[] = [
  {
    id: "protection-removed",
    severity: "high",
    title: "A protection is removed or disabled",
    why: "Whoever it kept out is admitted as soon as the change is applied.",
    todo: "Keep it, or configure a protection of the same kind and strength in the same change.",
    example: "`oauth` is removed from the arguments of a route that still serves traffic",
    find: (subject) => (isServed(subject) ? whenLost(subject, false) : []),
  },
  {
    id: "protection-may-be-off",
    severity: "high",
    title: "A protection may be off",
    why: "Whether the protection is in force is a secret, or only an apply will know it.",
    todo: "State `enabled` as a constant, or leave it out.",
    example: "`oauth.enabled` becomes a secret",
    find: whenMaybeOff,
  },
  {
    id: "protection-replaced",
    severity: "medium",
    title: "One protection replaces another",
    why: "The new protection may admit other clients, and the two do not change at the same time.",
    todo: "Compare whom each protection admits.",
    example: "a route has `saml` instead of `oidc`",
    find: (subject) => (isServed(subject) ? whenLost(subject, true) : []),
  },
  {
    id: "protection-without-effect",
    severity: "medium",
    title: "A new protection keeps no request out",
    why: "The module is configured, and admits every request or everyone with an account.",
    todo: "List whom it admits, or remove it if everyone is allowed.",
    example: "a new route with an `ipRestriction` without IP policies",
    find: whenWithoutEffect,
  },
  {
    id: "protection-declared-off",
    severity: "medium",
    title: "A protection is declared for the first time, and is disabled",
    why: "If another program or a person has configured it, it is switched off.",
    todo: "Check whether the route or edge has it. Remove the argument if it is not to be managed here.",
    example: "`oauth: { …, enabled: false }` is added to a route that exists",
    find: whenNewlyOff,
  },
  {
    id: "module-adopted",
    severity: "medium",
    title: "A module that another party may have configured is replaced",
    why: "With `adopt`, the configuration on the server is replaced, whatever it is: the preview does not show it.",
    todo: "Run `pulumi import` first, and compare the configuration.",
    example: "a new `HttpsEdgeTlsTermination` with `adopt: true`",
    find: ({ before, after }) =>
      Object.entries(after.modules).flatMap(([name, block]) =>
        block.values.adopt === true && !before.modules[name]
          ? [hit(block, "adopt", `${moduleName(name)} replaces what is configured on the server`)]
          : [],
      ),
  },
  {
    id: "user-agent-filter-removed",
    severity: "medium",
    title: "The user-agent filter is removed or disabled",
    why: "Requests that it rejected are served. It is not a security boundary: clients choose their User-Agent.",
    todo: "Keep it, or make sure that the rejected requests do no harm.",
    example: "`userAgentFilter` is removed from the arguments of a route",
    find: (subject) => (isServed(subject) ? whenSwitchedOff(subject, USER_AGENTS, meaningOfLoss(USER_AGENTS)) : []),
  },
  {
    id: "protection-removed-idle",
    severity: "low",
    title: "A protection is removed from a route that serves nothing",
    why: "Nothing is open while the backend is off, but enabling the backend opens the route.",
    todo: "Restore the protection before you enable the backend.",
    example: "`oauth` is removed, and `backend.enabled` is false",
    find: (subject) =>
      isServed(subject)
        ? []
        : Object.keys(subject.before.modules)
            .filter((name) => isProtection(name) || name === USER_AGENTS)
            .flatMap((name) =>
              whenSwitchedOff(subject, name, `${meaningOfLoss(name)}, while the route serves nothing`),
            ),
  },
  {
    id: "served-unprotected",
    severity: "high",
    title: "A route starts serving without protection",
    why: "The route served nothing so far, so a missing protection went unnoticed.",
    todo: "If the route is not public, configure a protection in the same change.",
    example: "`backend.enabled` becomes true on a route without login, tokens, addresses or policy",
    find: (subject) => whenBegins(subject, "off"),
  },
  {
    id: "backend-stated-open",
    severity: "medium",
    title: "A route without protection gets a backend",
    why: "The program declared no backend so far: the route served nothing, or what another party configured.",
    todo: "If the route is not public, configure a protection in the same change.",
    example: "`backend` is added to the arguments of a route without a protection",
    find: (subject) => whenBegins(subject, "undeclared"),
  },
  {
    id: "new-route-open",
    severity: "low",
    title: "A new route is public",
    why: "The route has no protection. Many routes are meant to be public.",
    todo: "If the route is not public, configure a protection.",
    example: "a new route with a backend alone",
    find: (subject) => {
      const { own } = subject.after;
      return subject.action === "new" && isOpenRoute(subject, own) ? [hit(own, "backend", "is new and public")] : [];
    },
  },
  {
    id: "open-route-not-known",
    severity: "medium",
    title: "What a public route serves is not known",
    why: "Its match or its edge is a secret, or known only at apply: it may serve the requests of a protected route.",
    todo: "State the match and the edge as constants, or configure a protection.",
    example: "the `edgeId` of a new public route comes from an output of a new resource",
    find: (subject) => {
      const { own } = subject.after;
      const asksNothing = Object.keys(strengthsOf({ modules: subject.after.effective })).every(
        (factor) => factor === "policy",
      );
      if (subject.kind !== "httpsEdgeRoute" || subject.action !== "new" || !own || !isServed(subject) || !asksNothing)
        return [];
      return ["edgeId", "match"]
        .filter((path) => isOpaque(valueAt(own, path)))
        .map((path) => hit(own, path, `may be public, and its ${path === "match" ? "match" : "edge"} is not known`));
    },
  },
  {
    id: "protection-gap",
    severity: "low",
    title: "A protection is off for a moment while it moves",
    why: "If a module moves from an argument of its route to a resource of its own, it is deleted first, and set again a moment later.",
    todo: "Set `retainRemovedModules: true` on the route for this change.",
    example: "`oauth` of a route becomes an `HttpsEdgeRouteOAuth`",
    find: (subject) =>
      Object.entries(subject.before.modules).flatMap(([name, block]) => {
        const now = subject.after.modules[name];
        const isMoved =
          now && isInForce(block) && isInForce(now) && block.source.prefix !== "" && now.source.prefix === "";
        const isRetained = subject.after.own?.values.retainRemovedModules === true;
        return isMoved && isProtection(name) && !isRetained && subject.action === "kept" && !subject.isReplaced
          ? [hit(now, "", `${moduleName(name)} moves to a module resource, and is off for a moment`)]
          : [];
      }),
  },
];
