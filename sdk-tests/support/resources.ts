import type { Resource } from "../../src/engine/resource";
import * as resources from "../../src/resources";

/** The provider's side of a resource, by the name of its class. */
export function resourceOf(type: string): Resource {
  const found = Object.values(resources).find((resource) => resource.type === type);
  if (!found) throw new Error(`there is no resource ${type}`);
  return found;
}
