import type { StackState } from "../engine/export";
import type { StackResource } from "../engine/resource";

/** One of the two stacks. */
export type Side = "a" | "b";

export const sides: readonly Side[] = ["a", "b"];

/** A value for each of the two stacks. */
export type Sides<Value> = Readonly<Record<Side, Value>>;

export const onBothSides = <Value>(valueOn: (side: Side) => Value): Sides<Value> => ({
  a: valueOn("a"),
  b: valueOn("b"),
});

/** A resource of both stacks, or of one of them. */
export interface Pair {
  /** The resource in the first stack that contains it. */
  readonly resource: StackResource;
  readonly a?: StackResource;
  readonly b?: StackResource;
}

/**
 * Keys by which resources are paired, the most specific first. A resource may be in another component, its name may contain the
 * name of its stack, and, in two exports of one stack, an alias may have renamed it. A resource without an id has no object yet, so
 * it is not paired by an id.
 */
const pairingKeys: readonly ((resource: StackResource) => string)[] = [
  ({ key }) => key,
  ({ type, name }) => `${type}::${name}`,
  ({ type, name, stack }) => `${type}::${withoutStackName(name, stack)}`,
  ({ type, id, key }) => (id === "" ? key : `${type}::${id}`),
];

/** Pairs the resources of two stacks. If several resources have one key, none of them is paired by it. */
export function pairResources(a: StackState, b: StackState): Pair[] {
  const paired: Pair[] = [];
  let unpairedA = a.resources;
  let unpairedB = b.resources;
  for (const pairingKey of pairingKeys) {
    const found = pairsByKey(unpairedA, unpairedB, pairingKey);
    paired.push(...found);
    const foundResources = new Set(found.flatMap((pair) => [pair.a, pair.b]));
    unpairedA = unpairedA.filter((resource) => !foundResources.has(resource));
    unpairedB = unpairedB.filter((resource) => !foundResources.has(resource));
  }
  return [
    ...paired,
    ...unpairedA.map((resource): Pair => ({ resource, a: resource })),
    ...unpairedB.map((resource): Pair => ({ resource, b: resource })),
  ];
}

function pairsByKey(
  a: readonly StackResource[],
  b: readonly StackResource[],
  keyOf: (resource: StackResource) => string,
): Required<Pair>[] {
  const uniqueB = uniqueByKey(b, keyOf);
  return [...uniqueByKey(a, keyOf)].flatMap(([key, resource]) => {
    const other = uniqueB.get(key);
    return other ? [{ resource, a: resource, b: other }] : [];
  });
}

/** The resources whose key no other resource of the stack has. */
function uniqueByKey(
  resources: readonly StackResource[],
  keyOf: (resource: StackResource) => string,
): ReadonlyMap<string, StackResource> {
  const groups = Map.groupBy(resources, keyOf);
  const unique = resources.filter((resource) => groups.get(keyOf(resource))?.length === 1);
  return new Map(unique.map((resource) => [keyOf(resource), resource]));
}

/** The name with a placeholder for the name of the stack, between separators or alone. */
function withoutStackName(name: string, stack: string): string {
  const literal = stack.replaceAll(/[^\w]/g, "\\$&");
  return name.replaceAll(new RegExp(`(?<![^-_./])${literal}(?![^-_./])`, "g"), "{stack}");
}
