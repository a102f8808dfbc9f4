import { type Strengths, strengthsOf } from "../ingress/access";
import { type ServingRoute, servingRoute } from "../ingress/ingress";
import type { ObjectChange } from "./objects";

/** A route that may serve requests, on one side of a change. */
export interface Candidate extends ServingRoute {
  readonly change: ObjectChange;
  /** The strengths of the route's own modules. The modules of the edge are the same for all routes there. */
  readonly strengths: Strengths;
}

export const candidatesOn = (
  changes: readonly ObjectChange[],
  side: "before" | "after",
): Candidate[] =>
  changes.flatMap((change) =>
    servingRoute(change[side]).map((serving) => ({
      ...serving,
      change,
      strengths: strengthsOf(change[side].modules),
    })),
  );

export const hasSameHostAndPath = (
  { scope: first }: Candidate,
  { scope: second }: Candidate,
): boolean => first.host === second.host && first.path === second.path;
