import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { partBelow } from "./markdown.mjs";

/**
 * A version of the site on its host.
 * @typedef {{ version: string, path: string }} Version
 */

/**
 * The version that the documents describe: that of package.json, and what came since. A version in development has all of it.
 * @param {string} version
 * @param {string} changelog
 */
export const describedVersion = (version, changelog) =>
  partBelow(changelog, "[Unreleased]") && !version.includes("-") ? `${version} + unreleased` : version;

/**
 * The versions with this in place of what was at its path, the newest first.
 * @param {readonly Version[]} versions
 * @param {Version} added
 * @returns {Version[]}
 */
export const withVersion = (versions, added) =>
  [...versions.filter(({ path }) => path !== added.path), added].sort((a, b) =>
    b.version.localeCompare(a.version, "en", { numeric: true }),
  );

/**
 * Adds the version to the list beside the folder of its base, which every version's pages read. That of `/` is in it.
 * @param {string} out the folder that the host serves
 * @param {Version} added
 */
export function recordVersion(out, added) {
  const file = join(out, posix.join(added.path, ".."), "versions.json");
  const versions = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  writeFileSync(file, `${JSON.stringify(withVersion(versions, added), undefined, 2)}\n`);
}
