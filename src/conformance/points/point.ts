import type { NeedName } from "./needs";

/** The groups of points, as the documents have them. */
export const groups = ["Resources and fields", "Modules", "Operations", "The protocol"] as const;

export type Group = (typeof groups)[number];

/** A question about the service: what the API reference says, and what the provider does about it. */
export interface Point {
  readonly group: Group;
  /** The statement of the reference, or what it does not show. In Markdown. */
  readonly reference: string;
  /** The behaviour of the provider. In Markdown. */
  readonly provider: string;
  /** True if the reference leaves the behaviour open. */
  readonly isOpen: boolean;
  /** True if a program may fail, or lose something, when the service behaves otherwise. */
  readonly isReliedOn: boolean;
  /** The reason why a run cannot observe it; undefined if it can. */
  readonly unobservable?: string;
  /** The setting of the provider that helps if the provider's assumption does not hold. */
  readonly setting?: string;
  /** The options of the command without which a run does not observe it. */
  readonly needs?: NeedName;
}

type Texts = readonly [reference: string, provider: string];
type Conditions = Pick<Point, "needs" | "setting">;

/** Returns a function that creates points of a kind. */
const pointsOf =
  (kind: Pick<Point, "group" | "isOpen" | "isReliedOn">) =>
  ([reference, provider]: Texts, conditions: Conditions = {}): Point => ({
    ...kind,
    reference,
    provider,
    ...conditions,
  });

/** Points that the reference leaves open, for one group. */
export function openPoints(group: Group) {
  const open = pointsOf({ group, isOpen: true, isReliedOn: false });
  return {
    /** The provider works with every known behaviour. */
    open,
    /** The provider works with some behaviours alone. */
    assumed: pointsOf({ group, isOpen: true, isReliedOn: true }),
    unobservable: (texts: Texts, unobservable: string): Point => ({
      ...open(texts),
      unobservable,
    }),
  };
}

/** Points that the reference states, for one group. */
export const statedPoints = (group: Group) => ({
  /** The provider relies on the statement. */
  reliedOn: pointsOf({ group, isOpen: false, isReliedOn: true }),
  /** The provider works without it. */
  stated: pointsOf({ group, isOpen: false, isReliedOn: false }),
});
