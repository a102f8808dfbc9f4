import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Problem } from "../tools/base/say.mjs";

/**
 * @param {import("./stage.mjs").Stage} stage
 * @param {string} out
 */
export const copySchema = ({ folder }, out) =>
  copyFile(join(folder, "src", "fronts", "plugin", "schema.json"), join(out, "schema.json"));

/**
 * @param {import("./stage.mjs").Stage} stage
 * @param {string} out
 */
export async function writeNotes({ folder, version }, out) {
  const changelog = await readFile(join(folder, "CHANGELOG.md"), "utf8");
  await writeFile(join(out, "RELEASE_NOTES.md"), `${notesOf(changelog, version)}\n`);
}

/**
 * The section of a version, else of what is unreleased.
 * @param {string} changelog
 * @param {string} version
 * @returns {string}
 */
export function notesOf(changelog, version) {
  const sections = changelog.split(/^(?=## \[)/m);
  const section = [version, "Unreleased"]
    .map((title) => sections.find((text) => text.startsWith(`## [${title}]`)))
    .find((text) => text !== undefined);
  if (section === undefined) throw new Problem(`CHANGELOG.md has neither a section [${version}] nor [Unreleased].`);
  return section
    .slice(section.indexOf("\n"))
    .replace(/^\[[^\]]+\]: .*$/gm, "")
    .trim();
}

/**
 * Last, in the format that `sha256sum --check` reads.
 * @param {import("./stage.mjs").Stage} _stage
 * @param {string} out
 */
export async function writeSums(_stage, out) {
  const lines = readdirSync(out)
    .sort()
    .map(
      async (name) =>
        `${createHash("sha256")
          .update(await readFile(join(out, name)))
          .digest("hex")}  ${name}\n`,
    );
  await writeFile(join(out, "SHA256SUMS"), (await Promise.all(lines)).join(""));
}
