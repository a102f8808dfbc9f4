import * as resourceDefinitions from "../../core/definitions";
import type { Definition } from "../../core/schema/definition";
import { formatProblem } from "../../core/schema/leaves";

/** The definitions of all objects that an account may contain. */
export const definitions: readonly Definition[] = Object.values(resourceDefinitions);

/** Kinds of objects that the API does not list. A lookup needs their ids. */
export const namedKinds = ["https-edge", "tls-edge", "tcp-edge", "route"] as const;

export type NamedKind = (typeof namedKinds)[number];

/** An edge, or a route of an edge, that the user names by its ids. */
export interface NamedObject {
  readonly kind: NamedKind;
  readonly id: string;
  /** The edge of a route. */
  readonly edgeId?: string;
}

/** An object that a file or an option names. */
export interface IdEntry {
  /**
   * The type and the id, as in states; the kind and the id of a whole edge; the id alone if the source does not contain the
   * type.
   */
  readonly key: string;
  /** The ids for a lookup, if the API does not list the object. */
  readonly named?: NamedObject;
  /** The name of the object in the document. */
  readonly name?: string;
}

/**
 * Reads the id of a named object. The id of a route is `EDGE/ROUTE`.
 *
 * @throws {Error} if the text is not such an id.
 */
export function parseNamedEntry(kind: NamedKind, text: string) {
  const named = splitId(kind, text);
  const problem = idProblem(named);
  if (problem !== undefined) throw new Error(`the id of a ${kindTitle(kind)} ${problem}`);
  const type = kind === "route" ? "HttpsEdgeRoute" : kind;
  return { key: `${type} ${named.id}`, named };
}

function splitId(kind: NamedKind, text: string): NamedObject {
  const slash = text.lastIndexOf("/");
  if (slash < 0) return { kind, id: text };
  return { kind, id: text.slice(slash + 1), edgeId: text.slice(0, slash) };
}

function idProblem({ kind, id, edgeId }: NamedObject): string | undefined {
  const isRoute = kind === "route";
  const hasEdge = edgeId !== undefined;
  if (hasEdge !== isRoute || edgeId?.includes("/"))
    return `must be ${isRoute ? "EDGE/ROUTE" : "an id"}`;
  return formatProblem("id", edgeId ?? id) ?? formatProblem("id", id);
}

/** The name of a kind in messages: `HTTPS edge` or `route`. */
const kindTitle = (kind: NamedKind): string =>
  kind.replace(/^(\w+)-/, (_, protocol: string) => `${protocol.toUpperCase()} `);

/** The name of an object in messages, such as `HTTPS edge edghts_1`. */
export const namedObjectLabel = ({ kind, id, edgeId }: NamedObject): string =>
  `${kindTitle(kind)} ${edgeId === undefined ? id : `${edgeId}/${id}`}`;

/** Removes duplicates, and sorts the objects by their kinds. */
export function distinctNamedObjects(named: readonly NamedObject[]): NamedObject[] {
  const byLabel = new Map(named.map((object) => [namedObjectLabel(object), object]));
  const objects = [...byLabel.values()];
  return namedKinds.flatMap((kind) => objects.filter((object) => object.kind === kind));
}

/** Notes about named objects that the account does not contain. */
export const notFoundNotes = (missing: readonly NamedObject[]): string[] =>
  missing.map((object) => `not found: ${namedObjectLabel(object)}`);

/**
 * A note about edges and routes that were not looked up, because the API does not list them. A named edge or route shows
 * nothing about the others of its kind.
 */
export function unlistedNote(named: readonly NamedObject[]): string[] {
  const hasKind = (kind: NamedKind) => named.some((object) => object.kind === kind);
  const httpsEdges = named.filter(({ kind }) => kind === "https-edge").map(({ id }) => id);
  const edgesWithRoutes = [...new Set(named.flatMap(({ edgeId }) => edgeId ?? []))];
  const edgesWithoutRoutes = httpsEdges.filter((id) => !edgesWithRoutes.includes(id));
  const parts = [
    ...routesPhrase("other routes of", edgesWithRoutes),
    ...routesPhrase("routes of", edgesWithoutRoutes),
    `${hasKind("https-edge") ? "other " : ""}HTTPS edges and their routes`,
    `${hasKind("tls-edge") ? "other " : ""}TLS edges`,
    `${hasKind("tcp-edge") ? "other " : ""}TCP edges`,
  ];
  const options = namedKinds.map((kind) => `--${kind}`).join(", ");
  return [
    `not looked for: ${parts.join(", ")}, which the API does not list; name them with ${options} or --ids`,
  ];
}

/** The most edges that a note names. The note counts the rest. */
const MAX_EDGE_NAMES = 5;

function routesPhrase(beginning: string, edges: readonly string[]): string[] {
  if (edges.length === 0) return [];
  const names = edges.slice(0, MAX_EDGE_NAMES).join(" and ");
  const rest = edges.length - MAX_EDGE_NAMES;
  return [`${beginning} ${names}${rest > 0 ? ` and ${rest} more` : ""}`];
}
