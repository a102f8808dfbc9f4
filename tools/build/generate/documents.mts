import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Problem } from "../../base/say.mjs";

/**
 * A generated part of a document: the whole file, or the text between `<!-- generated:NAME -->` and
 * `<!-- /generated -->`. In TypeScript, comments contain these marks.
 */
export interface Part {
  file: string; // relative to the root
  name?: string; // of the block
  text: () => string; // without a line break at its end
}

/** The marks of a part. */
function marksOf({ file, name }: Part): readonly [start: string, end: string] {
  const comment = file.endsWith(".ts") ? "// " : "";
  return [`${comment}<!-- generated:${name} -->`, `${comment}<!-- /generated -->`];
}

/**
 * Writes the parts that are not as they should be.
 * @returns the files that were written
 */
export function write(parts: readonly Part[], folder: string): string[] {
  return changedFiles(parts, folder).map(({ file, text }) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
    return file;
  });
}

/** The files of which a part is not as it should be. */
export const stale = (parts: readonly Part[], folder: string): string[] =>
  changedFiles(parts, folder).map(({ file }) => file);

function changedFiles(parts: readonly Part[], folder: string) {
  return [...new Set(parts.map(({ file }) => file))].flatMap((file) => {
    const path = join(folder, file);
    // A clone on Windows may have other line breaks; a document may be yet to be written.
    const present = existsSync(path) ? readFileSync(path, "utf8").replaceAll("\r\n", "\n") : "";
    const text = parts.filter((part) => part.file === file).reduce(withPart, present);
    return text === present ? [] : [{ file, text }];
  });
}

function withPart(document: string, part: Part): string {
  const { file, name, text } = part;
  if (name === undefined) return `${text()}\n`;
  const [start, end] = marksOf(part);
  const at = document.indexOf(start);
  const endsAt = document.indexOf(end, at);
  if (at < 0 || endsAt < 0)
    throw new Problem(`${file} has no place for "${name}": ${start}, then ${end}.`);
  return `${document.slice(0, at)}${start}\n${text()}\n${document.slice(endsAt)}`;
}
