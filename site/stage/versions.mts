import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join, posix } from "node:path";
import { partBelow } from "./markdown.mts";

/** A version of the site on its host. */
type Version = { version: string; path: string };

/** The version that the documents describe: that of package.json, and what came since. A version in development has all of it. */
export const describedVersion = (version: string, changelog: string) =>
  partBelow(changelog, "[Unreleased]") && !version.includes("-") ? `${version} + unreleased` : version;

/** The versions with this in place of what was at its path, the newest first. */
export const withVersion = (versions: readonly Version[], added: Version): Version[] =>
  [...versions.filter(({ path }) => path !== added.path), added].sort((a, b) =>
    b.version.localeCompare(a.version, "en", { numeric: true }),
  );

/**
 * Adds the version to the list beside the folder of its base, which every version's pages read. That of `/` is in it.
 * @param out the folder that the host serves
 */
export function recordVersion(out: string, added: Version) {
  const file = join(out, posix.join(added.path, ".."), "versions.json");
  const versions = existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : [];
  writeFileSync(file, `${JSON.stringify(withVersion(versions, added), undefined, 2)}\n`);
}
