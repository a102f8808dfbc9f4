import type { StackState } from "../stack/export";
import type { StackResource } from "../stack/resource";

/** A resource as two stacks have it, or one of them alone. */
export interface Pair {
  readonly a?: StackResource;
  readonly b?: StackResource;
}

/** What makes two resources one, the surest first: the rest may be in another component, or named after its stack. */
const identities: readonly ((resource: StackResource) => string)[] = [
  ({ key }) => key,
  ({ type, name }) => `${type}::${name}`,
  ({ type, name, stack }) => `${type}::${withoutStack(name, stack)}`,
];

/** Finds the resources of two stacks that belong together; where several could, none does. */
export function pairsOf(a: StackState, b: StackState): Pair[] {
  let [ofA, ofB] = [a.resources, b.resources];
  const found: Pair[] = [];
  for (const identity of identities) {
    const [alone, others] = [unique(ofA, identity), unique(ofB, identity)];
    const pairs = [...alone].flatMap(([key, one]) => {
      const other = others.get(key);
      return other ? [{ a: one, b: other }] : [];
    });
    const paired = new Set(pairs.flatMap(({ a: one, b: other }) => [one, other]));
    ofA = ofA.filter((each) => !paired.has(each));
    ofB = ofB.filter((each) => !paired.has(each));
    found.push(...pairs);
  }
  return [...found, ...ofA.map((each) => ({ a: each })), ...ofB.map((each) => ({ b: each }))];
}

function unique(
  resources: readonly StackResource[],
  identity: (resource: StackResource) => string,
): Map<string, StackResource> {
  const groups = Map.groupBy(resources, identity);
  return new Map([...groups].flatMap(([key, [first, ...rest]]) => (first && rest.length === 0 ? [[key, first]] : [])));
}

/** The name with a placeholder for the stack's own as a word of it. */
const withoutStack = (name: string, stack: string): string =>
  name
    .split(/([-_./])/)
    .map((word) => (word === stack ? "{stack}" : word))
    .join("");
