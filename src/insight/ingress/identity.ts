import { canonical } from "../../core/schema/diff";
import type { Values } from "../../core/schema/values";
import type { StackResource } from "../stack/resource";
import { type Entry, isOpaque } from "./blocks";
import { byType } from "./kinds";

/** The key of an object, by the URN of its resource or by its id. */
export type KeyOf = (urnOrId: string) => string;

/**
 * Finds which object a resource is, before and after a change: by its URN, which a replacement keeps, or, under another URN,
 * by what identifies it to its clients.
 */
export function keysOf(before: readonly Entry[], after: readonly Entry[] = []): KeyOf {
  const [ofBefore, ofAfter] = [before, after].map((entries) => new Set(entries.map(({ resource: { urn } }) => urn)));
  const keys = new Map(before.flatMap(({ resource: { id, urn } }) => (id === "" ? [] : [[id, urn]])));
  const removed = before.filter(({ resource: { urn } }) => !ofAfter?.has(urn));
  const old = new Map(removed.map(({ resource, values }) => [identityOf(resource, values), resource.urn]));
  for (const { resource, values } of after) {
    const identity = ofBefore?.has(resource.urn) ? undefined : identityOf(resource, values);
    const urn = identity === undefined ? undefined : old.get(identity);
    if (urn !== undefined) keys.set(resource.urn, urn);
  }
  return (urnOrId) => keys.get(urnOrId) ?? urnOrId;
}

/** What identifies an object to its clients, as far as it is known. */
function identityOf({ type }: StackResource, values: Values): string | undefined {
  const definition = byType.get(type);
  if (definition?.kind !== "collection" || !definition.identity) return undefined;
  const parts = definition.identity.map((name) =>
    canonical(definition.fields[name] ?? { kind: "string" }, values[name]),
  );
  const isKnown = parts.every((block) => typeof block === "string" && !isOpaque(block));
  return isKnown ? [type, ...parts].join(" ") : undefined;
}
