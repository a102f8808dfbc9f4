import { changesOf } from "../change/change";
import { isThere } from "../change/objects";
import { summaryOf } from "../change/summary";
import type { Preview } from "../engine/preview";
import { type Access as AccessOfServing, accessOf } from "../ingress/access";
import { hiddenAt, textAt } from "../ingress/arguments";
import { backendOf, descriptionsOf } from "../ingress/describe";
import type { Ingress, IngressObject } from "../ingress/ingress";
import { hiddenText } from "../ingress/modules";
import { scopeOf } from "../ingress/routing";
import { UNKNOWN } from "../ingress/value";
import { jsonReport, tally } from "../report/text";
import { review } from "../review/findings";
import { type Changed, changesIn, UNCHANGED } from "./changes";
import { mapObject, unreadObject } from "./objects";

/** Who gets in at a route, if it serves requests. */
export type Access = AccessOfServing | "serves nothing";

/** What shows an access without colour, and what it means: those that need a look come first. */
export const accesses: Readonly<Record<Access, { readonly symbol: string; readonly meaning: string }>> = {
  open: { symbol: "○", meaning: "everyone gets in, or everyone with an account that anyone can get" },
  weak: { symbol: "◐", meaning: "its protections admit users or requests that the program does not name" },
  "not known": { symbol: "?", meaning: "only an apply, or whoever knows a secret, can say" },
  protected: { symbol: "●", meaning: "a protection names whom it admits" },
  "serves nothing": { symbol: "–", meaning: "its backend is disabled, or the change deletes the route" },
};

/** All accesses, in the order of the table. */
export const accessNames = Object.keys(accesses) as readonly Access[];

export const accessText = (access: Access): string => `${accesses[access].symbol} ${access}`;

/** The class of an access in styles. */
export const styleOf = (access: Access): string => access.replace(" ", "-");

export type MapEdge = ReturnType<typeof mapEdge>;
export type MapRoute = ReturnType<typeof mapRoute>;

/** What is drawn of one stack. */
export type StackMap = ReturnType<typeof drawn>;

interface Drawn {
  /** As it is, or was before the change that deletes it. */
  readonly object: IngressObject;
  /** Whether it is there: a change may delete it. */
  readonly isThere: boolean;
  /** Of an object that a change keeps. */
  readonly before?: IngressObject;
  readonly changed: Changed;
}

const asItIs = (object: Drawn["object"]): Drawn => ({ object, isThere: true, changed: UNCHANGED });

/** The map of an ingress as it is. */
export const mapOf = (ingress: Ingress): StackMap => drawn(ingress, ingress.objects.map(asItIs));

/** The map of what a preview leaves, with what it changes and what the review finds. */
export function mapOfPreview(preview: Preview): StackMap {
  const findings = Map.groupBy(review([preview]).findings, ({ object }) => object);
  const { objects, after: ingress } = changesOf(preview);
  const all = objects.map((change): Drawn => {
    const { kind, key, action, before, after } = change;
    const found = findings.get(`${kind} ${key}`) ?? [];
    const marks = found.map(({ rule: { severity }, effect }) => ({ severity, message: effect }));
    const changed: Changed = { action: summaryOf(change)?.action ?? "unchanged", changes: changesIn(change), marks };
    const stays = isThere(after);
    return { object: stays ? after : before, isThere: stays, ...(action === "stays" && { before }), changed };
  });
  return drawn(ingress, all);
}

function drawn({ project, stack, unread }: Pick<Ingress, "project" | "stack" | "unread">, all: readonly Drawn[]) {
  const routes = all.filter(({ object }) => object.kind === "httpsEdgeRoute" && object.args);
  const ofEdges = Map.groupBy(routes, edgeOf);
  const declared = all.flatMap((each) => {
    const { kind, key } = each.object;
    const protocol = /^(https|tls|tcp)Edge$/.exec(kind)?.[1]?.toUpperCase();
    return protocol ? [mapEdge(protocol, key, each, protocol === "HTTPS" ? ofEdges.get(key) : [])] : [];
  });
  // Routes alone show the other edges.
  const undeclared = [...ofEdges].flatMap(([id, own]) =>
    declared.some((edge) => edge.kind === "HTTPS" && edge.id === id) ? [] : [mapEdge("HTTPS", id, undefined, own)],
  );
  const known = all.flatMap(({ object, changed }) => mapObject(object, changed));
  return { project, stack, edges: [...declared, ...undeclared], objects: [...known, ...unread.map(unreadObject)] };
}

/** @param kind `HTTPS`, `TLS` or `TCP`. */
function mapEdge(kind: string, id: string, declared?: Drawn, routes: readonly Drawn[] = []) {
  const modules = declared?.object.modules ?? {};
  return {
    kind,
    id,
    ...(declared?.changed ?? UNCHANGED),
    modules: declared?.isThere ? descriptionsOf(modules) : [],
    // In the order in which they may match: matches with a host, exact matches and longer prefixes first.
    routes: routes
      .map(mapRoute)
      .sort((a, b) => rank(b) - rank(a) || b.match.length - a.match.length || (a.match < b.match ? -1 : 1)),
    // Of an edge without routes, if it is known.
    backend: backendOf(modules),
  };
}

/** The edge that a route is on. Of a route whose edge is not known, where it was. */
const edgeOf = ({ object, before = object }: Drawn): string =>
  textOf(object, "edgeId") ?? textOf(before, "edgeId") ?? placeText(object, "edgeId");

const textOf = ({ args }: IngressObject, path: string): string | undefined => args && textAt(args, path);

/** The words for a value that nobody may read, or that only an apply knows. */
const placeText = ({ args }: IngressObject, path: string): string =>
  hiddenText((args && hiddenAt(args, path)) ?? UNKNOWN);

/** Routes whose matches name the host come before those for every host; among both, exact matches come first. */
const rank = ({ match, isExact }: MapRoute): number => (/^[/(]/.test(match) ? 0 : 2) + (isExact ? 1 : 0);

function mapRoute({ object, isThere, before, changed }: Drawn) {
  const access: Access = isThere ? shownAccess(object) : "serves nothing";
  const accessBefore = before ? shownAccess(before) : access;
  return {
    match: textOf(object, "match") ?? placeText(object, "match"),
    isExact: scopeOf(object)?.isExact ?? false,
    access,
    // If the change makes it another.
    accessBefore: accessBefore === access ? undefined : accessBefore,
    ...changed,
    modules: descriptionsOf(object.modules),
    backend: backendOf(object.modules),
    declaredBy: object.args?.declaration.resource ?? "",
  };
}

const shownAccess = (object: IngressObject): Access => (object.isServing ? accessOf(object) : "serves nothing");

/** What a map is called: its project and stack, or what else it is of. */
export const titleOf = ({ project, stack }: StackMap): string => (stack === "" ? project : `${project}/${stack}`);

/** For programs; docs/map.md describes it. */
export const asJson = (maps: readonly StackMap[]): string => jsonReport(1, { counts: countsOf(maps), stacks: maps });

export function countsOf(maps: readonly StackMap[]): Readonly<Record<Access, number>> {
  const routes = maps.flatMap(({ edges }) => edges.flatMap((edge) => edge.routes));
  return tally(accessNames, routes, ({ access }) => access);
}
