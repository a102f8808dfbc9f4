import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "../base/project.mjs";

/**
 * True if a file does not exist, or a source is as new as it.
 * @param {string} file
 * @param {readonly string[]} sources files, or folders with all that is in them
 */
export function isOutdated(file, sources) {
  const written = statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs;
  const files = sources.flatMap((source) => withContents(join(root, source)));
  return written === undefined || files.some((source) => statSync(source).mtimeMs >= written);
}

const withContents = (/** @type {string} */ path) => [
  path,
  ...(statSync(path).isDirectory() ? readdirSync(path, { recursive: true }) : []).map((name) =>
    join(path, `${name}`),
  ),
];
