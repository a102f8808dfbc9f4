import { isDeepStrictEqual } from "node:util";
import { admits, isEnabled } from "./admits";
import { type Ingress, isHidden, type ModuleResource, type Route, routeModules } from "./model";
import type { Person } from "./people";
import { inEveryWorld, type World } from "./worlds";

/** A simulator of the access of people to routes, by the API reference alone. */

export interface Request {
  readonly edgeId: string;
  readonly host: string;
  readonly path: string;
  readonly method: "GET" | "OPTIONS";
  readonly person: Person;
}

/**
 * `nothing`: no route matches the request, or no matching route has a backend. `withheld`: like `nothing`, and the
 * matching route would refuse the request.
 */
export type Outcome = "served" | "refused" | "withheld" | "nothing";

/** Parts of a match: "a path, a host, or a host followed by a path". */
function partsOf(match: string): { host?: string; path?: string } {
  const slash = match.indexOf("/");
  const host = slash < 0 ? match : match.slice(0, slash);
  return {
    ...(host !== "" && { host: host.toLowerCase() }),
    ...(slash >= 0 && { path: match.slice(slash) }),
  };
}

function matches({ match, matchType }: Route, request: Request, world: World): boolean {
  if (isHidden(match)) return world.holds(`${match.label} matches`);
  const { host, path } = partsOf(match);
  if (host !== undefined && host !== request.host) return false;
  if (path === undefined)
    return matchType === "path_prefix" || world.doubts("a host as an exact path is any path");
  if (matchType === "exact_path" || path === request.path) return path === request.path;
  const whole = path.endsWith("/") ? path : `${path}/`;
  if (request.path.startsWith(whole)) return true;
  return request.path.startsWith(path) && world.doubts("a prefix may end within a segment");
}

const isOn = (edgeId: Route["edgeId"], edge: string, world: World): boolean =>
  isHidden(edgeId) ? world.holds(`${edgeId.label} is ${edge}`) : edgeId === edge;

/** "Null means the module is not configured": a route without a backend serves nothing. */
const serves = ({ backend }: Route, world: World): boolean =>
  backend !== undefined && isEnabled(backend, world);

const textOf = ({ match }: Route): string => (isHidden(match) ? match.label : match);

const lengthOf = ({ match }: Route): number => (isHidden(match) ? 0 : match.length);

/** The routes whose matches have the length that a service prefers. */
function preferred(routes: readonly Route[], world: World): readonly Route[] {
  if (routes.length < 2) return routes;
  const lengths = routes.map(lengthOf);
  const prefersShort = world.holds("shorter matches come first");
  const preferredLength = prefersShort ? Math.min(...lengths) : Math.max(...lengths);
  return routes.filter((route) => lengthOf(route) === preferredLength);
}

/**
 * Returns the route that serves a request which several routes match: the reference does not document it. A service may
 * prefer longer or shorter matches, and one of the two types. The order of equal routes depends on their matches, so
 * that it is the same before and after a change.
 */
function servingRoute(all: readonly Route[], world: World): Route | undefined {
  const routes = preferred(all, world);
  const orders = [({ matchType }: Route) => matchType, textOf, ({ name }: Route) => `name ${name}`];
  const [route] = orders.reduce((candidates, keyOf) => {
    const first = world.first([...new Set(candidates.map(keyOf))]);
    return candidates.filter((route) => keyOf(route) === first);
  }, routes);
  return route;
}

function isOf({ of }: ModuleResource, route: Route, { routes }: Ingress, world: World): boolean {
  if ("route" in of) return of.route === route.name;
  // The last option: a route of another program.
  const at = world.choose(`the route of ${of.label}`, routes.length + 1);
  return routes[at]?.name === route.name;
}

/** True if all modules let a request pass: those of the edge, those in the arguments, and those that are resources. */
function lets(ingress: Ingress, route: Route, request: Request, world: World): boolean {
  return (
    ingress.mutualTls
      .filter(({ edgeId }) => isOn(edgeId, request.edgeId, world))
      .every(({ settings }) => admits("mutualTls", settings, request, world)) &&
    routeModules.every((module) => admits(module, route.modules[module], request, world)) &&
    ingress.resources
      .filter((resource) => isOf(resource, route, ingress, world))
      .every(({ module, settings }) => admits(module, settings, request, world))
  );
}

interface Answer {
  readonly outcome: Outcome;
  /** The route that responds. */
  readonly by?: Route;
}

/** Returns the outcome of a request in one world. */
function answer(ingress: Ingress, request: Request, world: World): Answer {
  const matching = ingress.routes.filter(
    (route) => isOn(route.edgeId, request.edgeId, world) && matches(route, request, world),
  );
  const serving = matching.filter((route) => serves(route, world));
  const route = servingRoute(serving.length > 0 ? serving : matching, world);
  if (!route) return { outcome: "nothing" };
  const isLetIn = lets(ingress, route, request, world);
  const [served, refused] =
    serving.length > 0 ? (["served", "refused"] as const) : (["nothing", "withheld"] as const);
  return { outcome: isLetIn ? served : refused, by: route };
}

export type Reach = Outcome | "may be served";

/** Returns the outcome of a request in all worlds. */
export function reach(ingress: Ingress, request: Request): Reach {
  const outcomes = new Set(inEveryWorld((world) => answer(ingress, request, world).outcome));
  const [only = "nothing", ...others] = outcomes;
  if (others.length === 0) return only;
  return outcomes.has("served") ? "may be served" : "refused";
}

/** True if a route is the same after a change: by its name, or by its known edge and match. */
function isSame(before: Route | undefined, after: Route | undefined): boolean {
  if (!before || !after) return false;
  const placeOf = ({ edgeId, matchType, match }: Route) => [edgeId, matchType, match];
  const isKnown = !placeOf(before).some(isHidden);
  return (
    before.name === after.name || (isKnown && isDeepStrictEqual(placeOf(before), placeOf(after)))
  );
}

/**
 * True if a request is served that was refused. If another route responds, only requests that no longer need a login
 * count: it is not a loss that the route refuses other people. A route without a backend loses only the requests that
 * it serves itself.
 */
function isOpened(was: Answer, is: Answer, { person, method }: Request, world: World): boolean {
  if (is.outcome !== "served") return false;
  if (was.outcome === "withheld") return was.by?.name === is.by?.name;
  const needsNoLogin = person.isStranger && method === "GET" && !world.isOdd;
  return was.outcome === "refused" && (needsNoLogin || isSame(was.by, is.by));
}

/** Returns whether a change lets a request in that was refused: in every world, in some world, or in none. */
export function opens(
  before: Ingress,
  after: Ingress,
  request: Request,
): "certainly" | "possibly" | "never" {
  let [isFound, isCertain] = [false, true];
  for (const [was, opened] of inEveryWorld((world) => openedIn(world, before, after, request))) {
    isFound ||= opened;
    isCertain &&= opened && was === "refused";
    if (isFound && !isCertain) return "possibly";
  }
  return isFound ? "certainly" : "never";
}

function openedIn(
  world: World,
  before: Ingress,
  after: Ingress,
  request: Request,
): readonly [Outcome, boolean] {
  const [was, is] = [answer(before, request, world), answer(after, request, world)];
  return [was.outcome, isOpened(was, is, request, world)];
}
