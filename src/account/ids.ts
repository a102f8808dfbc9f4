import { formatProblem } from "../core/schema/leaves";
import { isObject, jsonObject, type Values } from "../core/schema/values";
import type { StackState } from "../insight/stack/export";
import { definitions } from "./account";
import { distinct, type NamedKind, type NamedObject, namedKinds, namedObject } from "./named";

/** An object that a file or an option names. */
export interface IdEntry {
  /** The type and the id, as in states; the kind and the id of a whole edge; the id alone if nothing shows the type. */
  readonly key: string;
  /** How it is looked for, if the API does not list it. */
  readonly named?: NamedObject;
  /** What a document calls it. */
  readonly name?: string;
}

/** What an option names. */
export const entryOfNamed = (named: NamedObject): IdEntry => {
  return { key: `${named.kind === "route" ? "HttpsEdgeRoute" : named.kind} ${named.id}`, named };
};

/**
 * The objects that a file names: lines of a kind and an id, or a JSON document with resources, such as a Terraform state or the
 * export of a Pulumi stack. Throws an error if a line is not of that form, or if a document names no object.
 */
export function readIds(text: string): IdEntry[] {
  const document = jsonObject(text);
  if (!document) return text.split("\n").flatMap((line, index) => entryInLine(line, index + 1));
  const entries = entriesIn(document);
  if (entries.length === 0) throw new Error("the document names no object by its path, or by a type and an id");
  return entries;
}

function entryInLine(line: string, number: number): IdEntry[] {
  const [kind = "", id = "", ...rest] = line.replace(/#.*/, "").trim().split(/\s+/);
  if (kind === "") return [];
  const known = namedKinds.find((each) => each === kind);
  if (!known || id === "" || rest.length > 0)
    throw new Error(`line ${number} must be KIND ID, where KIND is ${namedKinds.join(", ")}`);
  return [entryOfNamed(namedObject(known, id))];
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
  const { id, inputs, outputs, values, name, module = "", address = `${module}.${name}`, urn, instances } = resource;
  const words = typeof urn === "string" ? urn.slice(urn.lastIndexOf("::")) : nameIn(String(address), type);
  const own = [inputs, outputs, values, id === undefined ? id : { id }].filter(isObject);
  const all = Array.isArray(instances) ? instances : [{ attributes: Object.assign({}, ...own) }];
  return all.filter(isObject).flatMap(({ deposed, attributes, index_key: index = "" }) => {
    if (deposed !== undefined || !isObject(attributes)) return [];
    const entry = entryAtPath(attributes) ?? entryOfType(type, attributes) ?? entryOfId(attributes);
    return entry ? [{ ...entry, name: `${words} ${index}` }] : [];
  });
}

/** The words of an address without those that name nothing: `module.api.restapi_object.this` is `api`. */
function nameIn(address: string, type: string): string {
  const words = address.split(/[.[\]"]+/).filter((word) => word !== "" && word !== "module" && word !== type);
  const own = words.filter((word) => word !== "this");
  return (own.length > 0 ? own : words).join(" ");
}

/** By the path, as the providers for any REST API record it, or by the address that the API shows. */
function entryAtPath({ id, path, read_path: readPath, api_data: data, uri, url }: Values): IdEntry | undefined {
  const paths = [`${path}/${id}`, String(readPath).replaceAll("{id}", String(id)), isObject(data) && data.uri];
  const texts = [...paths, uri, url, path].filter((each) => typeof each === "string");
  return texts.map(entryAt).find((each) => each !== undefined);
}

/** The end of a type such as `example_https_edge_route` or `HttpsEdgeRoute`, in small letters alone. */
const OF_EDGE = /(https|tls|tcp)edge(route)?([a-z]*)$/;

/** By the path that such an object has; a module that is not known is looked for with its edge or route. */
function entryOfType(type: string, values: Values): IdEntry | undefined {
  const name = type.toLowerCase().replaceAll(/.*:|[^a-z]/g, "");
  const [, protocol, route, module] = OF_EDGE.exec(name) ?? [];
  const known = definitions.find((each) => name.endsWith(each.type.toLowerCase()));
  if (!known && protocol === undefined) return undefined;
  const { id, edge_id: edgeId = values.edgeId, route_id: routeId = values.routeId } = values;
  const ids: Values = { id, edge_id: route === undefined && module === "" ? id : edgeId, route_id: routeId };
  const path = known?.path ?? `/edges/${protocol}/{edge_id}${route === undefined ? "" : "/routes/{route_id}"}`;
  return entryAt(path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => String(ids[parameter])));
}

/** What has a path: the objects that this package manages, and the edges. */
const places = new Set(definitions.flatMap((each) => (each.kind === "singleton" ? [each, each.of] : [each])));

/** What is at a path all of whose ids are known, and have the form of an id. */
function entryAt(path: string): IdEntry | undefined {
  if (/\/(undefined|null)(\/|$)/.test(path)) return undefined;
  for (const place of places) {
    const found = new RegExp(`${place.path.replaceAll(/\{\w+\}/g, "([^/]+)")}$`).exec(path);
    if (!found) continue;
    const [, ...ids] = found;
    const [isOfRoute, id] = [ids.length > 1, ids.join("/")];
    if (place.kind === "collection" && !isOfRoute) return { key: `${place.type} ${id}` };
    if (ids.some((each) => formatProblem("id", each) !== undefined)) return undefined;
    const edge = `${place.path.split("/")[2]}-edge` as NamedKind;
    const owner = entryOfNamed(namedObject(isOfRoute ? "route" : edge, id));
    return place.kind === "singleton" ? { ...owner, key: `${place.type} ${id}` } : owner;
  }
  return undefined;
}

/** Objects of other providers, and of this API by its ids. */
const entryOfId = ({ id }: Values): IdEntry | undefined =>
  typeof id === "string" && formatProblem("id", id) === undefined ? { key: id } : undefined;

/** The edges and routes that stacks name: their own, and those that their modules and routes belong to. */
export function edgesIn(stacks: readonly StackState[]): NamedObject[] {
  const resources = stacks.flatMap((stack) => stack.resources.filter(({ isIngress }) => isIngress));
  const named = resources.flatMap(({ type, id, inputs, outputs }): NamedObject[] => {
    const found = entryOfType(type, { ...inputs, ...outputs, id })?.named;
    return found?.edgeId === undefined ? [found ?? []].flat() : [found, { kind: "https-edge", id: found.edgeId }];
  });
  return distinct(named);
}
