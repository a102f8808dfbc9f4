import * as all from "../core/definitions";
import type { Definition } from "../core/schema/definition";
import { formatProblem } from "../core/schema/leaves";
import { isObject, jsonObject, type Values } from "../core/schema/values";
import type { StackState } from "../insight/engine/export";
import { requireState } from "./document";

/** What an account may contain. */
export const definitions: readonly Definition[] = Object.values(all);

/** Objects that the API does not list, which are found by their ids alone. */
export const namedKinds = ["https-edge", "tls-edge", "tcp-edge", "route"] as const;

type NamedKind = (typeof namedKinds)[number];

/** What messages call objects of a kind: `HTTPS edge` or `route`. */
const titleOf = (kind: NamedKind): string =>
  kind.replace(/^(\w+)-/, (_, protocol: string) => `${protocol.toUpperCase()} `);

/** An edge, or a route of one, by its ids. */
export interface NamedObject {
  readonly kind: NamedKind;
  readonly id: string;
  /** Of a route. */
  readonly edgeId?: string;
}

/** An object that a file or an option names. */
export interface IdEntry {
  /** The type and the id, as in states; the kind and the id of a whole edge; the id alone if nothing shows the type. */
  readonly key: string;
  /** How it is looked for, if the API does not list it. */
  readonly named?: NamedObject;
  /** What a document calls it. */
  readonly name?: string;
}

/** What messages call a named object. */
export const nameOf = ({ kind, id, edgeId }: NamedObject): string =>
  `${titleOf(kind)} ${edgeId === undefined ? id : `${edgeId}/${id}`}`;

/** A named object, from its kind and its id; a route's is `EDGE/ROUTE`. Throws an error if the text is not an id. */
export function namedEntry(kind: NamedKind, text: string) {
  const [id = "", edgeId, rest] = text.split("/").reverse();
  const isWhole = rest === undefined && (edgeId !== undefined) === (kind === "route");
  const problem = isWhole
    ? (formatProblem("id", edgeId ?? id) ?? formatProblem("id", id))
    : `must be ${kind === "route" ? "EDGE/ROUTE" : "an id"}`;
  if (problem !== undefined) throw new Error(`the id of a ${titleOf(kind)} ${problem}`);
  const named: NamedObject = { kind, id, ...(edgeId !== undefined && { edgeId }) };
  return { key: `${kind === "route" ? "HttpsEdgeRoute" : kind} ${id}`, named };
}

/** Each object once, in the order of the kinds. */
export const distinct = (named: readonly NamedObject[]): NamedObject[] => {
  const byName = new Map(named.map((each) => [nameOf(each), each]));
  return namedKinds.flatMap((kind) => [...byName.values()].filter((each) => each.kind === kind));
};

/** Notes about named objects that the account does not contain. */
export const notFound = (missing: readonly NamedObject[]): string[] =>
  missing.map((each) => `not found: ${nameOf(each)}`);

/** What was not looked for, because nothing lists it: an object that was named shows nothing of the others of its kind. */
export function unsearched(named: readonly NamedObject[]): string[] {
  const edges = named.filter(({ kind }) => kind === "https-edge").map(({ id }) => id);
  const withRoutes = [...new Set(named.flatMap(({ edgeId }) => edgeId ?? []))];
  const withoutRoutes = edges.filter((id) => !withRoutes.includes(id));
  const isNamed = (kind: NamedKind) => named.some((each) => each.kind === kind);
  const parts = [
    ...routesOf("other routes of", withRoutes),
    ...routesOf("routes of", withoutRoutes),
    `${isNamed("https-edge") ? "other " : ""}HTTPS edges and their routes`,
    `${isNamed("tls-edge") ? "other " : ""}TLS edges`,
    `${isNamed("tcp-edge") ? "other " : ""}TCP edges`,
  ];
  const options = namedKinds.map((kind) => `--${kind}`).join(", ");
  return [
    `not looked for: ${parts.join(", ")}, which the API does not list; name them with ${options} or --ids`,
  ];
}

/** More edges than this are counted. */
const MOST_NAMED = 5;

function routesOf(which: string, edges: readonly string[]): string[] {
  if (edges.length === 0) return [];
  const more = edges.length - MOST_NAMED;
  const names = edges.slice(0, MOST_NAMED).join(" and ");
  return [`${which} ${names}${more > 0 ? ` and ${more} more` : ""}`];
}

/**
 * The objects that a file names: lines of a kind and an id, or a JSON document with resources, such as a Terraform state or the
 * export of a Pulumi stack. Throws an error if a line is not of that form, or if a document names no object.
 */
export function readIds(text: string): IdEntry[] {
  const document = jsonObject(text);
  requireState(text, document);
  if (!document) return text.split("\n").flatMap((line, index) => entryInLine(line, index + 1));
  const entries = entriesIn(document);
  if (entries.length === 0)
    throw new Error("the document names no object by its path, or by a type and an id");
  return entries;
}

/** The edges and routes that stacks name: their own, and those that their modules and routes belong to. */
export function edgesIn(stacks: readonly StackState[]): NamedObject[] {
  const resources = stacks.flatMap((stack) => stack.resources.filter(({ isIngress }) => isIngress));
  const named = resources.flatMap(({ type, id, inputs, outputs }): NamedObject[] => {
    const found = entryOf(type, { ...inputs, ...outputs, id })?.named;
    if (!found) return [];
    return found.edgeId === undefined ? [found] : [found, { kind: "https-edge", id: found.edgeId }];
  });
  return distinct(named);
}

function entryInLine(line: string, number: number): IdEntry[] {
  const [kind = "", id = "", ...rest] = line.replace(/#.*/, "").trim().split(/\s+/);
  if (kind === "") return [];
  const known = namedKinds.find((each) => each === kind);
  if (!known || id === "" || rest.length > 0)
    throw new Error(`line ${number} must be KIND ID, where KIND is ${namedKinds.join(", ")}`);
  return [namedEntry(known, id)];
}

/** Visits all objects of a document, down to those that are resources. What Terraform only reads, it does not manage. */
function entriesIn(node: unknown): IdEntry[] {
  if (Array.isArray(node)) return node.flatMap(entriesIn);
  if (!isObject(node) || node.mode === "data") return [];
  const own = typeof node.type === "string" ? entriesOf(node.type, node) : [];
  return own.length > 0 ? own : Object.values(node).flatMap(entriesIn);
}

/** What a resource is: Terraform has attributes in `instances` or `values`, Pulumi in `inputs` and `outputs`. */
function entriesOf(type: string, resource: Values): IdEntry[] {
  const { id, inputs, outputs, values, urn, instances } = resource;
  const words =
    typeof urn === "string"
      ? [urn.slice(urn.lastIndexOf("::") + 2)]
      : wordsIn(addressOf(type, resource));
  const own = [inputs, outputs, values, id === undefined ? id : { id }].filter(isObject);
  const all = Array.isArray(instances) ? instances : [{ attributes: Object.assign({}, ...own) }];
  return all.filter(isObject).flatMap(({ deposed, attributes, index_key: index }) => {
    const entry = deposed === undefined && isObject(attributes) && entryOf(type, attributes);
    const indexed = index === undefined ? words : [...words, String(index)];
    return entry ? [{ ...entry, name: indexed.join("-") }] : [];
  });
}

/** The address of a resource in Terraform, as a state has it or by its parts; empty if the document has none. */
function addressOf(type: string, { address, module, name }: Values): string {
  if (typeof address === "string") return address;
  return typeof name === "string" ? [module, type, name].filter(Boolean).join(".") : "";
}

const KEY = String.raw`(?:\[(?:"((?:[^"\\]|\\.)*)"|(\d+))\])?`;
const MODULE = new RegExp(String.raw`module\.([^.[]+)${KEY}\.`, "gy");
const RESOURCE = new RegExp(String.raw`^[^.[]+\.([^.[]+)${KEY}$`);

/** The names and keys in an address, without those that name nothing: `module.api["eu"].restapi_object.this` has `api` and `eu`. */
function wordsIn(address: string): string[] {
  const modules = [...address.matchAll(MODULE)];
  const path = modules.map(([part]) => part).join("");
  const resource = RESOURCE.exec(address.slice(path.length));
  const words = [...modules, ...(resource ? [resource] : [])].flatMap(([, ...parts]) =>
    parts.filter(Boolean),
  );
  const own = words.filter((word) => word !== "this");
  return own.length > 0 ? own : words;
}

/** What an object is, by the path that it records, the address that the API shows, or the path of its type; else its id alone. */
function entryOf(type: string, values: Values): IdEntry | undefined {
  const { id, path, read_path: readPath, api_data: data, uri, url } = values;
  const recorded = [
    `${path}/${id}`,
    String(readPath).replaceAll("{id}", String(id)),
    isObject(data) && data.uri,
  ];
  const paths = [...recorded, uri, url, path, pathOf(type, values)].filter(
    (each) => typeof each === "string",
  );
  const found = paths.map(entryAt).find((each) => each !== undefined);
  return (
    found ??
    (typeof id === "string" && formatProblem("id", id) === undefined ? { key: id } : undefined)
  );
}

/** The path by a type such as `example_https_edge_route` or `HttpsEdgeRoute`. An unknown module has the path of its owner. */
function pathOf(type: string, values: Values): string | undefined {
  const name = type.toLowerCase().replaceAll(/.*:|[^a-z]/g, "");
  const [, protocol, route, module] = /(https|tls|tcp)edge(route)?([a-z]*)$/.exec(name) ?? [];
  const known = definitions.find((each) => name.endsWith(each.type.toLowerCase()));
  const owner =
    protocol && `/edges/${protocol}/{edge_id}${route === undefined ? "" : "/routes/{route_id}"}`;
  const { id, edge_id: edgeId = values.edgeId, route_id: routeId = values.routeId } = values;
  const ids: Values = {
    id,
    edge_id: route === undefined && module === "" ? id : edgeId,
    route_id: routeId,
  };
  return (known?.path ?? owner)?.replaceAll(/\{(\w+)\}/g, (_, parameter: string) =>
    String(ids[parameter]),
  );
}

/** What has a path: the objects that this package manages, and the edges. */
const places = new Set(
  definitions.flatMap((each) => (each.kind === "singleton" ? [each, each.of] : [each])),
);

type Place = typeof places extends ReadonlySet<infer Item> ? Item : never;

/** What is at a path all of whose ids are known, and have the form of an id. */
function entryAt(path: string): IdEntry | undefined {
  if (/\/(undefined|null)(\/|$)/.test(path)) return undefined;
  for (const place of places) {
    const ids = idsIn(place.path, path);
    if (ids.length > 0) return entryOfPlace(place, ids);
  }
  return undefined;
}

/** The ids in a path that has the form of a template; none if it has another form. */
function idsIn(template: string, path: string): string[] {
  const pattern = new RegExp(`${template.replaceAll(/\{\w+\}/g, "([^/]+)")}$`);
  return pattern.exec(path)?.slice(1) ?? [];
}

function entryOfPlace(place: Place, ids: readonly string[]): IdEntry | undefined {
  const isOfRoute = ids.length > 1;
  const id = ids.join("/");
  if (place.kind === "collection" && !isOfRoute) return { key: `${place.type} ${id}` };
  if (ids.some((part) => formatProblem("id", part) !== undefined)) return undefined;
  const owner = namedEntry(
    isOfRoute ? "route" : (`${place.path.split("/")[2]}-edge` as NamedKind),
    id,
  );
  return place.kind === "singleton" ? { ...owner, key: `${place.type} ${id}` } : owner;
}
