import * as definitions from "../../src/core/definitions";
import type { Resource } from "../../src/core/lifecycle/resource";
import { createResources } from "../../src/core/resources";
import type { Definition } from "../../src/core/schema/definition";

const withOperations = createResources();

/** Every kind of object with its operations, as in a provider. */
export const resources = Object.fromEntries(
  Object.entries<Definition>(definitions).map(([name, definition]) => [
    name,
    withOperations(definition),
  ]),
) as Record<keyof typeof definitions, Resource>;

/** The operations of a resource in the provider, by the name of its class. */
export function resourceOf(type: string): Resource {
  const found = Object.values(resources).find(({ definition }) => definition.type === type);
  if (!found) throw new Error(`there is no resource ${type}`);
  return found;
}
