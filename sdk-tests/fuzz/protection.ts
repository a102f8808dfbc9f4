import { routeName } from "../../src/core/resources/route-deletion";
import { modulePaths } from "../../src/core/schema/definition";
import type { JournalEntry } from "../../src/emulator";
import { resourceOf } from "../support/resources";
import type { Program, Stored } from "./engine";
import { isLimited, type Limits, type Options } from "./options";

export type State = ReadonlyMap<string, Stored>;

/** The modules that a program declares, by path, as far as its routes are in the state. */
export const declaredModules = (program: Program, state: State): Set<string> =>
  new Set(
    [...program].flatMap(([name, { type, args, on }]) => {
      const route = on && state.get(on.name);
      if (on && !route) return [];
      const ids = route ? { edgeId: route.inputs.edgeId, routeId: route.id } : {};
      const { definition } = resourceOf(type);
      const inputs = { ...ids, ...args };
      if (definition.kind === "singleton") return modulePaths(definition, undefined, inputs);
      // A run that omits a route does not move it to the edge in the program.
      const stored = state.get(name);
      return stored
        ? modulePaths(definition, stored.id, { ...inputs, edgeId: stored.inputs.edgeId })
        : [];
    }),
  );

/**
 * The modules that have to be on the server after an update. A module that is off may be missing: some services show it as
 * unset, so that a refresh cannot find out whether a failed create has made it.
 */
export const requiredBy = (program: Program, state: State): Set<string> =>
  declaredModules(new Map([...program].filter(([, { args }]) => args.enabled !== false)), state);

/** The modules that are arguments of a state's routes, by path. */
export const argumentsIn = (state: State): Set<string> =>
  new Set(
    [...state.values()].flatMap(({ type, id, outputs }) =>
      type === "HttpsEdgeRoute" ? modulePaths(resourceOf(type).definition, id, outputs) : [],
    ),
  );

/**
 * The modules that a state's routes declare as arguments: without outputs, a state does not contain the modules that
 * exist.
 */
export const declaredArguments = (state: State): Set<string> =>
  argumentsIn(
    new Map([...state].map(([name, stored]) => [name, { ...stored, outputs: stored.inputs }])),
  );

/** The modules of a state, by path. */
export const modulesIn = (state: State): Set<string> =>
  new Set(
    [...state.values()].flatMap(({ type, id, outputs }) =>
      modulePaths(resourceOf(type).definition, id, outputs),
    ),
  );

/** True if two resources of a state have the same module, which earlier versions of the classes allowed. */
export function hasTwins(state: State): boolean {
  const paths = [...state.values()].flatMap((stored) => modulePathOf(stored) ?? []);
  return new Set(paths).size < paths.length;
}

/** The state before and after an operation, and its requests. */
export interface Change {
  readonly before: State;
  readonly after: State;
  readonly requests: readonly JournalEntry[];
}

/** A change with the objects on the server, by path. */
export interface WholeChange extends Change {
  readonly present: { readonly before: ReadonlySet<string>; readonly after: ReadonlySet<string> };
}

/**
 * The modules that were deleted though the program declares them, and so were off for a moment at least. This is
 * expected only of a route's argument that becomes a resource, because the engine updates the route first.
 */
export const deletedThoughDeclared = (
  { before, after, requests }: Change,
  program: Program,
): string[] => {
  const routes = new Map([...program].filter(([, { type }]) => type === "HttpsEdgeRoute"));
  const declared = declaredModules(program, after);
  const declaredAsArguments = declaredModules(routes, after);
  const wereArguments = argumentsIn(before);
  const becomesResource = (path: string) =>
    wereArguments.has(path) && !declaredAsArguments.has(path);
  return deletions(requests).filter((path) => declared.has(path) && !becomesResource(path));
};

/**
 * The modules that were deleted from a route which a route on another edge replaces: they have to be deleted together
 * with the route.
 */
export const deletedBeforeTheirRoute = ({ before, after, requests }: Change): string[] => {
  const moved = [...before].flatMap(([name, stored]) => {
    const edgeNow = after.get(name)?.inputs.edgeId;
    const isMoved = edgeNow !== undefined && edgeNow !== stored.inputs.edgeId;
    return isMoved ? (routePathOf(stored) ?? []) : [];
  });
  return deletions(requests).filter((path) => moved.some((route) => path.startsWith(`${route}/`)));
};

/**
 * The routes that have lost a module that was to be deleted with them, or that an option has excluded from the
 * operation, each by its id and its names in messages: a message has to contain one of these. A target is deleted as
 * requested.
 * @param program Undefined for a destroy.
 */
export function exposedRoutes(
  change: WholeChange,
  options: Options,
  program: Program | undefined,
): string[][] {
  const replaced = program && isLimited(options) ? bare(change, program) : [];
  const routes = [...stripped(change, options, program), ...replaced];
  return routes.map(({ id, inputs }) => [id, routeName(inputs)]);
}

/** Routes that exist though they were to be deleted, and whose modules were deleted first. */
function stripped(change: WholeChange, limits: Limits, program: Program | undefined): Stored[] {
  const { before, after, present, requests } = change;
  const kept = new Set(
    [...after].flatMap(([name, stored]) => (program?.has(name) ? (routePathOf(stored) ?? []) : [])),
  );
  const isTargeted = (path: string) =>
    [...before].some(
      ([name, stored]) => limits.target?.includes(name) && modulePathOf(stored) === path,
    );
  const lost = deletions(requests)
    .filter(
      (path) => modulesIn(before).has(path) && present.before.has(path) && !present.after.has(path),
    )
    .filter((path) => !isTargeted(path))
    .map(parentOf)
    .filter((route) => present.after.has(route) && !kept.has(route));
  return [...before.values()].filter((stored) => lost.includes(routePathOf(stored) ?? ""));
}

/** Routes that have replaced others, and whose module resources were not part of the operation. */
function bare({ before, after, present }: WholeChange, program: Program): Stored[] {
  return [...program].flatMap(([name, { on }]) => {
    const [was, is] = on ? [before.get(on.name), after.get(on.name)] : [];
    const isLeftOut = before.has(name) && after.get(name)?.id === before.get(name)?.id;
    const isReplaced = was && is && was.id !== is.id && present.after.has(routePathOf(is) ?? "");
    return isReplaced && isLeftOut ? [is] : [];
  });
}

const routePathOf = ({ type, id, inputs }: Stored): string | undefined =>
  type === "HttpsEdgeRoute" ? `/edges/https/${String(inputs.edgeId)}/routes/${id}` : undefined;

const modulePathOf = ({ type, id, inputs }: Stored): string | undefined =>
  resourceOf(type).definition.kind === "singleton"
    ? modulePaths(resourceOf(type).definition, id, inputs)[0]
    : undefined;

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));

const deletions = (requests: readonly JournalEntry[]): string[] =>
  requests.filter(({ method }) => method === "DELETE").map(({ path }) => path);
