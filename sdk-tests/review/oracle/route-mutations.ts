import { add, type Mutation, ofRoute, pick, withRoute } from "./change";
import type { Ingress, Route } from "./model";
import { routeModules } from "./model";
import { hidden } from "./module-mutations";
import { settingsOf } from "./settings";

/** Changes of routes: of what they match, where, and whether they serve. */

/** Matches that overlap in many ways. */
export const matches = [
  "/",
  "/api",
  "/api/v2",
  "/ap",
  "/admin",
  "/admin/users",
  "api.example.com",
  "api.example.com/api",
];

export const edges = ["edge_1", "edge_2"];

const rename = (ingress: Ingress, route: Route): Ingress => ({
  ...withRoute(ingress, route.name, (found) => ({ ...found, name: `${found.name}-renamed` })),
  resources: ingress.resources.map((resource) =>
    "route" in resource.of && resource.of.route === route.name
      ? { ...resource, of: { ...resource.of, route: `${route.name}-renamed` } }
      : resource,
  ),
});

function swapMatches(ingress: Ingress, route: Route, b: number): Ingress {
  const other = pick(ingress.routes, b) ?? route;
  const take = (of: Route) => (found: Route) => ({
    ...found,
    match: of.match,
    matchType: of.matchType,
  });
  return withRoute(withRoute(ingress, route.name, take(other)), other.name, take(route));
}

function addRoute(ingress: Ingress, a: number, b: number, c: number): Ingress {
  const name = `new${ingress.routes.length}`;
  const matchType = c % 2 === 0 ? "path_prefix" : "exact_path";
  const route: Route = {
    ...{ name, edgeId: pick(edges, c % 3) ?? "edge_1", matchType, match: pick(matches, a) ?? "/" },
    ...{ backend: { backendId: "bkdhr_1" }, modules: {} },
  };
  const extended = { ...ingress, routes: [...ingress.routes, route] };
  const module = pick(routeModules, b);
  const settings = module && pick(settingsOf[module], c);
  return b % 3 === 0 || !settings ? extended : add(extended, name, module, settings, c % 2 === 0);
}

/** Backends that a route may have after a change, by a number. */
const backends = (name: string, c: number): readonly Route["backend"][] => [
  undefined,
  { backendId: "bkdhr_1" },
  { backendId: "bkdhr_1", enabled: false },
  { backendId: "bkdhr_1", enabled: hidden(c, `${name} backend`) },
];

const ofArguments = (change: (route: Route, b: number, c: number) => Partial<Route>): Mutation =>
  ofRoute((ingress, { name }, b, c) =>
    withRoute(ingress, name, (route) => ({ ...route, ...change(route, b, c) })),
  );

/** Changes that let in whom the routes let in before. */
export const harmlessOfRoutes: Readonly<Record<string, Mutation>> = {
  nothing: (ingress) => ingress,
  rename: ofRoute(rename),
  reorder: (ingress) => ({ ...ingress, routes: [...ingress.routes].reverse() }),
};

export const routeMutations: Readonly<Record<string, Mutation>> = {
  ...harmlessOfRoutes,
  deleteRoute: ofRoute((ingress, route) => ({
    ...ingress,
    routes: ingress.routes.filter((candidate) => candidate !== route),
  })),
  addRoute,
  swapMatches: ofRoute(swapMatches),
  changeMatch: ofArguments((_, b) => ({ match: pick(matches, b) ?? "/" })),
  changeMatchType: ofArguments(({ matchType }) => ({
    matchType: matchType === "path_prefix" ? "exact_path" : "path_prefix",
  })),
  hideMatch: ofArguments(({ name }, b) => ({ match: hidden(b, `${name} match`) })),
  moveEdge: ofArguments((_, b) => ({ edgeId: pick(edges, b) ?? "edge_1" })),
  hideEdge: ofArguments(({ name }) => ({ edgeId: hidden(1, `${name} edge`) })),
  setBackend: ofRoute((ingress, { name }, b, c) =>
    withRoute(ingress, name, ({ backend: _, ...members }) => {
      const backend = pick(backends(name, c), b);
      return { ...members, ...(backend && { backend }) };
    }),
  ),
};
