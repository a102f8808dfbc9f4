import { ModuleOwnership, type Place } from "../lifecycle/ownership";
import type { Resource, ResourceState } from "../lifecycle/resource";
import { modulePaths, objectPath } from "../schema/module-paths";
import type { Problem } from "../schema/problem";
import type { Values } from "../schema/values";
import { CheckedArguments } from "./checked-arguments";

/** What the calls of one run tell of modules: which of them the running program asks for. */
export class ProgramModules {
  readonly ownership = new ModuleOwnership();
  private readonly checked = new CheckedArguments();

  /**
   * A resource of the program is checked; gives the conflicts with others.
   *
   * @param inputs Without those whose arguments are refused.
   */
  check({ definition }: Resource, olds: Values, inputs: Values | undefined): Problem[] {
    this.ownership.manages(modulePaths(definition, undefined, olds));
    if (!inputs) return [];
    // The path of a route's modules needs an id, which only the call to compare brings.
    if (hasModules(definition)) this.checked.add(inputs);
    const reasons = this.ownership.claim(definition.type, modulePaths(definition, undefined, inputs));
    return reasons.map((reason) => ({ path: "", reason }));
  }

  /**
   * A resource is compared; gives the conflicts with others. What a refresh compares is what the last program asked for,
   * and claims nothing.
   */
  compare({ definition }: Resource, id: string, inputs: Values): string[] {
    const paths = modulePaths(definition, id, inputs);
    return paths.length > 0 && this.checked.has(inputs) ? this.ownership.claim(definition.type, paths) : [];
  }

  /** An object is known that modules may belong to. */
  introduce(resource: Resource, object: ResourceState): void {
    const place = placeOf(resource, object);
    if (place) this.ownership.introduce(place);
  }

  /** An object is made; its modules with it. */
  create(resource: Resource, object: ResourceState, inputs: Values): void {
    this.introduce(resource, object);
    if (hasModules(resource.definition))
      this.ownership.claim(resource.definition.type, modulePaths(resource.definition, object.id, inputs));
  }

  /** An object is to be replaced by another one. */
  replace(resource: Resource, object: ResourceState): void {
    const place = placeOf(resource, object);
    if (place) this.ownership.leaves(place);
  }
}

const hasModules = (definition: Resource["definition"]): boolean =>
  definition.kind === "collection" && definition.modules !== undefined;

function placeOf({ definition, displayName }: Resource, { id, state }: ResourceState): Place | undefined {
  if (definition.kind !== "collection" || !definition.modules) return undefined;
  const path = objectPath(definition, id, state);
  return { path, name: displayName?.(state) ?? path };
}
