import { type Block, isInForce, type KeptBecause } from "../../ingress/blocks";
import type { ObjectChange } from "../changes";
import { type Hit, hit, type Rule, sourceOfRemoved } from "./rule";
import { isProtection, joined, moduleName } from "./words";

/** What stays on the server although the program no longer manages it. */

/** Hits at an object that stays for one of these reasons, and at the modules that stay by themselves. */
const whenLeft = (subject: ObjectChange, reasons: readonly KeptBecause[], says: string): Hit[] => {
  const { own, modules } = subject.after;
  if (own?.keptBecause) return reasons.includes(own.keptBecause) ? [hit(own, "", says)] : [];
  return Object.entries(modules).flatMap(([name, block]) =>
    block.keptBecause && reasons.includes(block.keptBecause) && isInForce(block)
      ? [{ says: `${moduleName(name)} ${says}`, source: sourceOfRemoved(subject, block), path: "" }]
      : [],
  );
};

/** The protections that do not stay with a route which stays: resources of their own that were not given the route. */
const lostProtections = ({ before, after }: ObjectChange): string[] =>
  Object.entries(before.modules).flatMap(([name, block]: [string, Block]) =>
    isProtection(name) && isInForce(block) && !isInForce(after.modules[name]) ? [moduleName(name)] : [],
  );

export const retainedRules: readonly Rule[] = [
  {
    id: "route-left-open",
    severity: "high",
    title: "A route still serves traffic, without its protection",
    why: "The route is kept, but its module resources without the argument `route` are deleted.",
    todo: "Set `route` on the module resources and apply that first, or disable the route.",
    example: "a retained route and its `HttpsEdgeRouteOAuth` with `routeId` are removed",
    find: (subject) => {
      const lost = lostProtections(subject);
      const { own } = subject.after;
      return subject.action === "retained" && own && lost.length > 0
        ? [hit(own, "", `still serves traffic without ${joined(lost)}`)]
        : [];
    },
  },
  {
    id: "route-left-serving",
    severity: "medium",
    title: "A route that the program no longer declares still serves traffic",
    why: "`edge-ingress:routeDeletion` is `retain`: the program no longer changes the route.",
    todo: "Delete the route by hand, or set `routeDeletion` to `disable` before you remove it.",
    example: "an `HttpsEdgeRoute` is removed, and `routeDeletion` is `retain`",
    find: (subject) =>
      whenLeft(subject, ["routeDeletion"], "still serves traffic, although the program no longer declares it"),
  },
  {
    id: "module-left-behind",
    severity: "medium",
    title: "A module that the program no longer declares stays on the server",
    why: "`retainRemovedModules` keeps the module as it is. The program no longer changes it, and a refresh does not show it.",
    todo: "Declare it as a resource of its own in the same change, or remove `retainRemovedModules`.",
    example: "`oauth` is removed from a route with `retainRemovedModules: true`",
    find: (subject) =>
      subject.action === "kept"
        ? whenLeft(
            subject,
            ["retainRemovedModules"],
            "stays on the server as it is, although the program no longer declares it",
          )
        : [],
  },
  {
    id: "no-longer-managed",
    severity: "medium",
    title: "The program only looks up what it managed",
    why: "The object stays as it is. The program no longer changes it, and neither a preview nor a refresh shows drift.",
    todo: "Make sure that another program manages it.",
    example: "a `new HttpsEdgeRoute(…)` becomes `HttpsEdgeRoute.get(…)`",
    find: (subject) => whenLeft(subject, ["lookup"], "is only looked up: the program no longer manages it"),
  },
  {
    id: "given-up",
    severity: "low",
    title: "The program gives up what stays on the server",
    why: "The option `retainOnDelete` keeps the object as it is. The program no longer changes it.",
    todo: "Make sure that another program manages it.",
    example: "an `AgentIngress` with the option `retainOnDelete` is removed from the program",
    find: (subject) => whenLeft(subject, ["retainOnDelete"], "stays on the server as it is, and is no longer managed"),
  },
];
