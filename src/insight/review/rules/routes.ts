import { protections } from "../../ingress/protections";
import { scopeOf } from "../../ingress/routing";
import { isWeakerSet, strengthOf, strengthsOf } from "../../ingress/strength";
import type { ObjectChange } from "../changes";
import { hasSameProtections, type Takeover } from "../takeovers";
import { type Context, type Hit, hit, type Rule, whenTextChanges } from "./rule";
import { joined, moduleName } from "./words";

/** Which route serves which requests. */

/** A hit at an argument of a route that stays. */
const whenRouteChanges = (
  { kind, action, before, after }: ObjectChange,
  path: string,
  says: (was: string, now: string) => string,
) =>
  kind === "httpsEdgeRoute" && action === "kept" && before.own && after.own
    ? whenTextChanges({ before: before.own, after: after.own }, path, says)
    : [];

/** What a route asked of a request that the other one does not. */
function lostBy({ from, to }: Takeover): string {
  const names = Object.entries(protections).flatMap(([name, { factor }]) => {
    const [strength, now] = [strengthOf(name, from.before.modules[name]), strengthsOf(to.after)[factor]];
    return isWeakerSet(now ? { [factor]: now } : {}, { [factor]: strength }) ? [moduleName(name)] : [];
  });
  return names.length > 0 ? joined(names) : "its protection";
}

const handovers = (
  map: Context["from"],
  subject: ObjectChange,
  comparison: Takeover["comparison"],
): readonly Takeover[] => (map.get(subject) ?? []).filter((each) => each.comparison === comparison);

/** Hits at a route whose requests other routes serve. */
const whenServedBy = (
  subject: ObjectChange,
  map: Context["from"],
  comparison: "less" | "other",
  says: (handover: Takeover) => string,
): Hit[] => {
  const block = subject.after.own ?? subject.before.own;
  const path = subject.action === "kept" ? "match" : "";
  return block ? handovers(map, subject, comparison).map((handover) => hit(block, path, says(handover))) : [];
};

const saysTaking = ({ title: name, action }: ObjectChange): string =>
  action === "deleted" ? `may serve the requests of the ${name}, which is deleted` : `may take requests of the ${name}`;

/** Hits at a route that takes requests of others. */
const whenTaking = (subject: ObjectChange, context: Context, comparison: "maybe-less" | "alike"): Hit[] => {
  const { own } = subject.after;
  return own ? handovers(context.to, subject, comparison).map(({ from }) => hit(own, "match", saysTaking(from))) : [];
};

/** Whether a route serves some of the requests that it served, and no others. */
function isNarrower({ before, after }: ObjectChange): boolean {
  const [was, now] = [scopeOf(before), scopeOf(after)];
  if (!was || !now || was.edge !== now.edge || was.host !== now.host) return false;
  return was.isExact ? now.isExact && now.path === was.path : now.path.startsWith(was.path);
}

/** Whether another route serves the requests in the same way: it asks for the same, and has the same backend. */
function isExchanged({ before }: ObjectChange, { at }: Context): boolean {
  const cover = scopeOf(before);
  const other = cover && at(cover);
  const backends = [before, other?.after].map((each) => each?.modules.backend?.values.backendId);
  return other !== undefined && backends[0] === backends[1] && hasSameProtections(before, other.after);
}

/** A hit at a route that is deleted. */
const whenDeleted = ({ kind, action, before: { own } }: ObjectChange, isHit: boolean, says: string): Hit[] =>
  kind === "httpsEdgeRoute" && action === "deleted" && isHit && own ? [hit(own, "", says)] : [];

export const routeRules: readonly Rule[] = [
  {
    id: "requests-unprotected",
    severity: "high",
    title: "A route without the protection of another route serves its requests",
    why: "The protected route no longer serves these requests, and a route on the same edge that matches them asks for less.",
    todo: "Configure the same protection on that route, or keep the protected one.",
    example: "a protected /admin (prefix) is removed, and a public / (prefix) stays",
    find: (subject, { from }) =>
      whenServedBy(
        subject,
        from,
        "less",
        (handover) => `its requests are open: the ${handover.to.title} serves them without ${lostBy(handover)}`,
      ),
  },
  {
    id: "route-match-changed",
    severity: "medium",
    title: "A route matches other requests",
    why: "Requests that it served go elsewhere or fail, and its modules apply to other requests.",
    todo: "Check which clients call the old match, and which routes overlap the new match.",
    example: "`match` goes from /api to /v2",
    find: (subject, context) =>
      isNarrower(subject) || isExchanged(subject, context)
        ? []
        : ["match", "matchType"].flatMap((path) =>
            whenRouteChanges(subject, path, (was, now) => `matches ${now}, no longer ${was}`),
          ),
  },
  {
    id: "requests-protected-otherwise",
    severity: "medium",
    title: "A route with another protection serves the requests",
    why: "The route no longer serves these requests, and the route on the same edge that matches them admits others.",
    todo: "Compare whom the two routes admit.",
    example: "a route /admin with a login is removed, and the route / has a login for another domain",
    find: (subject, { from }) =>
      whenServedBy(
        subject,
        from,
        "other",
        ({ to }) => `its requests have another protection: the ${to.title} serves them`,
      ),
  },
  {
    id: "route-moved",
    severity: "medium",
    title: "A route moves to another edge",
    why: "The route is created on the new edge, and no longer serves clients of the old edge.",
    todo: "Check that clients use the new edge.",
    example: "`edgeId` of a route changes",
    find: (subject) =>
      subject.isLeftBehind ? [] : whenRouteChanges(subject, "edgeId", (was, now) => `moves from edge ${was} to ${now}`),
  },
  {
    id: "route-shadowed-open",
    severity: "medium",
    title: "A route that asks for less may take requests of a protected one",
    why: "The API reference does not show which of two matching routes serves a request; usually it is the narrower one.",
    todo: "Configure the same protection, or make sure that the requests may be public.",
    example: "a new public route /admin/health next to a protected /admin (prefix)",
    find: (subject, context) => whenTaking(subject, context, "maybe-less"),
  },
  {
    id: "route-shadowed",
    severity: "low",
    title: "A route may take requests of another route",
    why: "The API reference does not show which of two matching routes serves a request; usually it is the narrower one.",
    todo: "Make sure that the overlap is intended.",
    example: "a new route /api/v2 next to /api (prefix)",
    find: (subject, context) => whenTaking(subject, context, "alike"),
  },
  {
    id: "route-deleted",
    severity: "low",
    title: "A route is deleted",
    why: "Its requests fail, or another matching route serves them.",
    todo: "Check that it is no longer needed.",
    example: "an `HttpsEdgeRoute` is removed from the program, its modules with it",
    find: (subject) => [
      ...whenDeleted(subject, !subject.isDisabled, "is deleted"),
      ...whenDeleted(subject, subject.isDisabled, "is disabled: it stays, and serves nothing"),
    ],
  },
];
