import { isInForce, type KeptBecause } from "../../ingress/blocks";
import { isProtection, moduleTitle } from "../../ingress/modules";
import type { ObjectChange } from "../changes";
import { declare, example, oauth, ofRoute, route } from "./example";
import { joined, type Match, match, matchRemoved, type Rule } from "./rule";

/** What stays on the server although the program no longer manages it. */

/** Matches at an object that stays for one of these reasons, or at the modules that stay alone. */
const findLeft = (change: ObjectChange, reason: KeptBecause): Match[] => {
  const { own, modules } = change.after;
  if (own?.keptBecause) return own.keptBecause === reason ? [match(own, "")] : [];
  return Object.entries(modules).flatMap(([name, block]) =>
    block.keptBecause === reason && isInForce(block)
      ? [matchRemoved(change, block, "module", { module: moduleTitle(name) })]
      : [],
  );
};

/** The protections that do not stay with a route which stays: resources of their own that were not given the route. */
const lostProtections = ({ before, after }: ObjectChange): string[] =>
  Object.entries(before.modules).flatMap(([name, block]) =>
    isProtection(name) && isInForce(block) && !isInForce(after.modules[name]) ? [moduleTitle(name)] : [],
  );

const keep = declare("Provider", { routeDeletion: "retain" });
const KEEP = { provider: { $resource: "provider" } };

export const retainedRules: readonly Rule[] = [
  {
    id: "route-left-open",
    severity: "high",
    title: "A route still serves traffic, without its protection",
    why: "The route is kept, but its module resources without the argument `route` are deleted.",
    fix: "Set `route` on the module resources and apply that first, or disable the route.",
    messages: { found: "still serves traffic without {lost}" },
    example: example(
      [
        keep,
        route({}, KEEP),
        declare("HttpsEdgeRouteOAuth", { edgeId: "edghts_1", routeId: { $id: "httpsEdgeRoute" }, ...oauth }, KEEP),
      ],
      [keep],
    ),
    find: (change) => {
      const lost = lostProtections(change);
      const { own } = change.after;
      return change.action === "retained" && own && lost.length > 0
        ? [match(own, "", "found", { lost: joined(lost) })]
        : [];
    },
  },
  {
    id: "route-left-serving",
    severity: "medium",
    title: "A route that the program no longer declares still serves traffic",
    why: "`edge-ingress:routeDeletion` is `retain`: the program no longer changes the route.",
    fix: "Delete the route by hand, or set `routeDeletion` to `disable` before you remove it.",
    messages: { found: "still serves traffic, although the program no longer declares it" },
    example: example([keep, route({ oauth }, KEEP)], [keep]),
    find: (change) => findLeft(change, "routeDeletion"),
  },
  {
    id: "module-left-behind",
    severity: "medium",
    title: "A module that the program no longer declares stays on the server",
    why: "`retainRemovedModules` keeps the module as it is. The program no longer changes it, and a refresh does not show it.",
    fix: "Declare it as a resource of its own in the same change, or remove `retainRemovedModules`.",
    messages: { module: "{module} stays on the server as it is, although the program no longer declares it" },
    example: ofRoute({ oauth }, { retainRemovedModules: true }),
    find: (change) => (change.action === "kept" ? findLeft(change, "retainRemovedModules") : []),
  },
  {
    id: "no-longer-managed",
    severity: "medium",
    title: "The program only looks up what it managed",
    why: "The object stays as it is. The program no longer changes it, and neither a preview nor a refresh shows drift.",
    fix: "Make sure that another program manages it.",
    messages: {
      found: "is only looked up: the program no longer manages it",
      module: "{module} is only looked up: the program no longer manages it",
    },
    example: example([route({ oauth })], [{ ...route(), args: { edgeId: "edghts_1" }, isLookedUp: true }]),
    find: (change) => findLeft(change, "lookup"),
  },
  {
    id: "left-unmanaged",
    severity: "low",
    title: "The object stays on the server, unmanaged",
    why: "The option `retainOnDelete` keeps the object as it is. The program no longer changes it.",
    fix: "Make sure that another program manages it.",
    messages: {
      found: "stays on the server as it is, and is no longer managed",
      module: "{module} stays on the server as it is, and is no longer managed",
    },
    example: example([declare("AgentIngress", { domain: "connect.acme.com" }, { retainOnDelete: true })], []),
    find: (change) => findLeft(change, "retainOnDelete"),
  },
];
