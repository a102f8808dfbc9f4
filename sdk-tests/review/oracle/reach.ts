import { admits, isEnabled } from "./admits";
import { type Ingress, isHidden, type ModuleResource, type Route, routeModules } from "./model";
import type { Person } from "./people";
import { inEveryWorld, type World } from "./worlds";

/** A simulator of who may reach what, by the API reference alone. */

export interface Request {
  readonly edgeId: string;
  readonly host: string;
  readonly path: string;
  readonly method: "GET" | "OPTIONS";
  readonly person: Person;
}

/**
 * `nothing`: no route matches the request, or none that matches has a backend. `withheld`: the same, and the route that
 * matches would refuse the request.
 */
export type Outcome = "served" | "refused" | "withheld" | "nothing";

/** Parts of a match: "a path, a host, or a host followed by a path". */
function partsOf(match: string): { host?: string; path?: string } {
  const slash = match.indexOf("/");
  const host = slash < 0 ? match : match.slice(0, slash);
  return { ...(host !== "" && { host: host.toLowerCase() }), ...(slash >= 0 && { path: match.slice(slash) }) };
}

function matches({ match, matchType }: Route, request: Request, world: World): boolean {
  if (isHidden(match)) return world.holds(`${match.label} matches`);
  const { host, path } = partsOf(match);
  if (host !== undefined && host !== request.host) return false;
  if (path === undefined) return matchType === "path_prefix" || world.holds("a host as an exact path is any path");
  if (matchType === "exact_path" || path === request.path) return path === request.path;
  const whole = path.endsWith("/") ? path : `${path}/`;
  if (request.path.startsWith(whole)) return true;
  return request.path.startsWith(path) && world.holds("a prefix may end within a segment");
}

const isOn = (edgeId: Route["edgeId"], edge: string, world: World): boolean =>
  isHidden(edgeId) ? world.holds(`${edgeId.label} is ${edge}`) : edgeId === edge;

/** "Null means the module is not configured": without a backend nothing serves. */
const serves = ({ backend }: Route, world: World): boolean => backend !== undefined && isEnabled(backend, world);

/**
 * Of several routes that match, the reference does not show which one serves: their order may be any, and is the same
 * before and after a change.
 */
function chosen(routes: readonly Route[], world: World): Route | undefined {
  const keyOf = ({ match, matchType }: Route) => `${matchType} ${isHidden(match) ? match.label : match}`;
  const key = world.first([...new Set(routes.map(keyOf))]);
  const alike = routes.filter((route) => keyOf(route) === key);
  const name = world.first(alike.map((route) => `name ${route.name}`));
  return alike.find((route) => `name ${route.name}` === name);
}

function isOf({ of }: ModuleResource, route: Route, { routes }: Ingress, world: World): boolean {
  if ("route" in of) return of.route === route.name;
  // The last option: a route of another program.
  const at = world.choose(`the route of ${of.label}`, routes.length + 1);
  return routes[at]?.name === route.name;
}

/** Every module has to let a request pass: those of the edge, those in the arguments, and those that are resources. */
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

/** What becomes of a request in one world. */
export function outcome(ingress: Ingress, request: Request, world: World): Outcome {
  const matching = ingress.routes.filter(
    (route) => isOn(route.edgeId, request.edgeId, world) && matches(route, request, world),
  );
  const serving = matching.filter((route) => serves(route, world));
  const route = chosen(serving.length > 0 ? serving : matching, world);
  if (!route) return "nothing";
  const isLetIn = lets(ingress, route, request, world);
  if (serving.length > 0) return isLetIn ? "served" : "refused";
  return isLetIn ? "nothing" : "withheld";
}

export type Reach = Outcome | "may be served";

/** What becomes of a request, whatever the world. */
export function reach(ingress: Ingress, request: Request): Reach {
  const outcomes = new Set(inEveryWorld((world) => outcome(ingress, request, world)));
  const [only = "nothing", ...others] = outcomes;
  if (others.length === 0) return only;
  return outcomes.has("served") ? "may be served" : "refused";
}

/**
 * Whether a change lets a request in that was refused: in every world, in some world, or in none. A request that was withheld
 * was refused by a route without a backend, which is no certain loss.
 */
export function opens(before: Ingress, after: Ingress, request: Request): "certainly" | "possibly" | "never" {
  let [isOpened, isNot] = [false, false];
  for (const [was, is] of inEveryWorld((world) => [outcome(before, request, world), outcome(after, request, world)])) {
    if (is === "served" && (was === "refused" || was === "withheld")) isOpened = true;
    if (is !== "served" || was !== "refused") isNot = true;
    if (isOpened && isNot) return "possibly";
  }
  return isOpened ? "certainly" : "never";
}
