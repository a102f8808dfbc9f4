import { modules, moduleTitle, protectionNames } from "../../ingress/modules";
import { type MatchScope, scopeOf } from "../../ingress/routing";
import { isWeakerSet, strengthOf, strengthsOf } from "../../ingress/strength";
import type { ObjectChange } from "../changes";
import { commonScope, hasSameProtections, type Takeover } from "../takeovers";
import { declare, example, google, oauth, of, route } from "./example";
import { type Context, findChangedText, joined, type Match, match, type Rule } from "./rule";

/** Which route serves which requests. */

/** A match at an argument of a route that stays. */
const findChanged = ({ kind, action, before, after }: ObjectChange, path: string): Match[] =>
  kind === "httpsEdgeRoute" && action === "kept" && before.own && after.own
    ? findChangedText({ before: before.own, after: after.own }, path)
    : [];

/** What a route required of a request that the other one does not. */
function lostBy({ from, to }: Takeover): string {
  const names = protectionNames.flatMap((name) => {
    const { factor } = modules[name];
    const [strength, now] = [strengthOf(name, from.before.modules[name]), strengthsOf(to.after)[factor]];
    return isWeakerSet(now ? { [factor]: now } : {}, { [factor]: strength }) ? [moduleTitle(name)] : [];
  });
  return names.length > 0 ? joined(names) : "its protection";
}

const compared = (map: Context["from"], change: ObjectChange, comparison: Takeover["comparison"]) =>
  (map.get(change) ?? []).filter((each) => each.comparison === comparison);

/** Matches at a route whose requests other routes serve. */
function findServedByOthers(change: ObjectChange, { from }: Context, comparison: "less" | "other"): Match[] {
  const block = change.after.own ?? change.before.own;
  const path = change.action === "kept" ? "match" : "";
  if (!block) return [];
  return compared(from, change, comparison).map((takeover) =>
    match(block, path, "found", { other: takeover.to.title, lost: lostBy(takeover) }),
  );
}

/** Matches at a route that takes requests of others. */
function findTaking(change: ObjectChange, { to }: Context): Match[] {
  const { own } = change.after;
  if (!own) return [];
  return compared(to, change, "maybe-less").map(({ from: { title, action } }) =>
    match(own, "match", action === "deleted" ? "deleted" : "found", { other: title }),
  );
}

/** Whether a match is for some of the requests of another one, and for no others. */
const isPart = (now: MatchScope, was: MatchScope): boolean =>
  was.edge === now.edge &&
  was.host === now.host &&
  (was.isExact ? now.isExact && now.path === was.path : now.path.startsWith(was.path));

/** Whether a route serves some of the requests that it served, and no others, also if the backend resolves `..`. */
function isNarrower({ before, after }: ObjectChange): boolean {
  const [was, now] = [scopeOf(before), scopeOf(after)];
  return was !== undefined && now !== undefined && isPart(now, was) && isPart(commonScope(now), commonScope(was));
}

/** Whether another route serves the requests in the same way: it requires the same, and has the same backend. */
function isExchanged({ before }: ObjectChange, { at }: Context): boolean {
  const scope = scopeOf(before);
  const other = scope && at(scope);
  const backends = [before, other?.after].map((each) => each?.modules.backend?.values.backendId);
  return other !== undefined && backends[0] === backends[1] && hasSameProtections(before, other.after);
}

/** Whether another route may serve what a route has served. */
function isCovered(change: ObjectChange, { at }: Context): boolean {
  const scope = scopeOf(change.before);
  if (!scope) return false;
  const { edge, host, path } = scope;
  const prefixes = Array.from({ length: path.length + 1 }, (_, length) => path.slice(0, length));
  return ["", host].some((each) =>
    prefixes.some((prefix) => {
      const other = at({ edge, host: each, path: prefix, isExact: false });
      return other && other !== change && other.after.isServing;
    }),
  );
}

const all = declare("HttpsEdgeRoute", { ...route().args, match: "/" });
const everything = { ...all, name: "all" };

export const routeRules: readonly Rule[] = [
  {
    id: "requests-unprotected",
    severity: "high",
    title: "A route without the protection of another route serves its requests",
    why: "The protected route no longer serves these requests, and a route on the same edge that matches them requires less.",
    fix: "Configure the same protection on that route, or keep the protected one.",
    messages: { found: "its requests are open: the {other} serves them without {lost}" },
    example: example([route({ oauth }), everything], [everything]),
    find: (change, context) => findServedByOthers(change, context, "less"),
  },
  {
    id: "route-match-changed",
    severity: "medium",
    title: "A route matches other requests",
    why: "Requests that it served go elsewhere or fail, and its modules apply to other requests.",
    fix: "Check which clients call the old match, and which routes overlap the new match.",
    messages: { found: "matches {now}, no longer {was}" },
    example: example([route()], [route({ match: "/v2" })]),
    find: (change, context) =>
      isNarrower(change) || isExchanged(change, context)
        ? []
        : ["match", "matchType"].flatMap((path) => findChanged(change, path)),
  },
  {
    id: "requests-protected-otherwise",
    severity: "medium",
    title: "A route with another protection serves the requests",
    why: "The route no longer serves these requests, and the route on the same edge that matches them admits others.",
    fix: "Compare whom the two routes admit.",
    messages: { found: "its requests have another protection: the {other} serves them" },
    example: example(
      [route(google("acme.com")), { ...everything, args: { ...everything.args, oauth } }],
      [{ ...everything, args: { ...everything.args, oauth } }],
    ),
    find: (change, context) => findServedByOthers(change, context, "other"),
  },
  {
    id: "route-moved",
    severity: "medium",
    title: "A route moves to another edge",
    why: "The route is created on the new edge, and no longer serves clients of the old edge.",
    fix: "Check that clients use the new edge.",
    messages: { found: "moves from edge {was} to {now}" },
    example: example([route()], [route({ edgeId: "edghts_2" })]),
    find: (change) => (change.isLeftBehind ? [] : findChanged(change, "edgeId")),
  },
  {
    id: "route-shadowed-open",
    severity: "medium",
    title: "A route that requires less may take requests of a protected one",
    why: "The API reference does not show which of two matching routes serves a request; usually it is the narrower one.",
    fix: "Configure the same protection, or make sure that the requests may be public.",
    messages: {
      found: "may take requests of the {other}",
      deleted: "may serve the requests of the {other}, which is deleted",
    },
    example: example([route({ oauth })], [route({ oauth }), { ...route({ match: "/admin/health" }), name: "health" }]),
    find: (change, context) => findTaking(change, context),
  },
  {
    id: "route-deleted",
    severity: "low",
    title: "A route is deleted",
    why: "Its requests fail, or another matching route serves them.",
    fix: "Check that it is no longer needed.",
    messages: { found: "is deleted", disabled: "is disabled: it stays, and serves nothing" },
    example: { before: of("HttpsEdgeRoute", route().args, {}).before, after: [] },
    // The program says that the route is needed.
    ofDrift: (change, context) => (isCovered(change, context) ? "low" : "medium"),
    find: ({ kind, action, isDisabled, before: { own } }) =>
      kind === "httpsEdgeRoute" && action === "deleted" && own
        ? [match(own, "", isDisabled ? "disabled" : "found")]
        : [],
  },
];
