import type { Values, WireObject } from "../../src/engine/values";

/** Arguments, and the body of the one request that has to lead to them. */
export interface Stage {
  readonly args: Values;
  readonly body: WireObject;
}

/** How one resource is put through its life. */
export interface ResourceCase {
  /** Name of the class, the last part of the type token. */
  readonly type: string;
  /** Every argument, in one POST. */
  readonly whole: Stage;
  /** An object made by a POST with the required arguments alone, then changed in place: every argument that can be set, changed and removed. */
  readonly life: { readonly minimal: Stage; readonly set: Stage; readonly changed: Stage; readonly removed: Stage };
  /** Arguments that only a new object can have, from `minimal`; where there are any. */
  readonly replaced?: Values;
  /** What another party does to the minimal object, in wire members, and the paths at which a refresh shows it. */
  readonly drift: { readonly members: WireObject; readonly paths: readonly string[] };
  /** Arguments that are refused, each with one of its problems. */
  readonly invalid: readonly { readonly args: Values; readonly problem: string }[];
  /** Arguments which another resource's unknown text takes the place of a text. */
  readonly unknown: (text: unknown) => Values;
  /** Secrets among the arguments and members above. */
  readonly secrets: readonly string[];
}
