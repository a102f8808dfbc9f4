import { type Hidden, type Item, SECRET, UNKNOWN } from "../ingress/value";

/**
 * The hidden entries of a list that may be any entry of its other version. A secret that both versions have counts as the same: hidden does
 * not mean changed. Nothing shows the value of an entry that only an apply will know.
 */
export function hiddenBeyond(entries: readonly Item[], others: readonly Item[]): Hidden[] {
  const unknown = entries.filter((entry) => entry === UNKNOWN);
  const secrets = entries.filter((entry) => entry === SECRET);
  const otherSecrets = others.filter((entry) => entry === SECRET);
  return [...unknown, ...secrets.slice(otherSecrets.length)];
}

/** The secret entries beyond those of the other version. `protection-not-known` reports an entry that only an apply will know. */
export const secretsBeyond = (entries: readonly Item[], others: readonly Item[]): Hidden[] =>
  hiddenBeyond(entries, others).filter((entry) => entry === SECRET);
