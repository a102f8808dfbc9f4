import { accessOf } from "../ingress/access";
import { backendOf, descriptionsOf, type ModuleDescription } from "../ingress/described";
import { shown, textAt } from "../ingress/parts";
import { coverOf, serves } from "../ingress/routing";
import { type Subject, subjectsOf } from "../ingress/subjects";
import type { Severity } from "../report/finding";
import { printable } from "../report/text";
import { type Review, review } from "../review/findings";
import { changeOf } from "../review/summary";
import type { Preview } from "../stack/preview";
import { type Access, accessNames } from "./access";
import { type Change, changesOf } from "./changes";
import { type MapObject, objectsIn } from "./objects";

/** What a preview does to an object; `kept` if there is no change. */
export type Fate = "kept" | "new" | "changed" | "replaced" | "deleted" | "retained";

/** What the review finds of an object. */
export interface Mark {
  readonly severity: Severity;
  readonly message: string;
}

/** A finding in a line of a drawing. */
export const markText = ({ severity, message }: Mark): string => `${severity}: ${message}`;

export interface MapRoute {
  readonly match: string;
  readonly isExact: boolean;
  readonly access: Access;
  /** If the change makes it another. */
  readonly accessBefore?: Access;
  readonly fate: Fate;
  readonly changes: readonly Change[];
  readonly modules: readonly ModuleDescription[];
  readonly backend?: string;
  readonly declaredBy: string;
  readonly marks: readonly Mark[];
}

export interface MapEdge {
  readonly kind: "HTTPS" | "TLS" | "TCP";
  readonly id: string;
  readonly fate: Fate;
  readonly changes: readonly Change[];
  readonly modules: readonly ModuleDescription[];
  /** In the order in which they may match: matches with a host, exact matches and longer prefixes first. */
  readonly routes: readonly MapRoute[];
  readonly marks: readonly Mark[];
}

/** What is drawn of one stack. */
export interface StackMap {
  readonly project: string;
  readonly stack: string;
  readonly edges: readonly MapEdge[];
  readonly objects: readonly MapObject[];
}

/** The map of a stack as it is, or, of a preview, with what changes. */
export function mapOf(preview: Preview): StackMap {
  const subjects = subjectsOf(preview);
  const edges = subjects.filter(({ kind }) => kind === "httpsEdge").map((each) => [each.key, each] as const);
  const context: Context = { edges: new Map(edges), reviewed: review([preview]) };
  const routes = subjects.filter(({ kind, before, after }) => kind === "httpsEdgeRoute" && (after.own ?? before.own));
  const ofEdges = Map.groupBy(routes, edgeOf);
  const named = subjects.filter(({ kind }) => kind in edgeKinds);
  const others = [...ofEdges.keys()].filter((id) => !context.edges.has(id));
  return {
    ...{ project: preview.project, stack: preview.stack },
    edges: [
      ...named.map((subject) => mapEdge(subject, ofEdges.get(subject.key) ?? [], context)),
      ...others.map((id) => edgeWithoutModules(id, ofEdges.get(id) ?? [], context)),
    ],
    objects: objectsIn(preview, subjects, fateOf, (subject) => marksOf(subject, context)),
  };
}

interface Context {
  /** HTTPS edges with modules, by their ids. */
  readonly edges: ReadonlyMap<string, Subject>;
  readonly reviewed: Review;
}

const edgeKinds: Readonly<Record<string, MapEdge["kind"]>> = { httpsEdge: "HTTPS", tlsEdge: "TLS", tcpEdge: "TCP" };

const edgeOf = ({ before, after }: Subject): string => (coverOf(after) ?? coverOf(before))?.edge ?? "(known at apply)";

function mapEdge(subject: Subject, routes: readonly Subject[], context: Context): MapEdge {
  return {
    ...{ kind: edgeKinds[subject.kind] ?? "HTTPS", id: subject.key },
    ...{ fate: fateOf(subject), changes: changesOf(subject) },
    modules: descriptionsOf(subject.after.modules),
    routes: subject.kind === "httpsEdge" ? ordered(routes, context) : [],
    marks: marksOf(subject, context),
  };
}

const edgeWithoutModules = (id: string, routes: readonly Subject[], context: Context): MapEdge => ({
  ...{ kind: "HTTPS", id, fate: "kept", changes: [], modules: [], marks: [] },
  routes: ordered(routes, context),
});

const ordered = (routes: readonly Subject[], context: Context): MapRoute[] =>
  routes
    .map((route) => mapRoute(route, context))
    .sort(
      (a, b) =>
        Number(hasHost(b)) - Number(hasHost(a)) ||
        Number(b.isExact) - Number(a.isExact) ||
        b.match.length - a.match.length ||
        (a.match < b.match ? -1 : 1),
    );

/** Routes whose matches name the host come before those for every host. */
const hasHost = ({ match }: MapRoute): boolean => !/^[/(]/.test(match);

function mapRoute(subject: Subject, context: Context): MapRoute {
  const configuration = subject.after.own ? subject.after : subject.before;
  const { own, modules } = configuration;
  const backend = backendOf(modules);
  const [access, before] = [shownAccess(subject, "after"), shownAccess(subject, "before")];
  return {
    match: (own && textAt(shown(own), "match")) ?? "(known at apply)",
    isExact: coverOf(configuration)?.isExact ?? false,
    access,
    ...(subject.fate === "kept" && before !== access && { accessBefore: before }),
    ...{ fate: fateOf(subject), changes: changesOf(subject) },
    modules: descriptionsOf(modules),
    ...(backend !== undefined && { backend }),
    declaredBy: own?.source.resource ?? "",
    marks: marksOf(subject, context),
  };
}

function shownAccess({ before, after }: Subject, side: "before" | "after"): Access {
  const configuration = side === "before" ? before : after;
  const isServing = configuration.own && serves(configuration, side === "after" ? before : undefined);
  return isServing ? accessOf(configuration) : "serves nothing";
}

function fateOf(subject: Subject): Fate {
  const [change] = changeOf(subject);
  return change?.fate ?? "kept";
}

/** The findings of the review at any resource of a subject. Two objects may have the same name, and a module may move. */
function marksOf({ name, before, after }: Subject, { reviewed }: Context): Mark[] {
  const parts = [before, after].flatMap(({ own, modules }) => [...(own ? [own] : []), ...Object.values(modules)]);
  const urns = new Set(parts.map(({ source }) => source.urn));
  return reviewed.findings
    .filter(({ subject, urn }) => subject === printable(name) && urns.has(urn))
    .map(({ rule: { severity }, subject, message }) => ({ severity, message: message.replace(`${subject}: `, "") }));
}

/** What a map is called: its project and stack, or what else it is of. */
export const titleOf = ({ project, stack }: StackMap): string => (stack === "" ? project : `${project}/${stack}`);

/** How many routes there are of each kind of access. */
export function countsOf(maps: readonly StackMap[]): Readonly<Record<Access, number>> {
  const routes = maps.flatMap(({ edges }) => edges.flatMap((edge) => edge.routes));
  const count = (access: Access) => routes.filter((each) => each.access === access).length;
  return Object.fromEntries(accessNames.map((access) => [access, count(access)])) as Record<Access, number>;
}
