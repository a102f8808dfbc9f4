import type { Resource } from "../../src/core/lifecycle/resource";
import { createResources } from "../../src/core/resources";

/** Every kind of object with its operations, as one provider has them. */
export const resources = createResources();

/** The provider's side of a resource, by the name of its class. */
export function resourceOf(type: string): Resource {
  const found = Object.values(resources).find(({ definition }) => definition.type === type);
  if (!found) throw new Error(`there is no resource ${type}`);
  return found;
}
