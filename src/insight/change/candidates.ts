import { type Strengths, strengthsOf } from "../ingress/access";
import { type ServingRoute, servingRoute } from "../ingress/ingress";
import type { ObjectChange } from "./objects";

/** A route that serves requests on one side of the change. */
export interface Candidate extends ServingRoute {
  readonly change: ObjectChange;
  /** Without the modules of the edge, which are the same for all routes there. */
  readonly strengths: Strengths;
}

export const candidatesOn = (
  changes: readonly ObjectChange[],
  side: "before" | "after",
): Candidate[] =>
  changes.flatMap((change) =>
    servingRoute(change[side]).map((route) => ({
      ...route,
      change,
      strengths: strengthsOf(change[side].modules),
    })),
  );

/** Whether two candidates match the same host and path. */
export const hasSamePlace = ({ scope }: Candidate, other: Candidate | undefined): boolean =>
  scope.host === other?.scope.host && scope.path === other.scope.path;
