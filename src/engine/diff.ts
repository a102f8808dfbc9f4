import { inputRows } from "./field";
import { equal } from "./normal";
import type { Resource } from "./resource";
import type { Values } from "./values";

/** The arguments that changed, by name, and those of them that only a new object can have. */
export interface Diff {
  readonly changed: readonly string[];
  readonly replaces: readonly string[];
}

/** Compares the state of a resource with the arguments that its program states now. Sends nothing. */
export function diff(resource: Resource, state: Values, inputs: Values): Diff {
  const changed = inputRows(resource.fields)
    .filter(([, row]) => !row.local)
    .filter(([key, row]) => !equal(row, state[key], inputs[key]) && !resource.holds?.(key, state, inputs))
    .map(([key]) => key);
  return { changed, replaces: changed.filter((key) => resource.fields[key]?.createOnly) };
}
