import { modulePaths } from "../../src/core/schema/module-paths";
import type { JournalEntry } from "../../src/emulator";
import { resourceOf } from "../support/resources";
import type { Program, Stored } from "./engine";

type State = ReadonlyMap<string, Stored>;

/** The modules that a program asks for, by their paths, as far as its routes are in the state. */
export const askedForBy = (program: Program, state: State): Set<string> =>
  new Set(
    [...program].flatMap(([name, { type, args, on }]) => {
      const route = on && state.get(on.name);
      if (on && !route) return [];
      const ids = route ? { edgeId: route.inputs.edgeId, routeId: route.id } : {};
      const inputs = { ...ids, ...args };
      const stored = state.get(name);
      const isSamePlace = stored?.inputs.edgeId === args.edgeId;
      return modulePaths(resourceOf(type).definition, isSamePlace ? stored?.id : undefined, inputs);
    }),
  );

/** The modules that are arguments of a state's routes, by their paths. */
export const argumentsIn = (state: State): Set<string> =>
  new Set(
    [...state.values()].flatMap(({ type, id, outputs }) =>
      type === "HttpsEdgeRoute" ? modulePaths(resourceOf(type).definition, id, outputs) : [],
    ),
  );

/** The modules of a state, by their paths. */
export const modulesIn = (state: State): Set<string> =>
  new Set(
    [...state.values()].flatMap(({ type, id, outputs }) => modulePaths(resourceOf(type).definition, id, outputs)),
  );

/** What an `up` began with, and what it led to. */
export interface Change {
  readonly before: State;
  readonly after: State;
  readonly requests: readonly JournalEntry[];
}

/**
 * The modules that were deleted though the program asks for them, and so were off for a moment at least. Only an argument
 * of a route that becomes a resource is: the engine lets the route come first.
 */
export const deletedThoughAsked = ({ before, after, requests }: Change, program: Program): string[] => {
  const routes = new Map([...program].filter(([, { type }]) => type === "HttpsEdgeRoute"));
  const asked = askedForBy(program, after);
  const askedAsArgument = askedForBy(routes, after);
  const wereArguments = argumentsIn(before);
  const becomesResource = (path: string) => wereArguments.has(path) && !askedAsArgument.has(path);
  return deletions(requests).filter((path) => asked.has(path) && !becomesResource(path));
};

/** The modules that were deleted from a route which another one replaces, on another edge: they go together with it. */
export const deletedBeforeTheirRoute = ({ before, after, requests }: Change): string[] => {
  const moved = [...before].flatMap(
    ([
      name,
      {
        type,
        id,
        inputs: { edgeId },
      },
    ]) => {
      const edgeNow = after.get(name)?.inputs.edgeId;
      const isMoved = type === "HttpsEdgeRoute" && edgeNow !== undefined && edgeNow !== edgeId;
      return isMoved ? [`/edges/https/${String(edgeId)}/routes/${id}/`] : [];
    },
  );
  return deletions(requests).filter((path) => moved.some((route) => path.startsWith(route)));
};

const deletions = (requests: readonly JournalEntry[]): string[] =>
  requests.filter(({ method }) => method === "DELETE").map(({ path }) => path);
