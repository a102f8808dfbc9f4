import { type IdEntry, namedKinds, parseNamedEntry } from "./named-objects";

/**
 * Reads lines of a kind and an id. A comment begins with `#`.
 *
 * @throws {Error} if a line has another format.
 */
export const readLines = (text: string): IdEntry[] =>
  text.split("\n").flatMap((line, index) => parseLine(line, index + 1));

function parseLine(line: string, number: number): IdEntry[] {
  const [word = "", id = "", ...rest] = line.replace(/#.*/, "").trim().split(/\s+/);
  if (word === "") return [];
  const kind = namedKinds.find((known) => known === word);
  if (!kind || id === "" || rest.length > 0)
    throw new Error(`line ${number} must be KIND ID, where KIND is ${namedKinds.join(", ")}`);
  return [parseNamedEntry(kind, id)];
}
