import * as definitions from "../../core/definitions/index";
import type { Definition } from "../../core/schema/definition";
import type { StackResource } from "./resource";

/** The classes of module resources. */
const moduleTypes = new Set(
  Object.values<Definition>(definitions).flatMap(({ kind, type }) =>
    kind === "singleton" ? [type] : [],
  ),
);

/**
 * Items of resources in an order that depends on the resources alone. The engine reports resources in the order in which they
 * happen to be registered, which differs from run to run. An object comes before the modules that may belong to it.
 */
export function inStableOrder<T>(
  items: readonly T[],
  resourceOf: (item: T) => Pick<StackResource, "urn" | "type">,
): T[] {
  const keyed = items.map((item) => {
    const { urn, type } = resourceOf(item);
    const rank = moduleTypes.has(type) ? 1 : 0;
    return { item, key: `${rank} ${urn}` };
  });
  return keyed.sort((a, b) => compareTexts(a.key, b.key)).map(({ item }) => item);
}

/** Compares texts by their code units: the same in all languages, and alike only if the texts are equal. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
