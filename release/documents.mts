import { hash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Problem } from "../tools/base/say.mjs";
import type { Stage } from "./stage.mts";

export const copySchema = ({ folder }: Stage, out: string) =>
  copyFile(join(folder, "src", "fronts", "plugin", "schema.json"), join(out, "schema.json"));

export async function writeNotes({ folder, version }: Stage, out: string) {
  const changelog = await readFile(join(folder, "CHANGELOG.md"), "utf8");
  await writeFile(join(out, "RELEASE_NOTES.md"), `${notesOf(changelog, version)}\n`);
}

/** The section of a version, else of what is unreleased. */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^(?=## \[)/m);
  const section = [version, "Unreleased"]
    .map((title) => sections.find((text) => text.startsWith(`## [${title}]`)))
    .find((text) => text !== undefined);
  if (section === undefined)
    throw new Problem(`CHANGELOG.md has neither a section [${version}] nor [Unreleased].`);
  return section
    .slice(section.indexOf("\n"))
    .replace(/^\[[^\]]+\]: .*$/gm, "")
    .trim();
}

/** Last, in the format that `sha256sum --check` reads. */
export async function writeSums(_stage: Stage, out: string) {
  const lines = readdirSync(out)
    .sort()
    .map((name) => `${hash("sha256", readFileSync(join(out, name)))}  ${name}\n`);
  await writeFile(join(out, "SHA256SUMS"), lines.join(""));
}
