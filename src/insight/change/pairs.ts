import { canonical } from "../../core/schema/diff";
import { byType } from "../ingress/declared-object";
import { hiddenIn } from "../ingress/value";
import { type KeyOf, keysById, type ResourceVersion } from "../ingress/versions";

/**
 * The keys of objects on both sides of a change: an object keeps its key if its resource keeps its URN, or if a new resource takes
 * the place of a removed one and has the same identity for clients.
 */
export function pairedKeys(
  before: readonly ResourceVersion[],
  after: readonly ResourceVersion[],
): KeyOf {
  const removed = new Map(
    onlyIn(before, after).map((version) => [identityOf(version), version.resource.urn]),
  );
  const keyBefore = keysById(before);
  const replaced = new Map(
    onlyIn(after, before).flatMap((version) => {
      const urn = removed.get(identityOf(version));
      return urn === undefined ? [] : [[version.resource.urn, urn] as const];
    }),
  );
  return (urnOrId) => replaced.get(urnOrId) ?? keyBefore(urnOrId);
}

function onlyIn(
  versions: readonly ResourceVersion[],
  others: readonly ResourceVersion[],
): ResourceVersion[] {
  const urns = new Set(others.map(({ resource }) => resource.urn));
  return versions.filter(({ resource }) => !urns.has(resource.urn));
}

/** The values by which clients know an object; its URN if one of them is hidden. */
function identityOf({ resource: { type, urn }, values }: ResourceVersion): string {
  const definition = byType.get(type);
  if (definition?.kind !== "collection" || !definition.identity) return urn;
  const { identity, fields } = definition;
  const parts = identity.map((name) => canonical(fields[name] ?? { kind: "string" }, values[name]));
  const isKnown = parts.every((part) => typeof part === "string" && !hiddenIn(part));
  return isKnown ? [type, ...parts].join(" ") : urn;
}
