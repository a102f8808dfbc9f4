import type { IngressChange } from "../change/change";
import { type Guard, guardsByBackend } from "../change/guards";
import type { ObjectChange } from "../change/objects";
import type { Providers } from "../change/providers";
import { findReassignments, type Reassignment } from "../change/reassignments";
import { textAt } from "../ingress/arguments";
import type { ServingRoute } from "../ingress/ingress";
import { indexRoutes, type Requests } from "../ingress/routing";

/** The facts of a whole preview, which rules use in addition to the change of a single object. */
export interface Context {
  readonly changes: readonly ObjectChange[];
  /** Requests that other routes serve after the change, by the route that served them. */
  readonly reassignedFrom: ReadonlyMap<ObjectChange, readonly Reassignment[]>;
  /** The same, by the route that serves them after the change. */
  readonly reassignedTo: ReadonlyMap<ObjectChange, readonly Reassignment[]>;
  /** Finds the routes that may serve requests after the change, the route with the narrowest match first. */
  readonly routesFor: (requests: Requests) => readonly ServingRoute[];
  /** The routes and edges that protect a backend, before or after the change, by the id of the backend. */
  readonly guards: ReadonlyMap<string, readonly Guard[]>;
  /** The HTTPS edges on which the program has routes, before and after the change. */
  readonly edgesBefore: ReadonlySet<string>;
  readonly edgesAfter: ReadonlySet<string>;
  /** Finds a provider by the URN by which resources refer to it. */
  readonly provider: Providers;
}

export function contextOf({ objects: changes, after, provider }: IngressChange): Context {
  const reassignments = findReassignments(changes);
  return {
    changes,
    reassignedFrom: Map.groupBy(reassignments, ({ from }) => from),
    reassignedTo: Map.groupBy(reassignments, ({ to }) => to),
    routesFor: indexRoutes(after.serving),
    guards: guardsByBackend(changes),
    edgesBefore: edgesWithRoutes(changes, "before"),
    edgesAfter: edgesWithRoutes(changes, "after"),
    provider,
  };
}

/** The edges of all routes on one side. Of the objects, only routes have the argument `edgeId`. */
function edgesWithRoutes(
  changes: readonly ObjectChange[],
  side: "before" | "after",
): ReadonlySet<string> {
  const edges = new Set<string>();
  for (const change of changes) {
    const { args } = change[side];
    const edge = args && textAt(args, "edgeId");
    if (edge !== undefined) edges.add(edge);
  }
  return edges;
}
