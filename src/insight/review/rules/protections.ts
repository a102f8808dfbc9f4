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
    why: "Whoever it kept out gets in as soon as the change is applied.",
    todo: "Keep it, or state another protection of the same route or edge in the same change.",
    example: "`oauth` is removed from the arguments of a route that serves on",
    find: (subject) =>
      isServed(subject) && gained(subject).length === 0 ? whenLost(subject, isProtection, meaningOfLoss) : [],
  },
  {
    id: "protection-replaced",
    severity: "medium",
    title: "One protection takes the place of another",
    why: "The new one may let in others than the old one did, and the two do not change in the same moment.",
    todo: "Compare whom each lets in.",
    example: "a route has `saml` in place of `oauth`",
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
    why: "Requests that it refused are served; it never held off who chooses a user agent.",
    todo: "Keep it, or make sure that the requests which it refused do no harm.",
    example: "`userAgentFilter` is removed from the arguments of a route",
    find: (subject) => (isServed(subject) ? whenLost(subject, isUserAgentFilter, meaningOfLoss) : []),
  },
  {
    id: "protection-removed-idle",
    severity: "low",
    title: "A protection is removed from a route that serves nothing",
    why: "Nothing is open while the backend is off, but whoever enables it opens the route.",
    todo: "Put the protection back before the backend is enabled.",
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
    title: "A route begins to serve, and nothing protects it",
    why: "It served nothing so far, so that nobody missed a protection.",
    todo: "State a protection in the same change, if the route is not for everybody.",
    example: "`backend.enabled` becomes true on a route without login, tokens, addresses or policy",
    find: (subject) => {
      const { backend } = subject.after.modules;
      const begins = subject.fate === "kept" && !serves(subject, subject.before) && isServed(subject);
      return begins && backend && !isProtected(subject.before) && !isProtected(subject.after)
        ? [hit(backend, "enabled", "begins to serve, and is open to everybody")]
        : [];
    },
  },
  {
    id: "new-route-open",
    severity: "low",
    title: "A new route is open to everybody",
    why: "No protection is stated of it; many routes are meant to be like that.",
    todo: "State a protection, if it is not for everybody.",
    example: "a new route with a backend alone",
    find: (subject) => {
      const { own } = subject.after;
      return subject.kind === "httpsEdgeRoute" &&
        subject.fate === "new" &&
        own &&
        isServed(subject) &&
        !isProtected(subject.after)
        ? [hit(own, "backend", "is new, and open to everybody")]
        : [];
    },
  },
  {
    id: "module-left-behind",
    severity: "medium",
    title: "A module stays on the server although the program does not state it any more",
    why: "`retainRemovedModules` leaves it as it is; no later change of the program reaches it, and no refresh shows it.",
    todo: "State it as a resource of its own in the same change, or remove `retainRemovedModules`.",
    example: "`oauth` is removed from a route with `retainRemovedModules: true`",
    find: (subject) =>
      Object.entries(subject.after.modules)
        .filter(([, part]) => part.isLeft && isInForce(part))
        .map(([name, part]) => ({
          says: `${moduleName(name)} stays as it is, although the program does not state it any more`,
          source: sourceOfRemoved(subject, part),
          path: "",
        })),
  },
  {
    id: "protection-gap",
    severity: "low",
    title: "A protection is off for a moment while it moves",
    why: "From an argument of its route to a resource of its own, a module is deleted first, and set again a moment later.",
    todo: "Set `retainRemovedModules: true` on the route for this change.",
    example: "`oauth` of a route becomes an `HttpsEdgeRouteOAuth`",
    find: (subject) =>
      Object.entries(subject.before.modules).flatMap(([name, part]) => {
        const now = subject.after.modules[name];
        const isMoved =
          now && isInForce(part) && isInForce(now) && part.source.prefix !== "" && now.source.prefix === "";
        const isRetained = subject.after.own?.values.retainRemovedModules === true;
        return isMoved && name in protections && !isRetained && subject.fate === "kept" && !subject.isReplaced
          ? [hit(now, "", `${moduleName(name)} moves to a resource of its own, and is off for a moment`)]
          : [];
      }),
  },
];
