import * as access from "./access";
import type { ModuleDefinition } from "./definition";
import * as signIn from "./sign-in";
import * as traffic from "./traffic";

export type { ModuleDefinition } from "./definition";

const modules = { ...traffic, ...access, ...signIn };

/** A name as the API has it. */
type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : "";

/** Member of a route that holds a module. */
export type RouteModuleName = Snake<keyof typeof modules>;

/** The module members of a route: every module of the files for routes. */
export const routeModules = Object.fromEntries(
  Object.entries(modules).map(([name, module]) => [
    name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    module,
  ]),
) as Readonly<Record<RouteModuleName, ModuleDefinition>>;

export const routeModuleNames = Object.keys(routeModules) as RouteModuleName[];

/** The route modules that have a separate path. */
export const addressedModules = routeModuleNames.filter(
  (name) => routeModules[name].title !== undefined,
);

export function isRouteModule(name: string): name is RouteModuleName {
  return Object.hasOwn(routeModules, name);
}
