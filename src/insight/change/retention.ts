import type { Step } from "../engine/preview";
import type { StackResource } from "../engine/resource";
import type { Providers } from "./providers";

/** The reason why an object or a module stays on the server although the program no longer manages it. */
export type RetainReason = "routeDeletion" | "retainOnDelete" | "retainRemovedModules" | "lookup";

/** What the provider does to an object that a program removes. By `disable`, a route stays and serves nothing. */
export type Removal = { readonly retainedBy: RetainReason } | "disable" | "delete";

export const isRetained = (removal: Removal): removal is { readonly retainedBy: RetainReason } =>
  typeof removal !== "string";

/** What the provider does to the object of a step if the program no longer declares it. A refresh only reports deleted objects. */
export function removalOf({ op, before }: Step, providers: Providers): Removal {
  if (!before?.isIngress || op === "refresh") return "delete";
  if (op === "read") return { retainedBy: "lookup" };
  if (before.retainOnDelete) return { retainedBy: "retainOnDelete" };
  if (before.type !== "HttpsEdgeRoute") return "delete";
  const { routeDeletion } = providers(before.provider);
  if (routeDeletion === "retain") return { retainedBy: "routeDeletion" };
  return routeDeletion === "disable" ? "disable" : "delete";
}

/**
 * Whether a module resource stays as long as its route: the engine sees to it by `deletedWith`. The plugin does, too, if the
 * program declares the route, but not in a destroy, in which no program runs.
 */
export function staysWithRoute(
  { deletedWith, outputs }: StackResource,
  isDestroy: boolean,
): boolean {
  return deletedWith !== undefined || (outputs.__isOnDeclared === true && !isDestroy);
}
