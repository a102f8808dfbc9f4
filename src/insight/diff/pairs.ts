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

/** Finds the resources of two stacks that belong together; if several could, none does. */
export function pairsOf(a: StackState, b: StackState): Pair[] {
  let alone: Pair[] = [...a.resources.map((each) => ({ a: each })), ...b.resources.map((each) => ({ b: each }))];
  const found: Pair[] = [];
  for (const identity of identities) {
    const groups = Map.groupBy(alone, ({ a: one, b: other = one }) => other && identity(other));
    const pairs = [...groups.values()].filter(([one, other, ...more]) => one?.a && other?.b && more.length === 0);
    found.push(...pairs.map(([one, other]) => ({ ...one, ...other })));
    const paired = new Set(pairs.flat());
    alone = alone.filter((each) => !paired.has(each));
  }
  return [...found, ...alone];
}

/** The name with a placeholder for the stack's own as a word of it. */
const withoutStack = (name: string, stack: string): string =>
  name
    .split(/([-_./])/)
    .map((word) => (word === stack ? "{stack}" : word))
    .join("");
