import { modulesWith } from "../change/select";
import { moduleTitle, protectionNames } from "../ingress/modules";
import { oauth, route, routeWith } from "./example-programs";
import { at, rule } from "./rule";

/** The rule of protections that move from an argument of their route to a module resource. */

export const movingProtectionRules = [
  rule({
    id: "protection-gap",
    severity: "low",
    title: "A protection is off for a moment while it moves",
    why: "If a module moves from an argument of its route to a resource of its own, it is deleted first, and set again a moment later.",
    fix: "Set `retainRemovedModules: true` on the route for this change.",
    messages: { found: "{module} moves to a module resource, and is off for a moment" },
    driftSeverity: "ignored",
    example: {
      before: routeWith({ oauth }),
      after: {
        HttpsEdgeRoute: route,
        "HttpsEdgeRouteOAuth moved": { route: { $resource: "httpsEdgeRoute" }, ...oauth },
      },
    },
    *find(change) {
      const { action, isReplaced } = change;
      const isRetained = change.after.args?.values.retainRemovedModules === true;
      if (action !== "stays" || isReplaced || isRetained) return;
      for (const { name, before, after } of modulesWith(change, protectionNames, "stays")) {
        // Only what an argument of another resource declares has a prefix: the name of that argument.
        const wasArgument = before.declaration.prefix !== "";
        const isModuleResource = after.declaration.prefix === "";
        if (wasArgument && isModuleResource)
          yield at(after, "", "found", { module: moduleTitle(name) });
      }
    },
  }),
];
