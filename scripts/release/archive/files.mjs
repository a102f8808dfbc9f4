import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

/**
 * A file of an archive.
 * @typedef {object} Entry
 * @property {string} name with slashes
 * @property {Buffer} content
 * @property {boolean} [executable]
 */

/**
 * The files below a folder, in the order of their names.
 * @param {string} folder
 * @param {{ prefix?: string, leaveOut?: readonly string[] }} [options] what precedes each name; names of files and folders
 * @returns {Entry[]}
 */
export const entriesOf = (folder, { prefix = "", leaveOut = [] } = {}) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).replaceAll("\\", "/"))
    .filter((name) => !name.split("/").some((part) => leaveOut.includes(part)))
    .sort()
    .map((name) => ({ name: prefix + name, content: readFileSync(join(folder, name)) }));
