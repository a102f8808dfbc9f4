import type { Values, WireObject } from "../../src/core/schema/values";

/** Arguments, and the body of the one request that has to lead to them. */
export interface Stage {
  readonly args: Values;
  readonly body: WireObject;
}

/** How one resource is put through its life. */
export interface ResourceCase {
  /** Name of the class, the last part of the type token. */
  readonly type: string;
  /** The arguments that say where it is, beside those below: none, an edge, or a route of one. */
  readonly place?: "edge" | "route";
  /** The methods of the requests that make it, and that change it. */
  readonly methods: { readonly create: readonly string[]; readonly update: readonly string[] };
  /** Where the server has it. */
  path(id: string, args: Values): string;
  /** Every argument, from the beginning. */
  readonly whole: Stage;
  /** An object made with the required arguments alone, then changed in place: every argument that can be set, changed and removed. */
  readonly life: { readonly minimal: Stage; readonly set: Stage; readonly changed: Stage; readonly removed: Stage };
  /** Other forms that a golden body has to cover. */
  readonly also?: readonly Stage[];
  /** Arguments that only a new object can have, from `minimal`; where there are any beside the place. */
  readonly replaced?: Values;
  /** What another party does to the object with those arguments, in wire members, and the paths at which a refresh shows it. */
  readonly drift: { readonly of: "grown" | "whole"; readonly members: WireObject; readonly paths: readonly string[] };
  /** Arguments that are refused, each with one of its problems. */
  readonly invalid: readonly { readonly args: Values; readonly problem: string }[];
  /** Arguments in which another resource's unknown text takes the place of a text. */
  readonly unknown: (text: unknown) => Values;
  /** Secrets among the arguments and members above. */
  readonly secrets: readonly string[];
}

/** How an object with a collection of its own is made, changed and found. */
export const inCollection = (collection: string) => ({
  methods: { create: ["POST"], update: ["PATCH"] },
  path: (id: string) => `${collection}/${id}`,
});
