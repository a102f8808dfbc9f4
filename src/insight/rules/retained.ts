import type { ModuleChange, ObjectChange } from "../change/objects";
import type { RetainReason } from "../change/retention";
import { modulesWith } from "../change/select";
import { type Arguments, isInForce } from "../ingress/arguments";
import { moduleNames, moduleTitle } from "../ingress/modules";
import { oauth, ofProvider, route, routeWith } from "./example-programs";
import { deletedProtections, isIdleRoute } from "./protections";
import { at, joined, rule } from "./rule";

/** The rules of objects and modules that stay on the server although the program no longer manages them. */

export const retainedRules = [
  rule({
    id: "route-left-open",
    severity: "high",
    title: "A route still serves traffic, without its protection",
    why: "The route is kept, but its module resources without the argument `route` are deleted.",
    fix: "Set `route` on the module resources and apply that first, or disable the route.",
    messages: { found: "still serves traffic without {lost}" },
    example: {
      before: {
        Provider: { routeDeletion: "retain" },
        HttpsEdgeRoute: { ...route, ...ofProvider },
        HttpsEdgeRouteOAuth: {
          edgeId: "edghts_1",
          routeId: { $id: "httpsEdgeRoute" },
          ...oauth,
          ...ofProvider,
        },
      },
      after: { Provider: { routeDeletion: "retain" } },
    },
    *find(change) {
      const { args, isServing } = change.after;
      const deleted = deletedProtections(change);
      // `protection-removed-idle` finds the protections of a route that serves nothing.
      if (!args || !isServing || deleted.length === 0) return;
      yield at(args, "", "found", { lost: joined(deleted.map(({ name }) => moduleTitle(name))) });
    },
  }),
  rule({
    id: "route-left-serving",
    severity: "medium",
    title: "A route that the program no longer declares still serves traffic",
    why: "`edge-ingress:routeDeletion` is `retain`: the program no longer changes the route.",
    fix: "Delete the route by hand, or set `routeDeletion` to `disable` before you remove it.",
    messages: { found: "still serves traffic, although the program no longer declares it" },
    example: {
      before: {
        Provider: { routeDeletion: "retain" },
        HttpsEdgeRoute: { ...route, oauth, ...ofProvider },
      },
      after: { Provider: { routeDeletion: "retain" } },
    },
    *find(change) {
      const args = retainedObject(change, "routeDeletion");
      // `left-unmanaged` finds a route that serves nothing.
      if (args && change.after.isServing) yield at(args, "", "found");
    },
  }),
  rule({
    id: "module-left-behind",
    severity: "medium",
    title: "A module that the program no longer declares stays on the server",
    why: "`retainRemovedModules` keeps the module as it is. The program no longer changes it, and a refresh does not show it.",
    fix: "Declare it as a resource of its own in the same change, or remove `retainRemovedModules`.",
    messages: {
      found: "{module} stays on the server as it is, although the program no longer declares it",
    },
    example: {
      before: routeWith({ oauth }),
      after: routeWith({ retainRemovedModules: true }),
    },
    *find(change) {
      for (const { name, after } of retainedModules(change, "retainRemovedModules")) {
        yield at(after, "", "found", { module: moduleTitle(name) });
      }
    },
  }),
  rule({
    id: "no-longer-managed",
    severity: "medium",
    title: "The program only looks up what it managed",
    why: "The object stays as it is. The program no longer changes it, and neither a preview nor a refresh shows drift.",
    fix: "Make sure that another program manages it.",
    messages: {
      object: "is only looked up: the program no longer manages it",
      module: "{module} is only looked up: the program no longer manages it",
    },
    example: {
      before: routeWith({ oauth }),
      after: { HttpsEdgeRoute: { edgeId: "edghts_1", $lookedUp: true } },
    },
    *find(change) {
      const args = retainedObject(change, "lookup");
      if (args) yield at(args, "", "object");
      for (const { name, after } of retainedModules(change, "lookup")) {
        yield at(after, "", "module", { module: moduleTitle(name) });
      }
    },
  }),
  rule({
    id: "left-unmanaged",
    severity: "low",
    title: "The object stays on the server, unmanaged",
    why: "The option `retainOnDelete`, or `edge-ingress:routeDeletion`, keeps the object. The program no longer changes it.",
    fix: "Make sure that another program manages it.",
    messages: {
      object: "stays on the server as it is, and is no longer managed",
      module: "{module} stays on the server as it is, and is no longer managed",
    },
    example: {
      before: { AgentIngress: { domain: "connect.acme.com", $options: { retainOnDelete: true } } },
    },
    *find(change) {
      const idleRoute = isIdleRoute(change) ? retainedObject(change, "routeDeletion") : undefined;
      const args = retainedObject(change, "retainOnDelete") ?? idleRoute;
      if (args) yield at(args, "", "object");
      for (const { name, after } of retainedModules(change, "retainOnDelete")) {
        yield at(after, "", "module", { module: moduleTitle(name) });
      }
    },
  }),
];

/** The arguments of an object that stays on the server for a reason. */
const retainedObject = ({ args }: ObjectChange, reason: RetainReason): Arguments | undefined =>
  args.retainedBy === reason ? args.after : undefined;

/** The modules in force that stay on the server for a reason, while the program still manages their object. */
function retainedModules(change: ObjectChange, reason: RetainReason): ModuleChange<"retained">[] {
  if (change.args.retainedBy) return [];
  const retained = modulesWith(change, moduleNames, "retained");
  return retained.filter(({ after, retainedBy }) => retainedBy === reason && isInForce(after));
}
