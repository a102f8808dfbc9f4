import { closest, distance } from "fastest-levenshtein";

/** Says that there is no such argument, and which one was probably meant. `path` is that of the object that holds it. */
export function notAnArgument(key: string, arguments_: readonly string[], path = ""): string {
  const names = new Map(arguments_.map((name) => [name.toLowerCase(), name]));
  const nearest = closest(key.toLowerCase(), [...names.keys()]);
  const isLikely = distance(key.toLowerCase(), nearest) <= Math.max(2, key.length / 3);
  return `${path}${key} is not an argument${isLikely ? `; did you mean ${path}${names.get(nearest)}?` : ""}`;
}
