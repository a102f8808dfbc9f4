import type { ObjectChange } from "./objects";

/** Computes a fact of a change when a rule first asks for it, and keeps it for the other rules. */
export function oncePerChange<Fact>(
  factOf: (change: ObjectChange) => Fact,
): (change: ObjectChange) => Fact {
  const known = new WeakMap<ObjectChange, { readonly fact: Fact }>();
  return (change) => {
    const entry = known.get(change) ?? { fact: factOf(change) };
    known.set(change, entry);
    return entry.fact;
  };
}
