import { type AccountObject, moduleDefinitions, objectKey } from "../account/account";
import { httpsEdgeRoute } from "../core/definitions/https-edge-route";
import type { SingletonDefinition } from "../core/schema/definition";
import { isObject } from "../core/schema/values";

/** Who configures the modules of a route that have a path of their own: the route, or resources of their own. */
export type ModuleStyle = "inline" | "resources";

/** How a route is divided into resources. */
export interface ModuleOptions {
  readonly style: ModuleStyle;
  /** Keys of the objects that the stack manages. */
  readonly managed: ReadonlySet<string>;
  /** Whether an object is a part of the import. Default: all are. */
  readonly isWanted?: (object: AccountObject) => boolean;
}

/**
 * A route without those of its modules that are resources of their own, and these modules. A module that the stack manages
 * is one, whatever the style is: the program must not declare it twice. So is a module that is wanted without its route.
 */
export function separateModules(
  object: AccountObject,
  { style, managed, isWanted = () => true }: ModuleOptions,
): AccountObject[] {
  if (object.definition !== httpsEdgeRoute) return [object];
  const separate = moduleDefinitions
    .filter(({ module }) => isObject(object.outputs[module]))
    .map((definition) => moduleOf(object, definition))
    .filter(
      (each) =>
        style === "resources" ||
        managed.has(objectKey(each)) ||
        (isWanted(each) && !isWanted(object)),
    );
  const names = separate.map(({ definition }) => definition.module);
  const outputs = Object.fromEntries(
    Object.entries(object.outputs).filter(([key]) => !names.includes(key)),
  );
  const masked = object.masked.filter((path) => !names.some((name) => path.startsWith(`${name}.`)));
  return [{ ...object, outputs, masked }, ...separate];
}

function moduleOf({ id, outputs, masked }: AccountObject, definition: SingletonDefinition) {
  const prefix = `${definition.module}.`;
  const { edgeId, [definition.module]: module } = outputs;
  return {
    definition,
    id: `${edgeId}/${id}`,
    outputs: { edgeId, routeId: id, ...(module as object) },
    masked: masked
      .filter((path) => path.startsWith(prefix))
      .map((path) => path.slice(prefix.length)),
  };
}
