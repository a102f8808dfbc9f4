import type { WireObject } from "../../../src/core/schema/values";
import type { Stage } from "../case";

/** How one module is put through its life, inline on a route or as a resource of its own. */
export interface ModuleCase {
  /** The argument of a route that configures it; absent for one of an edge. */
  readonly argument: string;
  /** The member of a route on the wire. */
  readonly member: string;
  /** The class of those that have a path of their own; absent for a module that a route alone has. */
  readonly resource?: string;
  /** Only what is required. */
  readonly minimal: Stage;
  /** Every argument. */
  readonly whole: Stage;
  /** Every argument changed. */
  readonly changed: Stage;
  /** Other forms that a golden body has to cover. */
  readonly also?: readonly Stage[];
  /** What another party does to the whole module, as wire members, and the one path at which it shows. */
  readonly drift: { readonly members: WireObject; readonly path: string };
  /** Arguments that are refused, each with a problem, whose path begins with `<module>.`. */
  readonly invalid: readonly { readonly args: Readonly<Record<string, unknown>>; readonly problem: string }[];
  readonly secrets?: readonly string[];
}
