import { closest, distance } from "fastest-levenshtein";
import type { Finding } from "./problem";

/** Says that there is no such argument, and which one was probably meant. `path` is that of the object that holds it. */
export function notAnArgument(key: string, known: readonly string[], path = ""): Finding {
  const nearest = nearestOf(key, known);
  const suggestion = nearest === undefined ? "" : `; did you mean ${path}${nearest}?`;
  return { path: path + key, reason: `is not an argument${suggestion}`, isUnknownName: true };
}

/** The same of what is a secret as a whole, so that its members' names are secrets too. */
export const withoutName = ({ path }: Finding): Finding => ({
  path: path.slice(0, path.lastIndexOf(".")),
  reason: "has a member that is not an argument",
});

/** The known name that was probably meant, if there is one that is likely. */
export function nearestOf(key: string, known: readonly string[]): string | undefined {
  if (known.length === 0) return undefined;
  const names = new Map(known.map((name) => [name.toLowerCase(), name]));
  const nearest = closest(key.toLowerCase(), [...names.keys()]);
  const isLikely = distance(key.toLowerCase(), nearest) <= Math.max(2, key.length / 3);
  return isLikely ? names.get(nearest) : undefined;
}
