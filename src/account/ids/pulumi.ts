import { isObject, type Values } from "../../core/schema/values";
import type { StackState } from "../../insight/engine/export";
import type { DocumentResource } from "./document-resource";
import { distinctNamedObjects, type NamedObject } from "./named-objects";
import { findObject } from "./object-path";

/**
 * Checks whether a resource is from the export of a stack, or from a file for `pulumi import` that
 * contains values.
 */
export const isPulumiResource = ({ urn, inputs, outputs }: Values): boolean =>
  typeof urn === "string" || isObject(inputs) || isObject(outputs);

/** Checks whether a resource of an export is only looked up, or waits for its deletion after a replacement. */
export const isUnmanagedResource = (node: Values): boolean =>
  isPulumiResource(node) && (node.external === true || node.delete === true);

/** Reads a resource of Pulumi. Its name is the last part of its URN; an import file contains the name alone. */
export function pulumiResource({ urn, name, id, inputs, outputs }: Values): DocumentResource {
  const attributes: Record<string, unknown> = Object.assign(
    {},
    ...[inputs, outputs].filter(isObject),
  );
  if (id !== undefined) attributes.id = id;
  if (typeof urn === "string") return { attributes, name: urn.slice(urn.lastIndexOf("::") + 2) };
  return { attributes, name: typeof name === "string" ? name : "" };
}

/**
 * The edges and routes that stacks name: those that stacks manage, and those that managed modules
 * and routes belong to.
 */
export function namedObjectsOfStacks(stacks: readonly StackState[]): NamedObject[] {
  const named: NamedObject[] = [];
  const resources = stacks.flatMap((stack) => stack.resources);
  for (const { isIngress, type, id, inputs, outputs } of resources) {
    if (!isIngress) continue;
    const object = findObject(type, { ...inputs, ...outputs, id })?.named;
    if (!object) continue;
    named.push(object);
    if (object.edgeId !== undefined) named.push({ kind: "https-edge", id: object.edgeId });
  }
  return distinctNamedObjects(named);
}
