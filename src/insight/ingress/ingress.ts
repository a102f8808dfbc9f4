import { parseUrn } from "../../core/pulumi/urn";
import { compareTexts, inStableOrder } from "../engine/order";
import { recordedValues, type StackResource } from "../engine/resource";
import { type Unread, unreadInState } from "../engine/unread";
import { hiddenAt, textAt } from "./arguments";
import type { DeclaredObject, Modules } from "./declared-object";
import { declaredObjects } from "./objects";
import { ownersOf } from "./owners";
import { type MatchScope, scopeOf } from "./routing";
import { keysById } from "./versions";

/** A route, an edge, or an object of the account, with the modules that protect and serve it. */
export interface IngressObject extends DeclaredObject {
  /** All modules that a request has to pass: those of the object, and those of the edge that a route is on. */
  readonly effective: Modules;
}

/** A route that serves requests of which the match is known. */
export interface ServingRoute {
  readonly route: IngressObject;
  readonly scope: MatchScope;
}

/** The ingress of a stack or an account at one moment: as it is, or as a change leaves it. */
export interface Ingress {
  readonly project: string;
  readonly stack: string;
  readonly objects: readonly IngressObject[];
  readonly serving: readonly ServingRoute[];
  /** Routes that serve requests, and whose edge or match is not known, so that they may serve any request. */
  readonly unplaced: readonly IngressObject[];
  /** Parts of the preview or state that this release cannot read, in words. */
  readonly unread: readonly string[];
}

/** The ingress of resources as they are: of a state, of an account, or of what a policy is given. */
export function ingressOf(
  of: Pick<Ingress, "project" | "stack">,
  resources: readonly StackResource[],
): Ingress {
  const read = inStableOrder(
    resources.filter(({ isIngress }) => isIngress),
    (resource) => resource,
  );
  const versions = read.map((resource) => ({ resource, values: recordedValues(resource) }));
  const keyOf = keysById(versions);
  const declared = declaredObjects(versions, keyOf, (definition, version) =>
    ownersOf(definition, version, keyOf),
  );
  const objects = [...declared.values()];
  const unread = read.flatMap(({ urn, inputs }) => unreadInState(urn, { inputs }));
  return ingressFrom(of, objects.map(withEffective(objects)), unread);
}

/** Gives an object all modules that a request has to pass there, whichever resources declare them. */
export function withEffective(
  all: readonly DeclaredObject[],
): (object: DeclaredObject) => IngressObject {
  const edges = new Map(
    all.flatMap(({ kind, key, modules }) => (kind === "httpsEdge" ? [[key, modules]] : [])),
  );
  return (object) => {
    const ofEdge = object.kind === "httpsEdgeRoute" ? edges.get(edgeIn(object)) : {};
    return { ...object, effective: { ...ofEdge, ...object.modules } };
  };
}

/** The id of a route's edge; empty if the id is hidden. */
const edgeIn = ({ args }: DeclaredObject): string => (args && textAt(args, "edgeId")) ?? "";

export function ingressFrom(
  { project, stack }: Pick<Ingress, "project" | "stack">,
  objects: readonly IngressObject[],
  unread: readonly Unread[],
): Ingress {
  return {
    project,
    stack,
    objects,
    serving: objects.flatMap(servingOf),
    unplaced: objects.filter(isUnplaced),
    unread: unread.map(({ urn, what, isLacking }) => {
      const part = isLacking ? `it lacks ${what}` : what;
      return urn === undefined ? part : `${part}, of ${parseUrn(urn).name}`;
    }),
  };
}

/** The arguments of a route that decide which requests it may serve. */
export const ROUTING_ARGUMENTS = ["edgeId", "match"];

/** Whether an object is a serving route whose requests are not known: its edge or its match is a secret, or known only at apply. */
export const isUnplaced = ({ kind, args, isServing }: IngressObject): boolean =>
  kind === "httpsEdgeRoute" &&
  isServing &&
  args !== undefined &&
  ROUTING_ARGUMENTS.some((name) => hiddenAt(args, name));

/** An object as a route that serves requests, if it is one, and its match is known. */
export function servingOf(route: IngressObject): ServingRoute[] {
  const scope = route.kind === "httpsEdgeRoute" && route.isServing && scopeOf(route);
  return scope ? [{ route, scope }] : [];
}

/** The ids of the HTTPS edges that routes or modules name, sorted. */
export function edgesOf({ objects, serving }: Pick<Ingress, "objects" | "serving">): string[] {
  const ofRoutes = serving.map(({ scope: { edge } }) => edge);
  const ofModules = objects.flatMap(({ kind, key }) => (kind === "httpsEdge" ? [key] : []));
  return [...new Set([...ofRoutes, ...ofModules])].sort(compareTexts);
}
