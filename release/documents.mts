import { hash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { copyFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Problem } from "../tools/base/say.mjs";
import { type Publisher, repositoryUrl } from "../tools/build/publisher.mts";
import type { Stage } from "./stage.mts";

export const copySchema = ({ folder }: Stage, out: string) =>
  copyFile(join(folder, "src", "fronts", "plugin", "schema.json"), join(out, "schema.json"));

/** Few enough to be read before an update. The changelog has the complete list. */
export const MAX_NOTE_LINES = 30;

/** The notes of a release, written by hand: first what breaks programs, then what is new. */
export async function writeNotes({ folder, version }: Stage, out: string) {
  const publisher: Publisher = JSON.parse(readFileSync(join(folder, "publisher.json"), "utf8"));
  const isOptional = version.endsWith("-dev") && !existsSync(join(folder, notesName(version)));
  const text = isOptional
    ? DEVELOPMENT
    : withAddresses(readFileSync(notesFile(folder, version), "utf8"), version, publisher);
  await writeFile(join(out, "RELEASE_NOTES.md"), text);
}

/** The notes with addresses in place of paths in the repository. */
export function withAddresses(notes: string, version: string, publisher: Publisher): string {
  const url = repositoryUrl(publisher);
  return url === null
    ? notes.replaceAll(/\[([^\]]*)\]\(\.\.\/\.\.\/([^)]*)\)/g, "$1 (`$2`)")
    : notes.replaceAll("](../../", `](${url}/blob/v${version}/`);
}

const DEVELOPMENT = "A build of a version in development. CHANGELOG.md lists its changes.\n";

const notesName = (version: string) => `release/notes/${version.replace(/-.*/, "")}.md`;

/** The file with the notes of a version. A prerelease has the notes of its version. */
export function notesFile(folder: string, version: string): string {
  const name = notesName(version);
  const path = join(folder, name);
  if (!existsSync(path)) throw new Problem(`Write the notes of the release to ${name}.`);
  const count = readFileSync(path, "utf8").trimEnd().split("\n").length;
  if (count > MAX_NOTE_LINES)
    throw new Problem(
      `${name} has ${count} lines, more than ${MAX_NOTE_LINES}: CHANGELOG.md lists all changes.`,
    );
  return path;
}

/** Last, in the format that `sha256sum --check` reads. */
export async function writeSums(_stage: Stage, out: string) {
  const lines = readdirSync(out)
    .sort()
    .map((name) => `${hash("sha256", readFileSync(join(out, name)))}  ${name}\n`);
  await writeFile(join(out, "SHA256SUMS"), lines.join(""));
}
