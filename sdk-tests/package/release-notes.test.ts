import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import manifest from "../../package.json";
import { MAX_NOTE_LINES, notesFile } from "../../release/documents.mts";
import { root, textOf } from "../support/files";
import { folderOfTest } from "../support/folders";

/** Tests of the notes of releases, which users read before an update. */

const notes = readdirSync(join(root, "release/notes"));

const breaksIn = (version: string) => {
  const sections = textOf("CHANGELOG.md").split(/^(?=## \[)/m);
  const names = [`## [${version}]`, "## [Unreleased]"];
  const section = sections.find((text) => names.some((name) => text.startsWith(name))) ?? "";
  return section.includes("**Breaking**");
};

it.each(notes)("%s has few enough lines to be read", (name) => {
  expect(textOf(`release/notes/${name}`).trimEnd().split("\n").length).toBeLessThanOrEqual(
    MAX_NOTE_LINES,
  );
});

it("the notes of the next version begin with what breaks programs, if the changelog has such a change", () => {
  const version = manifest.version.replace(/-.*/, "");
  // A version in development may have no notes yet.
  if (manifest.version.endsWith("-dev") && !notes.includes(`${version}.md`)) return;
  const text = textOf(`release/notes/${version}.md`);
  expect(text.startsWith("## What breaks\n")).toBe(breaksIn(version));
});

it("a release without notes, or with long notes, is refused with what to do", () => {
  const folder = folderOfTest();
  mkdirSync(join(folder, "release/notes"), { recursive: true });
  expect(() => notesFile(folder, "1.2.3")).toThrow(
    "Write the notes of the release to release/notes/1.2.3.md.",
  );
  const file = join(folder, "release/notes/1.2.3.md");
  writeFileSync(file, "- A change.\n".repeat(MAX_NOTE_LINES));
  expect(notesFile(folder, "1.2.3-rc.1")).toBe(file);
  writeFileSync(file, "- A change.\n".repeat(MAX_NOTE_LINES + 1));
  expect(() => notesFile(folder, "1.2.3")).toThrow("has 31 lines, more than 30");
});
