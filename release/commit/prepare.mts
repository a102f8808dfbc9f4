import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tools/base/project.mjs";
import { say } from "../../tools/base/say.mjs";
import { main as generate } from "../../tools/build/generate.mts";
import { readPublisher } from "../../tools/build/publisher.mts";
import { notesFile } from "../documents.mts";
import { renameGoModule } from "../go-module.mts";
import { trackedFiles } from "../stage.mts";
import { setVersion } from "../versions.mts";
import { datedChangelog } from "./texts.mts";

/**
 * Changes the clone for the commit of a release: the version, the date in the changelog, and the texts that are true as soon as the
 * registries have the package. The path of Go's module is the address of the repository.
 */
export async function prepare(version: string): Promise<void> {
  notesFile(root, version);
  edit("CHANGELOG.md", (text) => datedChangelog(text, version, today()));
  // A registry with nothing but a prerelease has no version that an installation by name finds.
  if (!version.includes("-")) edit("publisher.json", markedAsPublished);
  setVersion(root, version);
  const { repository } = readPublisher();
  if (repository !== null) renameGoModule(root, await trackedFiles(), repository);
  await generate([]);
  say(`The clone has version ${version}. Run the tests, commit, and push the tag v${version}.`);
}

/** Sets the flag on which texts about the installation depend, and keeps the format of the file. */
const markedAsPublished = (text: string): string =>
  text.replace(/("isPublished": )false/, (_, name: string) => `${name}true`);

const today = (): string => new Date().toISOString().slice(0, 10);

export function edit(file: string, change: (text: string) => string): void {
  const path = join(root, file);
  writeFileSync(path, change(readFileSync(path, "utf8")));
}
