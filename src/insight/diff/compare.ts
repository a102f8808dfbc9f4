import * as definitions from "../../core/definitions";
import type { Definition } from "../../core/schema/definition";
import type { StackState } from "../engine/export";
import { compareTexts, inStableOrder } from "../engine/order";
import type { StackResource } from "../engine/resource";
import { applySuppressions, type Suppression } from "../report/suppression";
import { ArgumentComparison, type ArgumentDifference } from "./argument-comparison";
import { onBothSides, type Pair, pairResources, type Side, type Sides } from "./pairs";
import { References } from "./references";

/** The reasons why the states of a resource do not show the object as it is on the server. */
type UnsettledReasons = Readonly<Partial<Record<Side, string>>>;

/** A difference, or values that may differ. */
export type StackDifference = {
  readonly resource: Pick<StackResource, "type" | "name" | "parents">;
} & (
  | ArgumentDifference
  /** Only one of the stacks has the resource. */
  | { readonly kind: "resource"; readonly in: Side }
  /** The resource cannot be compared, because an operation on it failed or was interrupted. */
  | { readonly kind: "unsettled"; readonly reasons: UnsettledReasons }
);

/** The result of a comparison. */
export interface Comparison {
  readonly labels: Sides<string>;
  /** The number of resources. A resource that both stacks have is counted once. */
  readonly resources: number;
  readonly differences: readonly StackDifference[];
  /** The number of differences that suppressions ignore. */
  readonly ignored: number;
  /** The suppressions that match no difference. */
  readonly unused: readonly Suppression[];
}

const tables = new Map(
  Object.values<Definition>(definitions).map(({ type, fields }) => [type, fields]),
);

/** The rule of differences in an ignore file. */
export const STACK_DIFFERENCE = "stack-difference";

/**
 * Compares the arguments of the resources of two stacks, by what they mean to the API. The comparison leaves out what must differ
 * (ids, other outputs, arguments that repeat them) and what a suppression accepts.
 *
 * @throws {Error} if a stack has resources of a type that this version of the package does not know.
 */
export function compare(
  stateA: StackState,
  stateB: StackState,
  suppressions: readonly Suppression[] = [],
): Comparison {
  const a = ordered(stateA);
  const b = ordered(stateB);
  // Arguments may refer to resources of other packages, so these are paired, too.
  const all = pairResources(a, b);
  const references = onBothSides((side) => new References(all, side));
  const pairs = all.filter(({ resource }) => resource.isIngress);
  // The names of the stacks in Pulumi; a label may be the name of a file.
  const stacks = [...new Set([...a.resources, ...b.resources].map(({ stack }) => stack))];
  const { kept, ignored, unused } = applySuppressions(
    suppressions.filter(({ rule }) => rule === STACK_DIFFERENCE),
    stacks,
    pairs.flatMap((pair) => differencesOf(pair, references)),
    (difference) => ({
      rule: STACK_DIFFERENCE,
      resource: nameOf(difference),
      argument: "path" in difference ? difference.path : "",
      stacks,
    }),
  );
  const differences = kept.map(({ item }) => item);
  return {
    labels: { a: a.label, b: b.label },
    resources: pairs.length,
    differences: differences.sort(byResource),
    ignored: ignored.length,
    unused,
  };
}

/** Sorts the resources of a stack, which the engine writes in an order that differs from run to run. */
const ordered = (state: StackState): StackState => ({
  ...state,
  resources: inStableOrder(state.resources, (resource) => resource),
});

/** Sorts as people sort names. Names that are equal for people are sorted by their characters. */
const byResource = (left: StackDifference, right: StackDifference): number =>
  nameOf(left).localeCompare(nameOf(right), "en") ||
  compareTexts(fullNameOf(left), fullNameOf(right));

const fullNameOf = (difference: StackDifference): string =>
  [nameOf(difference), ...difference.resource.parents].join(" ");

const nameOf = ({ resource: { type, name } }: StackDifference): string => `${type} ${name}`;

function differencesOf({ resource, a, b }: Pair, references: Sides<References>): StackDifference[] {
  const { type, name, parents } = resource;
  const table = tables.get(type);
  if (!table) throw new Error(`${type} ${name} is of a type that this version does not know`);
  // The differences of the resource share this object, by which reports count resources.
  const identity = { type, name, parents };
  const reasons = unsettledReasons(a, b);
  if (Object.keys(reasons).length > 0) return [{ resource: identity, kind: "unsettled", reasons }];
  if (!a) return [{ resource: identity, kind: "resource", in: "b" }];
  if (!b) return [{ resource: identity, kind: "resource", in: "a" }];
  const differences = new ArgumentComparison({ a, b }, references).differences(table);
  return differences.map((difference) => ({ resource: identity, ...difference }));
}

function unsettledReasons(
  a: StackResource | undefined,
  b: StackResource | undefined,
): UnsettledReasons {
  if (a?.staleBecause === undefined && b?.staleBecause === undefined) return {};
  const reasons: { a?: string; b?: string } = {};
  const reasonA = a ? a.staleBecause : "missing";
  const reasonB = b ? b.staleBecause : "missing";
  if (reasonA !== undefined) reasons.a = reasonA;
  if (reasonB !== undefined) reasons.b = reasonB;
  return reasons;
}
