import type { StackResource } from "../engine/resource";
import type { Step } from "../engine/resource-step";
import type { Providers } from "./providers";

/** The reason why an object or a module stays on the server although the program no longer manages it. */
export type RetainReason = "routeDeletion" | "retainOnDelete" | "retainRemovedModules" | "lookup";

/** The effect on an object that a program removes. By `disable`, a route stays and serves nothing. */
export type Removal =
  | { readonly effect: "retain"; readonly reason: RetainReason }
  | { readonly effect: "disable" | "delete" };

export const DELETION: Removal = { effect: "delete" };

/** The effect on the object of a step if the program no longer declares it. A refresh only reports deleted objects. */
export function removalOf({ op, before }: Step, providers: Providers): Removal {
  if (!before?.isIngress || op === "refresh") return DELETION;
  if (op === "read") return { effect: "retain", reason: "lookup" };
  if (before.retainOnDelete) return { effect: "retain", reason: "retainOnDelete" };
  if (before.type !== "HttpsEdgeRoute") return DELETION;
  switch (providers(before.provider).routeDeletion) {
    case "retain":
      return { effect: "retain", reason: "routeDeletion" };
    case "disable":
      return { effect: "disable" };
    default:
      return DELETION;
  }
}

/**
 * True if a module resource stays as long as its route: the engine sees to it by `deletedWith`. The plugin does, too, if the
 * program declares the route, but not in a destroy, in which no program runs.
 */
export const staysWithRoute = (
  { deletedWith, outputs }: StackResource,
  isDestroy: boolean,
): boolean => deletedWith !== undefined || (outputs.__isOnDeclared === true && !isDestroy);
