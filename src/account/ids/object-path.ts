import { formatProblem } from "../../core/schema/leaves";
import { isObject, isSet, type Values } from "../../core/schema/values";
import { definitions, type IdEntry, type NamedKind, parseNamedEntry } from "./named-objects";

/**
 * Finds the object of a resource: by a path or an address that its attributes contain, else by the path of its type. If neither
 * leads to an object, the id alone may identify the object.
 */
export function findObject(type: string, attributes: Values): IdEntry | undefined {
  for (const path of candidatePaths(type, attributes)) {
    const entry = objectAt(path);
    if (entry) return entry;
  }
  const { id } = attributes;
  const isId = typeof id === "string" && formatProblem("id", id) === undefined;
  return isId ? { key: id } : undefined;
}

/** Paths that may lead to the object, in order of preference. */
function candidatePaths(type: string, attributes: Values): string[] {
  const { id, path, read_path: readPath, api_data: data, uri, url } = attributes;
  const candidates: unknown[] = [];
  // Attributes of `restapi_object`, the usual resource of Terraform for an API without a provider.
  if (isSet(path) && isSet(id)) candidates.push(`${path}/${id}`);
  if (isSet(readPath)) candidates.push(String(readPath).replaceAll("{id}", String(id)));
  if (isObject(data)) candidates.push(data.uri);
  // Attributes of the API's own objects.
  candidates.push(uri, url, path, typePath(type, attributes));
  return candidates.filter((candidate) => typeof candidate === "string");
}

const EDGE_TYPE = /(?<protocol>https|tls|tcp)edge(?<route>route)?(?<module>[a-z]*)$/;

/**
 * The path that follows from a type such as `example_https_edge_route` or `HttpsEdgeRoute`. An unknown module has the path of its
 * edge or route.
 */
function typePath(type: string, attributes: Values): string | undefined {
  const name = type.toLowerCase().replaceAll(/.*:|[^a-z]/g, "");
  const definition = definitions.find((known) => name.endsWith(known.type.toLowerCase()));
  const { protocol, route, module } = EDGE_TYPE.exec(name)?.groups ?? {};
  const template = definition?.path ?? (protocol && edgePath(protocol, route !== undefined));
  if (template === undefined) return undefined;
  const isWholeEdge = protocol !== undefined && route === undefined && module === "";
  const {
    id,
    edge_id: edgeId = attributes.edgeId,
    route_id: routeId = attributes.routeId,
  } = attributes;
  return fillTemplate(template, { id, edge_id: isWholeEdge ? id : edgeId, route_id: routeId });
}

const edgePath = (protocol: string, isRoute: boolean): string =>
  `/edges/${protocol}/{edge_id}${isRoute ? "/routes/{route_id}" : ""}`;

/** Fills a path template; undefined if an id is unknown. */
function fillTemplate(template: string, ids: Values): string | undefined {
  const names = [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  if (!names.every((name) => isSet(ids[name]))) return undefined;
  return template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(ids[name]));
}

/** The objects that have a path: objects that this package manages, and the edges of their modules. */
const owners = definitions.flatMap((definition) =>
  definition.kind === "singleton" ? [definition, definition.of] : [definition],
);

type PathOwner = (typeof owners)[number];

const patterns = [...new Set(owners)].map((owner) => ({
  owner,
  pattern: new RegExp(`${owner.path.replaceAll(/\{\w+\}/g, "([^/]+)")}$`),
}));

/** The object at a path, or at an address that ends with a path. */
function objectAt(path: string): IdEntry | undefined {
  for (const { owner, pattern } of patterns) {
    const [, ...ids] = pattern.exec(path) ?? [];
    // A program or a document may have filled its path with a missing id. Another candidate may lead to the object.
    if (ids.some((id) => id === "undefined" || id === "null")) return undefined;
    if (ids.length > 0) return ownerEntry(owner, ids);
  }
  return undefined;
}

function ownerEntry(owner: PathOwner, ids: readonly string[]): IdEntry | undefined {
  const isOnEdge = ids.length > 1;
  const id = ids.join("/");
  if (owner.kind === "collection" && !isOnEdge) return { key: `${owner.type} ${id}` };
  if (ids.some((part) => formatProblem("id", part) !== undefined)) return undefined;
  const edgeKind = `${owner.path.split("/")[2]}-edge` as NamedKind;
  const entry = parseNamedEntry(isOnEdge ? "route" : edgeKind, id);
  return owner.kind === "singleton" ? { ...entry, key: `${owner.type} ${id}` } : entry;
}
