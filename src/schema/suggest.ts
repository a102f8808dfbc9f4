import { closest, distance } from "fastest-levenshtein";
import type { Problem } from "./problem";

/** Says that there is no such argument, and which one was probably meant. `path` is that of the object that holds it. */
export function notAnArgument(key: string, known: readonly string[], path = ""): Problem {
  const names = new Map(known.map((name) => [name.toLowerCase(), name]));
  const nearest = closest(key.toLowerCase(), [...names.keys()]);
  const isLikely = distance(key.toLowerCase(), nearest) <= Math.max(2, key.length / 3);
  const suggestion = isLikely ? `; did you mean ${path}${names.get(nearest)}?` : "";
  return { path: path + key, reason: `is not an argument${suggestion}` };
}
