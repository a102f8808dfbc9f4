import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Problem } from "../../base/say.mjs";

/**
 * A part of a document that follows from the code: all of the file, or what stands in it between
 * `<!-- generated:NAME -->` and `<!-- /generated -->`.
 * @typedef {object} Part
 * @property {string} file relative to the root
 * @property {string} [name] of the block
 * @property {() => string} text without a line break at its end
 */

const END = "<!-- /generated -->";

/**
 * Writes the parts that are not as they should be.
 * @param {readonly Part[]} parts
 * @param {string} folder
 * @returns {string[]} the files that were written
 */
export function write(parts, folder) {
  return changedFiles(parts, folder).map(({ file, text }) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
    return file;
  });
}

/**
 * @param {readonly Part[]} parts
 * @param {string} folder
 * @returns {string[]} the files of which a part is not as it should be
 */
export const stale = (parts, folder) => changedFiles(parts, folder).map(({ file }) => file);

/**
 * @param {readonly Part[]} parts
 * @param {string} folder
 */
function changedFiles(parts, folder) {
  return [...new Set(parts.map(({ file }) => file))].flatMap((file) => {
    // A clone on Windows may have other line breaks.
    const present = textOf(join(folder, file)).replaceAll("\r\n", "\n");
    const text = parts.filter((part) => part.file === file).reduce(withPart, present);
    return text === present ? [] : [{ file, text }];
  });
}

/** @param {string} path of a document, which may be yet to be written */
const textOf = (path) => (existsSync(path) ? readFileSync(path, "utf8") : "");

/**
 * @param {string} document
 * @param {Part} part
 * @returns {string}
 */
function withPart(document, { file, name, text }) {
  if (name === undefined) return `${text()}\n`;
  const start = `<!-- generated:${name} -->`;
  const [before, rest] = split(document, start);
  const [, after] = split(rest ?? "", END);
  if (after === undefined) throw new Problem(`${file} has no place for "${name}": ${start}, then ${END}.`);
  return `${before}${start}\n${text()}\n${END}${after}`;
}

/**
 * @param {string} text
 * @param {string} mark
 * @returns {[before: string, after: string | undefined]}
 */
function split(text, mark) {
  const at = text.indexOf(mark);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + mark.length)];
}
