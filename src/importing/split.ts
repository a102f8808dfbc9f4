import type { AccountObject } from "../account/account";

/** The part that has what belongs to no edge. */
export const SHARED = "shared";

/**
 * Objects by the parts of a split: first what the account shares, which may be nothing, then each edge. No object of a part
 * refers to one of another.
 */
export function partsOf(objects: readonly AccountObject[]): ReadonlyMap<string, readonly AccountObject[]> {
  const parts = new Map<string, AccountObject[]>([[SHARED, []]]);
  for (const object of objects) {
    const part = partOf(object);
    parts.set(part, [...(parts.get(part) ?? []), object]);
  }
  return parts;
}

/** Named after the id of the edge, which is all that the API shows of it. */
function partOf(object: AccountObject): string {
  const edge = edgeOf(object);
  return edge ? `${edge.protocol}-edge-${edge.id}` : SHARED;
}

/** The edge that an object belongs to. */
export function edgeOf({ definition: { path }, outputs }: AccountObject): { protocol: string; id: string } | undefined {
  const [, protocol] = /^\/edges\/(\w+)\//.exec(path) ?? [];
  return protocol === undefined ? undefined : { protocol, id: String(outputs.edgeId) };
}
