import * as definitions from "../core/definitions";
import { httpsEdgeRoute } from "../core/definitions/https-edge-route";
import type { Definition, SingletonDefinition } from "../core/schema/definition";
import { isObject } from "../core/schema/values";
import type { AccountObject } from "../insight/account/account";

/** Who configures the modules of a route that have a path of their own: the route, or resources of their own. */
export type ModuleStyle = "inline" | "resources";

const ofRoutes: readonly SingletonDefinition[] = Object.values<Definition>(definitions).flatMap((each) =>
  each.kind === "singleton" && each.of === httpsEdgeRoute ? [each] : [],
);

/** A route without those of its modules that are resources of their own, and these modules. */
export function withModuleResources(object: AccountObject): AccountObject[] {
  if (object.definition !== httpsEdgeRoute) return [object];
  const modules = ofRoutes.filter(({ module }) => isObject(object.outputs[module]));
  const names = modules.map(({ module }) => module);
  const outputs = Object.fromEntries(Object.entries(object.outputs).filter(([key]) => !names.includes(key)));
  const masked = object.masked.filter((path) => !names.some((name) => path.startsWith(`${name}.`)));
  return [{ ...object, outputs, masked }, ...modules.map((each) => moduleOf(object, each))];
}

function moduleOf({ id, outputs, masked }: AccountObject, definition: SingletonDefinition): AccountObject {
  const { module } = definition;
  const { edgeId } = outputs;
  const prefix = `${module}.`;
  return {
    definition,
    id: `${edgeId}/${id}`,
    outputs: { edgeId, routeId: id, ...(outputs[module] as object) },
    masked: masked.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length)),
  };
}
