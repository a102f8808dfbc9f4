import { accessOf } from "../ingress/access";
import { textAt } from "../ingress/arguments";
import type { IngressObject } from "../ingress/ingress";
import { type MatchScope, scopeOf } from "../ingress/routing";
import type { ObjectChange } from "./objects";

/** A route or edge that keeps requests from its backend, or would if it served them. */
export interface Guard {
  readonly change: ObjectChange;
  /** The match of a route; `undefined` for an edge, and for a route whose match is hidden. */
  readonly scope: MatchScope | undefined;
}

/**
 * The guards of each backend, by its id. An object that is a guard before the change counts, too: if the change deletes it, or opens
 * a way around it, it has protected the backend until then.
 */
export function guardsByBackend(
  changes: readonly ObjectChange[],
): ReadonlyMap<string, readonly Guard[]> {
  const guards = changes.flatMap((change) => [
    ...guardOn(change.after, change),
    ...guardOn(change.before, change),
  ]);
  return Map.groupBy(guards, ({ backendId }) => backendId);
}

/** An object on one side of a change as a guard; empty if it has no known backend, or admits everyone. */
function guardOn(
  side: IngressObject,
  change: ObjectChange,
): (Guard & { readonly backendId: string })[] {
  const { backend } = side.modules;
  const backendId = backend && textAt(backend, "backendId");
  if (backendId === undefined || accessOf(side) === "open") return [];
  return [{ backendId, change, scope: scopeOf(side) }];
}
