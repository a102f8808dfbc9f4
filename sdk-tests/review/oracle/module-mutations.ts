import {
  add,
  type Mutation,
  ofPlace,
  ofRoute,
  type Place,
  pick,
  placesOf,
  put,
  replacedAt,
  withResource,
} from "./change";
import {
  type Hidden,
  type Ingress,
  isHidden,
  isModuleOfResource,
  type ModuleResource,
  routeModules,
  type Settings,
} from "./model";
import { hidingPlaces, settingsOf } from "./settings";

/** Changes of the modules that let people in or keep them out. */

/** A value that a preview does not show any more. */
export const hidden = (at: number, label: string): Hidden => ({
  hidden: at % 2 === 0 ? "secret" : "unknown",
  label: `${label} after`,
});

function inlineOrNot(ingress: Ingress, place: Place): Ingress {
  if (isHidden(place.settings) || !isModuleOfResource(place.module)) return ingress;
  return add(
    put(ingress, place),
    place.route,
    place.module,
    place.settings,
    place.resource === undefined,
  );
}

/** The same settings as another person would write them. */
function respelled(value: unknown, argument = ""): unknown {
  if (isHidden(value)) return value;
  if (typeof value === "string") return argument === "emailDomains" ? value.toUpperCase() : value;
  if (Array.isArray(value)) return value.map((item) => respelled(item, argument)).reverse();
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [key, respelled(member, key)]),
  );
}

function replace(ingress: Ingress, place: Place, b: number, c: number): Ingress {
  const module = pick(routeModules, b) ?? place.module;
  const settings = pick(settingsOf[module], c) ?? {};
  return add(put(ingress, place), place.route, module, settings, b % 2 === 0);
}

function hide(ingress: Ingress, place: Place, b: number, c: number): Ingress {
  if (isHidden(place.settings)) return ingress;
  const path = pick(hidingPlaces[place.module], b) ?? [];
  const value = hidden(c, `${place.route} ${place.module} ${path.join(".")}`);
  if (path.length > 0) return put(ingress, place, replacedAt(place.settings, path, value));
  return place.resource === undefined ? put(ingress, place, value) : ingress;
}

function repoint(ingress: Ingress, a: number, b: number, c: number): Ingress {
  const resource = pick(ingress.resources, a);
  const route = pick(ingress.routes, b);
  if (!resource || !route || !("route" in resource.of)) return ingress;
  const by = pick(["route", "ids", "texts"] as const, c) ?? "route";
  const isTaken = placesOf(ingress).some(
    (place) => place.route === route.name && place.module === resource.module,
  );
  if (isTaken) return c % 2 === 0 ? lose(ingress, resource, resource.of.route) : ingress;
  return withResource(ingress, resource.name, (found) => ({
    ...found,
    of: { route: route.name, by },
  }));
}

/**
 * Replaces the id of a module's route with an id that is known only in an apply: the former id, or the id of another
 * route.
 */
function lose(ingress: Ingress, resource: ModuleResource, name: string): Ingress {
  const others = ingress.routes.map((route) => route.name).filter((other) => other !== name);
  const edgeId = ingress.routes.find((route) => route.name === name)?.edgeId;
  if (others.length === 0 || isHidden(edgeId) || edgeId === undefined) return ingress;
  const of = { label: `${resource.name} after`, edgeId, dependsOn: [name, ...others] };
  return withResource(ingress, resource.name, (found) => ({ ...found, of }));
}

/** Changes that let in whom the modules let in before. */
export const harmlessOfModules: Readonly<Record<string, Mutation>> = {
  inlineOrNot: ofPlace(inlineOrNot),
  respell: ofPlace((ingress, place) => put(ingress, place, respelled(place.settings) as Settings)),
};

export const moduleMutations: Readonly<Record<string, Mutation>> = {
  ...harmlessOfModules,
  remove: ofPlace((ingress, place) => put(ingress, place)),
  resettle: ofPlace((ingress, place, b) => put(ingress, place, pick(settingsOf[place.module], b))),
  disable: ofPlace((ingress, place) =>
    isHidden(place.settings) ? ingress : put(ingress, place, { ...place.settings, enabled: false }),
  ),
  replace: ofPlace(replace),
  protect: ofRoute((ingress, { name }, b, c) => {
    const module = pick(routeModules, b) ?? "oauth";
    return add(ingress, name, module, pick(settingsOf[module], c) ?? {}, c % 2 === 0);
  }),
  hide: ofPlace(hide),
  repoint,
};
