import { UNKNOWN, type Values } from "../../../src/core/schema/values";
import { type Ingress, isHidden, type ModuleResource, moduleClasses, type Route } from "./model";

/** The resources of a program that declares an ingress. */

export interface Declared {
  readonly type: string;
  readonly urn: string;
  readonly id: string;
  /** Hidden values are in them still. */
  readonly inputs: Values;
  /** Names of the routes that an argument was made from. */
  readonly dependencies: Readonly<Record<string, readonly string[]>>;
  readonly deletedWith?: string;
}

export const urnOf = (type: string, name: string): string =>
  `urn:pulumi:dev::shop::pulumi-nodejs:dynamic/edge-ingress:${type}::${name}`;

/** @param idOf The id of a route, or `UNKNOWN`. */
export function declared({ routes, resources, mutualTls }: Ingress, idOf: (route: Route) => string): Declared[] {
  return [
    ...routes.map((route) => routeOf(route, idOf(route))),
    ...resources.map((resource) => moduleOf(resource, routes, idOf)),
    ...mutualTls.map(({ name, edgeId, settings }) => ({
      type: "HttpsEdgeMutualTls",
      urn: urnOf("HttpsEdgeMutualTls", name),
      id: isHidden(edgeId) ? name : edgeId,
      inputs: { edgeId, ...settings },
      dependencies: {},
    })),
  ];
}

const routeOf = ({ name, edgeId, matchType, match, backend, modules }: Route, id: string): Declared => ({
  type: "HttpsEdgeRoute",
  urn: urnOf("HttpsEdgeRoute", name),
  id,
  inputs: { edgeId, matchType, match, ...(backend && { backend }), ...modules },
  dependencies: {},
});

function moduleOf(
  { name, module, settings, of }: ModuleResource,
  routes: readonly Route[],
  idOf: (route: Route) => string,
): Declared {
  const type = moduleClasses[module];
  const resource = { type, urn: urnOf(type, name) };
  if (!("route" in of)) {
    const inputs = { edgeId: of.edgeId, routeId: UNKNOWN, ...settings };
    const [deletedWith] = of.dependsOn;
    return {
      ...resource,
      id: UNKNOWN,
      inputs,
      dependencies: { routeId: of.dependsOn },
      ...(deletedWith !== undefined && { deletedWith }),
    };
  }
  const route = routes.find((each) => each.name === of.route);
  const routeId = route ? idOf(route) : UNKNOWN;
  const isText = of.by === "texts" && routeId !== UNKNOWN;
  return {
    ...resource,
    id: `${route?.edgeId}/${routeId}`,
    inputs: { edgeId: route?.edgeId, routeId, ...settings },
    dependencies: isText ? {} : { edgeId: [of.route], routeId: [of.route] },
    ...(of.by === "route" && { deletedWith: of.route }),
  };
}
