import type { Configuration } from "../../ingress/ingress";
import { isInForce } from "../../ingress/parts";
import type { Subject } from "../../ingress/subjects";
import { type Hit, hit, type Rule, sourceOfRemoved, whenSwitchedOff } from "./rule";
import { moduleName, protections, USER_AGENTS } from "./words";

/** Hits at the protections of an object that stays, if they are in force before the change and not after it. */
const whenLost = (subject: Subject, isWanted: (name: string) => boolean, says: (name: string) => string): Hit[] =>
  Object.keys(subject.before.modules)
    .filter(isWanted)
    .flatMap((name) => whenSwitchedOff(subject, name, says(name)));

const isProtection = (name: string): boolean => name in protections;
const isUserAgentFilter = (name: string): boolean => name === USER_AGENTS;

/** Protections in force after the change that were not before it. */
const gained = ({ before, after }: Subject): string[] =>
  Object.entries(after.modules).flatMap(([name, part]) =>
    name in protections && isInForce(part) && !isInForce(before.modules[name]) ? [name] : [],
  );

/** Whether a route serves requests: it may, if the program does not declare its backend. */
function serves({ kind }: Subject, state: Configuration, before?: Configuration): boolean {
  if (kind !== "httpsEdgeRoute") return true;
  const { backend } = state.modules;
  // A backend that is removed from the arguments is disabled.
  return backend ? isInForce(backend) : !isInForce(before?.modules.backend);
}

const isServed = (subject: Subject): boolean => serves(subject, subject.after, subject.before);

export const isProtected = ({ modules }: Configuration): boolean =>
  Object.keys(protections).some((name) => isInForce(modules[name]));

const meaningOfLoss = (name: string): string => protections[name] ?? "every user agent is allowed";

export const protectionRules: readonly Rule[] = [
  {
    id: "protection-removed",
    severity: "high",
    title: "A protection is removed or disabled",
    why: "Whoever it kept out is admitted as soon as the change is applied.",
    todo: "Keep it, or configure another protection of the same route or edge in the same change.",
    example: "`oauth` is removed from the arguments of a route that still serves traffic",
    find: (subject) =>
      isServed(subject) && gained(subject).length === 0 ? whenLost(subject, isProtection, meaningOfLoss) : [],
  },
  {
    id: "protection-replaced",
    severity: "medium",
    title: "One protection replaces another",
    why: "The new protection may admit other clients, and the two do not change at the same time.",
    todo: "Compare whom each protection admits.",
    example: "a route has `saml` instead of `oauth`",
    find: (subject) => {
      const others = gained(subject).map(moduleName).join(" and ");
      return isServed(subject) && others !== ""
        ? whenLost(subject, isProtection, (name) => `${meaningOfLoss(name)}; ${others} takes its place`)
        : [];
    },
  },
  {
    id: "user-agent-filter-removed",
    severity: "medium",
    title: "The user-agent filter is removed or disabled",
    why: "Requests that it rejected are served. It is not a security boundary: clients choose their User-Agent.",
    todo: "Keep it, or make sure that the rejected requests do no harm.",
    example: "`userAgentFilter` is removed from the arguments of a route",
    find: (subject) => (isServed(subject) ? whenLost(subject, isUserAgentFilter, meaningOfLoss) : []),
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
        : whenLost(
            subject,
            (name) => isProtection(name) || isUserAgentFilter(name),
            (name) => `${meaningOfLoss(name)}, while the route serves nothing`,
          ),
  },
  {
    id: "served-unprotected",
    severity: "high",
    title: "A route starts serving without protection",
    why: "The route served nothing so far, so a missing protection went unnoticed.",
    todo: "If the route is not public, configure a protection in the same change.",
    example: "`backend.enabled` becomes true on a route without login, tokens, addresses or policy",
    find: (subject) => {
      const { backend } = subject.after.modules;
      const begins = subject.fate === "kept" && !serves(subject, subject.before) && isServed(subject);
      return begins && backend && !isProtected(subject.before) && !isProtected(subject.after)
        ? [hit(backend, "enabled", "starts serving, and is public")]
        : [];
    },
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
      return subject.kind === "httpsEdgeRoute" &&
        subject.fate === "new" &&
        own &&
        isServed(subject) &&
        !isProtected(subject.after)
        ? [hit(own, "backend", "is new and public")]
        : [];
    },
  },
  {
    id: "module-left-behind",
    severity: "medium",
    title: "A module that the program no longer declares stays on the server",
    why: "`retainRemovedModules` keeps the module as it is. The program no longer changes it, and a refresh does not show it.",
    todo: "Declare it as a resource of its own in the same change, or remove `retainRemovedModules`.",
    example: "`oauth` is removed from a route with `retainRemovedModules: true`",
    find: (subject) =>
      Object.entries(subject.after.modules)
        .filter(([, part]) => part.isLeft && isInForce(part))
        .map(([name, part]) => ({
          says: `${moduleName(name)} stays on the server as it is, although the program no longer declares it`,
          source: sourceOfRemoved(subject, part),
          path: "",
        })),
  },
  {
    id: "protection-gap",
    severity: "low",
    title: "A protection is off for a moment while it moves",
    why: "If a module moves from an argument of its route to a resource of its own, it is deleted first, and set again a moment later.",
    todo: "Set `retainRemovedModules: true` on the route for this change.",
    example: "`oauth` of a route becomes an `HttpsEdgeRouteOAuth`",
    find: (subject) =>
      Object.entries(subject.before.modules).flatMap(([name, part]) => {
        const now = subject.after.modules[name];
        const isMoved =
          now && isInForce(part) && isInForce(now) && part.source.prefix !== "" && now.source.prefix === "";
        const isRetained = subject.after.own?.values.retainRemovedModules === true;
        return isMoved && name in protections && !isRetained && subject.fate === "kept" && !subject.isReplaced
          ? [hit(now, "", `${moduleName(name)} moves to a module resource, and is off for a moment`)]
          : [];
      }),
  },
];
