import { isObject, type Values } from "../../core/schema/values";
import type { IdEntry } from "./named-objects";
import { findObject } from "./object-path";
import { isPulumiResource, isUnmanagedResource, pulumiResource } from "./pulumi";
import { isDataSource, terraformResources } from "./terraform";

/**
 * Reads the objects of a JSON document.
 *
 * @throws {Error} if the document does not name an object.
 */
export function readDocument(document: Values): IdEntry[] {
  const entries = findEntries(document);
  if (entries.length === 0)
    throw new Error("the document names no object by its path, or by a type and an id");
  return entries;
}

/** Searches a node, and all nodes below it unless the node is a resource. A resource counts only if its owner manages the object. */
function findEntries(node: unknown): IdEntry[] {
  if (Array.isArray(node)) return node.flatMap(findEntries);
  if (!isObject(node) || isDataSource(node) || isUnmanagedResource(node)) return [];
  const entries = typeof node.type === "string" ? resourceEntries(node.type, node) : [];
  return entries.length > 0 ? entries : Object.values(node).flatMap(findEntries);
}

function resourceEntries(type: string, node: Values): IdEntry[] {
  const resources = isPulumiResource(node)
    ? [pulumiResource(node)]
    : terraformResources(type, node);
  return resources.flatMap(({ attributes, name }) => {
    const entry = findObject(type, attributes);
    return entry ? [{ ...entry, name }] : [];
  });
}
