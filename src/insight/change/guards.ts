import { accessOf } from "../ingress/access";
import { textAt } from "../ingress/arguments";
import { type MatchScope, scopeOf } from "../ingress/routing";
import type { ObjectChange } from "./objects";

/** A route or edge that keeps requests from its backend, or would if it served them. */
export interface Guard {
  readonly change: ObjectChange;
  /** The match of a route; `undefined` for an edge, and for a route whose match is hidden. */
  readonly scope: MatchScope | undefined;
}

/**
 * The guards of each backend, by its id. A guard that the change deletes, or that it opens a way around, has protected the
 * backend until then.
 */
export function guardsByBackend(
  changes: readonly ObjectChange[],
): ReadonlyMap<string, readonly Guard[]> {
  const guards = changes.flatMap((change) =>
    [change.after, change.before].flatMap((side) => {
      const id = side.modules.backend && textAt(side.modules.backend, "backendId");
      return id !== undefined && accessOf(side) !== "open"
        ? [{ id, change, scope: scopeOf(side) }]
        : [];
    }),
  );
  return Map.groupBy(guards, ({ id }) => id);
}
