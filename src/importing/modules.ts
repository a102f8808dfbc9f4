import { type AccountObject, moduleDefinitions, objectKey } from "../account/account";
import { httpsEdgeRoute } from "../core/definitions/https-edge-route";
import type { SingletonDefinition } from "../core/schema/definition";
import { isObject, omit } from "../core/schema/values";

/**
 * The resources that configure the modules of a route: the route itself, or a resource for each
 * module that can have one.
 */
export type ModuleStyle = "inline" | "resources";

/** Options for the modules of routes. */
export interface ModuleOptions {
  readonly style: ModuleStyle;
  /** Keys of the objects that this stack or another stack manages. */
  readonly managed: ReadonlySet<string>;
  /** Returns whether an object is a part of the import. Default: all objects are. */
  readonly isImported?: (object: AccountObject) => boolean;
}

/**
 * Separates the modules of a route that are resources from the route. With the style `inline`, these are modules that the stack
 * manages, which the program must not declare twice, and modules that are imported without their route.
 */
export function separateModules(
  object: AccountObject,
  { style, managed, isImported = () => true }: ModuleOptions,
): AccountObject[] {
  if (object.definition !== httpsEdgeRoute) return [object];
  const isSeparate = (module: AccountObject) => {
    if (style === "resources" || managed.has(objectKey(module))) return true;
    return isImported(module) && !isImported(object);
  };
  const separate = moduleDefinitions
    .filter(({ module }) => isObject(object.outputs[module]))
    .map((definition) => moduleObject(object, definition))
    .filter(isSeparate);
  const names = separate.map(({ definition }) => definition.module);
  const outputs = omit(object.outputs, names);
  const masked = object.masked.filter((path) => !names.some((name) => path.startsWith(`${name}.`)));
  return [{ ...object, outputs, masked }, ...separate];
}

/** The object of a module, from the outputs of its route. */
function moduleObject({ id, outputs, masked }: AccountObject, definition: SingletonDefinition) {
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
