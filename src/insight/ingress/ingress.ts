import { parseUrn } from "../../core/pulumi/urn";
import { compareTexts, inStableOrder } from "../engine/order";
import { recordedValues, type StackResource } from "../engine/resource";
import { type Unread, unreadInState } from "../engine/unread";
import { hiddenAt, textAt } from "./arguments";
import type { DeclaredObject, Modules } from "./declared-object";
import { declaredObjects } from "./objects";
import { findOwners } from "./owners";
import { type MatchScope, SECRET_EDGE, scopeOf } from "./routing";
import { HIDDEN_ID } from "./titles";
import { isHidden, SECRET, UNKNOWN } from "./value";
import { keysById } from "./versions";

/** A route, an edge, or an object of the account, with the modules that protect and serve it. */
export interface IngressObject extends DeclaredObject {
  /** All modules that a request has to pass: those of the object, and those of the edge that a declared route is on. */
  readonly effective: Modules;
}

/** A route that serves requests, whose match is known, and whose edge is known or a secret. */
export interface ServingRoute {
  readonly route: IngressObject;
  readonly scope: MatchScope;
}

/** A stack by its name. An account has words in place of the project, and an empty stack. */
interface StackName {
  readonly project: string;
  readonly stack: string;
}

/** The ingress of a stack or an account at one moment: as it is, or as a change leaves it. */
export interface Ingress extends StackName {
  readonly objects: readonly IngressObject[];
  readonly serving: readonly ServingRoute[];
  /**
   * Routes that serve requests, and whose edge or match is hidden, so that it is not known which requests they serve. A route with a
   * secret edge and a known match is in `serving`, too.
   */
  readonly unplaced: readonly IngressObject[];
  /** Parts of the preview or state that this release cannot read, in words. */
  readonly unread: readonly string[];
}

/** The ingress that resources declare: the resources of a state, of an account, or of a policy's stack. */
export function ingressOfResources(name: StackName, resources: readonly StackResource[]): Ingress {
  const declaring = inStableOrder(
    resources.filter(({ isIngress }) => isIngress),
    (resource) => resource,
  );
  const versions = declaring.map((resource) => ({ resource, values: recordedValues(resource) }));
  const keyOf = keysById(versions);
  const byKey = declaredObjects(versions, keyOf, (definition, version) =>
    findOwners(definition, version, keyOf),
  );
  const declared = [...byKey.values()];
  const edgeModules = edgeModulesOf(declared);
  const objects = declared.map((object) => withEffectiveModules(object, edgeModules));
  const unread = declaring.flatMap(({ urn, inputs }) => unreadInState(urn, { inputs }));
  return ingressOfObjects(name, objects, unread);
}

/** The modules of HTTPS edges, by the ids of the edges. */
type EdgeModules = ReadonlyMap<string, Modules>;

export function edgeModulesOf(objects: readonly DeclaredObject[]): EdgeModules {
  const edges = objects.filter(({ kind }) => kind === "httpsEdge");
  return new Map(edges.map(({ key, modules }) => [key, modules]));
}

/** Gives an object all modules that a request has to pass there, whichever resources declare them. */
export function withEffectiveModules(
  object: DeclaredObject,
  edgeModules: EdgeModules,
): IngressObject {
  const ofEdge = object.kind === "httpsEdgeRoute" ? edgeModules.get(edgeIdOf(object)) : {};
  return { ...object, effective: { ...ofEdge, ...object.modules } };
}

/** The id of a route's edge; empty if the id is hidden, or if no resource declares the route. */
const edgeIdOf = ({ args }: DeclaredObject): string => (args && textAt(args, "edgeId")) ?? "";

export const ingressOfObjects = (
  { project, stack }: StackName,
  objects: readonly IngressObject[],
  unread: readonly Unread[],
): Ingress => ({
  project,
  stack,
  objects,
  serving: objects.flatMap(servingRoute),
  unplaced: objects.filter(isUnplaced),
  unread: unread.map(unreadText),
});

function unreadText({ urn, what, isLacking }: Unread): string {
  const part = isLacking ? `the preview lacks ${what}` : what;
  return urn === undefined ? part : `${part}, of ${parseUrn(urn).name}`;
}

/**
 * An object as a serving route; empty if it is not a route, does not serve, or has a hidden match, or an edge that only an apply will
 * know. All routes with a secret edge share the edge `SECRET_EDGE`. They are serving routes, and they are unplaced, too.
 */
export function servingRoute(object: IngressObject): ServingRoute[] {
  if (object.kind !== "httpsEdgeRoute" || !object.isServing) return [];
  const scope = scopeOf(object);
  return scope ? [{ route: object, scope }] : [];
}

/** The arguments of a route that decide which requests it may serve. */
export const ROUTING_ARGUMENTS = ["edgeId", "match"];

/** True for a route that serves requests, but not known ones: its edge or its match is a secret, or known only at apply. */
export const isUnplaced = ({ kind, args, isServing }: IngressObject): boolean =>
  kind === "httpsEdgeRoute" &&
  isServing &&
  args !== undefined &&
  ROUTING_ARGUMENTS.some((name) => hiddenAt(args, name));

type EdgeSource = Pick<Ingress, "objects" | "serving">;

/**
 * The keys of the HTTPS edges that serving routes or modules name, sorted. A key is the id, even if a module marks the id as a secret:
 * `edgeNamesOf` has the texts for reports. `SECRET_EDGE` stands for the secret edges of routes.
 */
export const edgesOf = (ingress: EdgeSource): string[] => edgesBy(ingress, ({ key }) => key);

/** The ids of these edges in a message, sorted. Secret ids, and ids that only an apply will know, are hidden. */
export const edgeNamesOf = (ingress: EdgeSource): string[] =>
  edgesBy(ingress, ({ id = UNKNOWN }) => {
    if (id === SECRET) return SECRET_EDGE;
    return isHidden(id) ? HIDDEN_ID : id;
  });

/** The distinct texts of edges: of the edges of serving routes, and of the edges that have modules. */
function edgesBy(
  { objects, serving }: EdgeSource,
  textOf: (edge: IngressObject) => string,
): string[] {
  const edgesOfRoutes = serving.map(({ scope }) => scope.edge);
  const edgesOfModules = objects.filter(({ kind }) => kind === "httpsEdge").map(textOf);
  return [...new Set([...edgesOfRoutes, ...edgesOfModules])].sort(compareTexts);
}
