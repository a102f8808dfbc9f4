import type { Values } from "../../../src/core/schema/values";
import type { RouteModule } from "./model";
import {
  type Hidden,
  type Ingress,
  isModuleOfResource,
  type ModuleResource,
  type Route,
  type Settings,
} from "./model";

/** Small steps from which changes of an ingress are made. */

/** An item, whatever the number; `undefined` if there is none. */
export const pick = <T>(items: readonly T[], at: number): T | undefined =>
  items[at % Math.max(1, items.length)];

export const withRoute = (
  ingress: Ingress,
  name: string,
  change: (route: Route) => Route,
): Ingress => ({
  ...ingress,
  routes: ingress.routes.map((route) => (route.name === name ? change(route) : route)),
});

export const withResource = (
  ingress: Ingress,
  name: string,
  change: (resource: ModuleResource) => ModuleResource | undefined,
): Ingress => ({
  ...ingress,
  resources: ingress.resources.flatMap((resource) =>
    resource.name === name ? (change(resource) ?? []) : resource,
  ),
});

/** A module of a route, by an argument or by a resource. */
export interface Place {
  readonly route: string;
  readonly module: RouteModule;
  readonly resource?: string;
  readonly settings: Settings | Hidden;
}

/** The modules of the routes, in arguments and in resources. */
export const placesOf = ({ routes, resources }: Ingress): Place[] => [
  ...routes.flatMap(({ name, modules }) =>
    Object.entries(modules).map(([module, settings]) => ({
      route: name,
      module: module as RouteModule,
      settings,
    })),
  ),
  ...resources.flatMap(({ name, module, settings, of }) =>
    "route" in of ? [{ route: of.route, module, resource: name, settings }] : [],
  ),
];

/** A possible change of an ingress. The numbers select the changed part, and the new value. */
export type Mutation = (ingress: Ingress, a: number, b: number, c: number) => Ingress;

/** A change of a route. */
export const ofRoute =
  (change: (ingress: Ingress, route: Route, b: number, c: number) => Ingress): Mutation =>
  (ingress, a, b, c) => {
    const route = pick(ingress.routes, a);
    return route ? change(ingress, route, b, c) : ingress;
  };

/** A change of a module. */
export const ofPlace =
  (change: (ingress: Ingress, place: Place, b: number, c: number) => Ingress): Mutation =>
  (ingress, a, b, c) => {
    const place = pick(placesOf(ingress), a);
    return place ? change(ingress, place, b, c) : ingress;
  };

/** Sets a module's settings, or removes it. */
export function put(
  ingress: Ingress,
  { route, module, resource }: Place,
  settings?: Settings | Hidden,
): Ingress {
  if (resource !== undefined) {
    return withResource(
      ingress,
      resource,
      (resource) => settings && { ...resource, settings: settings as Settings },
    );
  }
  return withRoute(ingress, route, (found) => {
    const { [module]: _, ...others } = found.modules;
    return { ...found, modules: settings ? { ...others, [module]: settings } : others };
  });
}

/** Adds a module to a route, unless the route has a module of this kind. */
export function add(
  ingress: Ingress,
  route: string,
  module: RouteModule,
  settings: Settings,
  asResource: boolean,
): Ingress {
  if (placesOf(ingress).some((place) => place.route === route && place.module === module))
    return ingress;
  if (!asResource || !isModuleOfResource(module))
    return put(ingress, { route, module, settings }, settings);
  const resource = {
    name: `${route}-${module}`,
    module,
    settings,
    of: { route, by: "route" },
  } as const;
  return ingress.resources.some(({ name }) => name === resource.name)
    ? ingress
    : { ...ingress, resources: [...ingress.resources, resource] };
}

/** Returns settings with a value in place of the value at a path, if the settings contain the parent of the path. */
export function replacedAt(
  settings: Values,
  [name, ...rest]: readonly string[],
  value: unknown,
): Values {
  if (name === undefined) return settings;
  const inner = settings[name];
  if (rest.length === 0) return { ...settings, [name]: value };
  if (typeof inner !== "object" || inner === null || Array.isArray(inner) || "hidden" in inner)
    return settings;
  return { ...settings, [name]: replacedAt(inner as Values, rest, value) };
}

/** An ingress that a program can have: routes with different matches, resources whose route is there. */
export function possible(ingress: Ingress): Ingress {
  const keyOf = ({ edgeId, matchType, match }: Route) => JSON.stringify([edgeId, matchType, match]);
  const keys = ingress.routes.map(keyOf);
  const routes = ingress.routes.filter((route, at) => keys.indexOf(keyOf(route)) === at);
  const names = routes.map(({ name }) => name);
  const resources = ingress.resources.filter(({ of }) =>
    "route" in of ? names.includes(of.route) : of.dependsOn.every((name) => names.includes(name)),
  );
  return { ...ingress, routes, resources };
}
