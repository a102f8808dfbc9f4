import type { Severity } from "../../../src/insight/report/finding";
import { type Args, type Declared, route } from "../declared";

/** What another party did to a resource of the program on the server. */
export interface Remote {
  /** Name of the resource. */
  readonly resource: string;
  /** Arguments that were replaced, by their names; null for one that was unset, or for a module that was deleted. */
  readonly set?: Args;
  /** The whole object was deleted. */
  readonly deleted?: true;
}

/** A program, and a change of what it has created; labelled by somebody who did not write the rules of the review. */
export interface LabelledDrift {
  readonly name: string;
  /**
   * How bad the state of the server is now: for `high` and `medium` the least severity to be reported, for `low` the
   * highest; `none` if nothing is to be reported.
   */
  readonly expected: Severity | "none";
  /** The reason for the label. */
  readonly because: string;
  readonly declared: readonly Declared[];
  readonly remote: readonly Remote[];
}

export const drift = (
  ...[name, expected, because, declared, ...remote]: readonly [
    name: string,
    expected: LabelledDrift["expected"],
    because: string,
    declared: readonly Declared[],
    ...remote: readonly Remote[],
  ]
): LabelledDrift => ({ name, expected, because, declared, remote });

export const changed = (resource: string, set: Args): Remote => ({ resource, set });
export const gone = (resource: string): Remote => ({ resource, deleted: true });

/** A drift of the arguments of a route. */
export const ofRoute = (name: string, expected: LabelledDrift["expected"], because: string, args: Args, set: Args) =>
  drift(name, expected, because, [route(args)], changed("route", set));
