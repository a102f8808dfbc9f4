import { isObject, jsonObject, type Values } from "../core/schema/values";
import { distinct, type NamedKind, type NamedObject, namedKinds, namedObject } from "./named";

/**
 * The edges and routes that a file names: lines of a kind and an id, or a JSON document in which resources have a type and
 * ids, such as a Terraform state or the export of a Pulumi stack.
 *
 * @throws {Error} if a line is neither, or if a document names none.
 */
export function readIds(text: string): NamedObject[] {
  const document = jsonObject(text);
  if (!document) return distinct(text.split("\n").flatMap((line, index) => namedInLine(line, index + 1)));
  const named = namedIn(document);
  if (named.length === 0) throw new Error("the document names no edge and no route by a type and an id");
  return distinct(named);
}

function namedInLine(line: string, number: number): NamedObject[] {
  const [kind = "", id = "", ...rest] = line.replace(/#.*/, "").trim().split(/\s+/);
  if (kind === "") return [];
  const known = namedKinds.find((each) => each === kind);
  if (!known || id === "" || rest.length > 0) {
    throw new Error(`line ${number} must be KIND ID, where KIND is ${namedKinds.join(", ")}`);
  }
  return [namedObject(known, id)];
}

/** Visits every object of a document that has a type. */
function namedIn(node: unknown): NamedObject[] {
  if (Array.isArray(node)) return node.flatMap(namedIn);
  if (!isObject(node)) return [];
  const own = typeof node.type === "string" ? namedByType(node.type, node) : [];
  return [...own, ...Object.values(node).flatMap(namedIn)];
}

/** The end of a type such as `example_https_edge_route` or `HttpsEdgeRoute`, in small letters alone. */
const TYPE = /(https|tls|tcp)edge([a-z]*)$/;

function namedByType(type: string, resource: Values): NamedObject[] {
  const [, protocol = "", rest = ""] = TYPE.exec(classOf(type)) ?? [];
  if (protocol === "") return [];
  return recordsOf(resource).flatMap((record) => {
    const edgeId = rest === "" ? record.id : (record.edge_id ?? record.edgeId);
    const routeId = rest === "route" ? record.id : (record.route_id ?? record.routeId);
    if (rest.startsWith("route")) return wellFormed("route", `${edgeId}/${routeId}`);
    return wellFormed(`${protocol}-edge` as NamedKind, String(edgeId));
  });
}

/** Behind the last colon of a Pulumi type. */
const classOf = (type: string): string =>
  type
    .slice(type.lastIndexOf(":") + 1)
    .toLowerCase()
    .replaceAll(/[^a-z]/g, "");

/** The attributes of a resource: Terraform has them in `instances` or `values`, Pulumi in `inputs` and `outputs`. */
function recordsOf({ id, inputs, outputs, values, instances }: Values): Values[] {
  if (Array.isArray(instances)) {
    return instances.flatMap((each) => (isObject(each) && isObject(each.attributes) ? [each.attributes] : []));
  }
  const parts = [inputs, outputs, values].filter(isObject);
  return [Object.assign({}, ...parts, id === undefined ? {} : { id })];
}

/** What has the type and not the ids of an object is none. */
function wellFormed(kind: NamedKind, id: string): NamedObject[] {
  if (/(^|\/)(undefined|null)(\/|$)/.test(id)) return [];
  try {
    return [namedObject(kind, id)];
  } catch {
    return [];
  }
}
