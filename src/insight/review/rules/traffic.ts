import { isSet } from "../../../core/schema/values";
import type { Configuration } from "../../ingress/ingress";
import { isInForce, textAt, valueAt } from "../../ingress/parts";
import type { Subject } from "../../ingress/subjects";
import { isProtected } from "./protections";
import { type Hit, hit, keptModules, type Rule, whenSwitchedOff, whenTextChanges } from "./rule";
import { moduleName, protections } from "./words";

/** A hit at an argument of a route that stays. */
const whenRouteChanges = (
  { kind, fate, before, after }: Subject,
  path: string,
  says: (was: string, now: string) => string,
) =>
  kind === "httpsEdgeRoute" && fate === "kept" && before.own && after.own
    ? whenTextChanges({ before: before.own, after: after.own }, path, says)
    : [];

/** What a route covers, as far as texts tell. */
interface Cover {
  readonly edge: string;
  readonly isExact: boolean;
  readonly match: string;
}

function coverOf({ own }: Configuration): Cover | undefined {
  const [edge, match] = own ? [textAt(own, "edgeId"), textAt(own, "match")] : [];
  return own && edge && match ? { edge, match, isExact: valueAt(own, "matchType") === "exact_path" } : undefined;
}

/** Whether every request to `inner` is one that `outer` matches too. */
const isWithin = (inner: Cover, outer: Cover): boolean =>
  inner.edge === outer.edge &&
  (outer.isExact ? inner.isExact && inner.match === outer.match : inner.match.startsWith(outer.match));

interface Overlap {
  readonly subject: Subject;
  readonly other: Subject;
  readonly hit: Hit;
}

/** Routes whose requests a new or changed route may take, because its match is the narrower or the same. */
const overlapsOf = (subject: Subject, all: readonly Subject[]): Overlap[] => {
  const { own } = subject.after;
  const [was, now] = [coverOf(subject.before), coverOf(subject.after)];
  if (subject.kind !== "httpsEdgeRoute" || !own || !now || subject.fate === "deleted") return [];
  return all.flatMap((other) => {
    const [theirs, theirOld] = [coverOf(other.after), coverOf(other.before)];
    const isOther = other.kind === subject.kind && other.key !== subject.key && other.fate !== "deleted";
    if (!isOther || !theirs || !isWithin(now, theirs)) return [];
    if (was && theirOld && isWithin(was, theirOld)) return [];
    const says = `may take requests of the ${other.name}`;
    return [{ subject, other, hit: hit(own, "match", says) }];
  });
};

const isOpener = ({ subject, other }: Overlap): boolean => isProtected(other.after) && !isProtected(subject.after);

/** A hit at a route that is deleted, if the provider treats it in this way. */
const whenDeleted = (
  { kind, fate, before: { own }, routeDeletion }: Subject,
  policy: Subject["routeDeletion"],
  says: string,
): Hit[] =>
  kind === "httpsEdgeRoute" && fate === "deleted" && routeDeletion === policy && own ? [hit(own, "", says)] : [];

/** The protections that do not stay with a route which stays: resources of their own that were not given the route. */
const lostProtections = ({ before }: Subject): string[] =>
  Object.entries(before.modules).flatMap(([name, part]) =>
    name in protections && isInForce(part) && part.source.prefix === "" && !part.source.goesWithRoute ? [name] : [],
  );

export const trafficRules: readonly Rule[] = [
  {
    id: "route-match-changed",
    severity: "medium",
    title: "A route matches other requests",
    why: "Requests that it served go elsewhere or fail, and its modules apply to other requests.",
    todo: "Check which clients call the old match, and which routes overlap the new match.",
    example: "`match` goes from /api to /v2",
    find: (subject) =>
      ["match", "matchType"].flatMap((path) =>
        whenRouteChanges(subject, path, (was, now) => `matches ${now}, no longer ${was}`),
      ),
  },
  {
    id: "route-moved",
    severity: "medium",
    title: "A route moves to another edge",
    why: "The route is created on the new edge, and no longer serves clients of the old edge.",
    todo: "Check that clients use the new edge.",
    example: "`edgeId` of a route changes",
    find: (subject) => whenRouteChanges(subject, "edgeId", (was, now) => `moves from edge ${was} to ${now}`),
  },
  {
    id: "route-shadowed-open",
    severity: "medium",
    title: "A route without protection may take requests of a protected one",
    why: "The API reference does not show which of two matching routes serves a request; usually it is the narrower one.",
    todo: "Configure the same protection, or make sure that the requests may be public.",
    example: "a new public route /admin/health next to a protected /admin (prefix)",
    find: (subject, all) =>
      overlapsOf(subject, all)
        .filter(isOpener)
        .map(({ hit }) => hit),
  },
  {
    id: "route-shadowed",
    severity: "low",
    title: "A route may take requests of another route",
    why: "The API reference does not show which of two matching routes serves a request; usually it is the narrower one.",
    todo: "Make sure that the overlap is intended.",
    example: "a new route /api/v2 next to /api (prefix)",
    find: (subject, all) =>
      overlapsOf(subject, all)
        .filter((overlap) => !isOpener(overlap))
        .map(({ hit }) => hit),
  },
  {
    id: "route-deleted",
    severity: "low",
    title: "A route is deleted",
    why: "Its requests fail, or another matching route serves them.",
    todo: "Check that it is no longer needed.",
    example: "an `HttpsEdgeRoute` is removed from the program, its modules with it",
    find: (subject) => [
      ...whenDeleted(subject, "delete", "is deleted"),
      ...whenDeleted(subject, "disable", "is disabled: it stays, and serves nothing"),
    ],
  },
  {
    id: "route-left-serving",
    severity: "medium",
    title: "A route that the program no longer declares still serves traffic",
    why: "`edge-ingress:routeDeletion` is `retain`, or the option `retainOnDelete` is set: the program no longer changes the route.",
    todo: "Delete the route by hand, or set `routeDeletion` to `disable` before you remove it.",
    example: "an `HttpsEdgeRoute` is removed, and `routeDeletion` is `retain`",
    find: (subject) =>
      whenDeleted(subject, "retain", "still serves traffic, although the program no longer declares it"),
  },
  {
    id: "route-left-open",
    severity: "high",
    title: "A route still serves traffic, without its protection",
    why: "The route is kept, but its module resources without the argument `route` are deleted.",
    todo: "Set `route` on the module resources and apply that first, or disable the route.",
    example: "a retained route and its `HttpsEdgeRouteOAuth` with `routeId` are removed",
    find: (subject) => {
      const lost = lostProtections(subject).map(moduleName);
      return lost.length > 0
        ? whenDeleted(subject, "retain", `still serves traffic without ${lost.join(" and ")}`)
        : [];
    },
  },
  {
    id: "traffic-stopped",
    severity: "medium",
    title: "A route or edge no longer serves traffic",
    why: "Its backend is disabled or removed, so its clients get errors.",
    todo: "Check that it is no longer needed.",
    example: "`backend.enabled` becomes false",
    find: (subject) => whenSwitchedOff(subject, "backend", "no longer serves traffic"),
  },
  {
    id: "backend-changed",
    severity: "low",
    title: "The backend changes",
    why: "Traffic goes there as soon as the change is applied.",
    todo: "Make sure that the backend is up.",
    example: "`backend.backendId` changes",
    find: (subject) =>
      keptModules(subject, ["backend"]).flatMap((pair) =>
        whenTextChanges(pair, "backendId", (was, now) => `backend ${now} serves, in place of ${was}`),
      ),
  },
  {
    id: "circuit-breaker-off",
    severity: "medium",
    title: "A circuit breaker is off",
    why: "A failing upstream receives every request, and clients wait for each.",
    todo: "Keep it, and raise the threshold if it trips too early.",
    example: "`circuitBreaker` is removed from the arguments of a route",
    find: (subject) =>
      whenSwitchedOff(subject, "circuitBreaker", "no circuit breaker stops requests to a failing upstream"),
  },
  {
    id: "tls-termination-removed",
    severity: "medium",
    title: "TLS termination is no longer configured",
    why: "The service chooses where TLS ends, and the lowest version.",
    todo: "Keep the module, so that the accepted versions are known.",
    example: "an `HttpsEdgeTlsTermination` is removed from the program",
    find: ({ before, after }) => {
      const [was, now] = [before.modules.tlsTermination, after.modules.tlsTermination];
      if (!was || !isInForce(was) || isInForce(now)) return [];
      const isStated = isSet(valueAt(was, "minVersion"));
      return [
        hit(
          now ?? was,
          now ? "enabled" : "",
          `the service chooses ${isStated ? "the lowest TLS version" : "where TLS ends"}`,
        ),
      ];
    },
  },
];
