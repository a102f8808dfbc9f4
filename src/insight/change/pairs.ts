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
  const keyBefore = keysById(before);
  const oldUrns = urnsOfReplaced(onlyIn(before, after), onlyIn(after, before));
  return (urnOrId) => oldUrns.get(urnOrId) ?? keyBefore(urnOrId);
}

/** The URNs of removed resources by the URNs of the new resources with the same identities. */
function urnsOfReplaced(
  removed: readonly ResourceVersion[],
  added: readonly ResourceVersion[],
): ReadonlyMap<string, string> {
  const removedUrns = new Map(
    removed.map((version) => [identityOf(version), version.resource.urn]),
  );
  const pairs = added.flatMap((version): [newUrn: string, oldUrn: string][] => {
    const oldUrn = removedUrns.get(identityOf(version));
    return oldUrn === undefined ? [] : [[version.resource.urn, oldUrn]];
  });
  return new Map(pairs);
}

/** The resources of a side that the other side does not have. */
function onlyIn(
  versions: readonly ResourceVersion[],
  others: readonly ResourceVersion[],
): ResourceVersion[] {
  const urns = new Set(others.map(({ resource }) => resource.urn));
  return versions.filter(({ resource }) => !urns.has(resource.urn));
}

/** The values by which clients know an object; its URN if a value is hidden, or if clients do not know objects of its type. */
function identityOf({ resource: { type, urn }, values }: ResourceVersion): string {
  const definition = byType.get(type);
  if (definition?.kind !== "collection" || !definition.identity) return urn;
  const { identity, fields } = definition;
  const parts = identity.map((name) => canonical(fields[name] ?? { kind: "string" }, values[name]));
  const isKnown = parts.every((part) => typeof part === "string" && !hiddenIn(part));
  return isKnown ? [type, ...parts].join(" ") : urn;
}
