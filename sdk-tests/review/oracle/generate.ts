import fc from "fast-check";
import { add, type Mutation, pick, placesOf, possible, put, replacedAt } from "./change";
import { edgeMutations, harmlessOfEdges } from "./edge-mutations";
import { type Ingress, isHidden, type Route, type RouteModule, routeModules } from "./model";
import { harmlessOfModules, moduleMutations } from "./module-mutations";
import { edges, harmlessOfRoutes, matches, routeMutations } from "./route-mutations";
import { hidingPlaces, settingsOf } from "./settings";

/** Generators of random ingresses, and of random changes of them. */

/** An ingress before and after a change. */
export interface Pair {
  readonly before: Ingress;
  readonly after: Ingress;
  /** The steps of the change, for a reader of a failure. */
  readonly steps: readonly string[];
}

const number = fc.nat({ max: 999 });

const route: fc.Arbitrary<Omit<Route, "name">> = fc.record({
  edgeId: fc.constantFrom("edge_1", "edge_1", "edge_2"),
  matchType: fc.constantFrom("path_prefix", "path_prefix", "exact_path"),
  match: fc.constantFrom(...matches),
  backend: fc.oneof(
    { weight: 9, arbitrary: fc.constant({ backendId: "bkdhr_1" }) },
    { weight: 1, arbitrary: fc.constant({ backendId: "bkdhr_1", enabled: false }) },
  ),
  modules: fc.constant({}),
});

/** A module of a route: modules that protect are chosen more often than others. */
const module = fc.record({
  at: number,
  module: fc.constantFrom<RouteModule>(
    "oauth",
    "oauth",
    "saml",
    "jwtValidation",
    "jwtValidation",
    ...routeModules,
  ),
  settings: fc.oneof(
    { weight: 3, arbitrary: fc.nat({ max: 1 }) },
    { weight: 1, arbitrary: number },
  ),
  asResource: fc.boolean(),
});

const mutualTls = fc.record({
  name: fc.constant("clients"),
  edgeId: fc.constantFrom(...edges),
  settings: fc.constantFrom(...settingsOf.mutualTls),
});

/** A secret that exists before the change, and remains unless the change affects it. */
const secret = fc.record({ at: number, path: number });

const ingressWith = (mostSecrets: number): fc.Arbitrary<Ingress> =>
  fc
    .record({
      routes: fc.array(route, { minLength: 1, maxLength: 3 }),
      modules: fc.array(module, { minLength: 1, maxLength: 4 }),
      mutualTls: fc.array(mutualTls, { maxLength: 1 }),
      secrets: fc.array(secret, { maxLength: mostSecrets }),
    })
    .map(({ routes, modules, mutualTls, secrets }) => {
      const named = routes.map((route, at) => ({ ...route, name: `r${at}` }));
      const bare: Ingress = possible({ routes: named, resources: [], mutualTls });
      const whole = modules.reduce((ingress, { at, module, settings, asResource }) => {
        const name = pick(ingress.routes, at)?.name ?? "r0";
        return add(ingress, name, module, pick(settingsOf[module], settings) ?? {}, asResource);
      }, bare);
      return secrets.reduce(withSecret, whole);
    });

function withSecret(ingress: Ingress, { at, path }: { at: number; path: number }): Ingress {
  const place = pick(placesOf(ingress), at);
  if (!place || isHidden(place.settings)) return ingress;
  const where = pick(hidingPlaces[place.module], path) ?? [];
  const value = {
    hidden: "secret",
    label: `${place.route} ${place.module} ${where.join(".")} before`,
  } as const;
  if (where.length > 0) return put(ingress, place, replacedAt(place.settings, where, value));
  return place.resource === undefined ? put(ingress, place, value) : ingress;
}

const harmless = { ...harmlessOfModules, ...harmlessOfRoutes, ...harmlessOfEdges };
const mutations = { ...moduleMutations, ...routeMutations, ...edgeMutations };

/** The changes that open most are chosen more often. */
const often =
  "remove resettle resettle replace hide repoint addRoute deleteRoute changeMatch".split(" ");

const step = (names: readonly string[]) =>
  fc.record({ name: fc.constantFrom(...names), a: number, b: number, c: number });

const pairs = (
  befores: fc.Arbitrary<Ingress>,
  from: Readonly<Record<string, Mutation>>,
  names: readonly string[],
): fc.Arbitrary<Pair> =>
  fc
    .record({ before: befores, steps: fc.array(step(names), { minLength: 1, maxLength: 3 }) })
    .map(({ before, steps }) => ({
      before,
      after: steps.reduce(
        (changed, { name, a, b, c }) => possible(from[name]?.(changed, a, b, c) ?? changed),
        before,
      ),
      steps: steps.map(({ name }) => name),
    }));

/** Changes of ingresses without secrets. */

export const changes: fc.Arbitrary<Pair> = pairs(ingressWith(1), mutations, [
  ...Object.keys(mutations),
  ...often,
]);

/**
 * Changes after which nobody reaches more. A secret keeps its place, because no preview shows whether a moved secret
 * changes.
 */
export const harmlessChanges: fc.Arbitrary<Pair> = fc.oneof(
  pairs(ingressWith(0), harmless, Object.keys(harmless)),
  ingressWith(2).map((same) => ({ before: same, after: same, steps: [] })),
);
