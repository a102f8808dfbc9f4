import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { jsonObject, type Values } from "../../core/schema/values";
import type { FileText } from "../../importing/project";
import { withReason, writing } from "../input";

/** The names in a folder; empty if the folder does not exist. */
export const listFolder = (folder: string): string[] =>
  existsSync(folder) ? readdirSync(folder) : [];

/** The text of a file; undefined if the file does not exist. */
export const readText = (path: string): string | undefined =>
  existsSync(path) ? readFileSync(path, "utf8") : undefined;

/** The JSON object in a file; undefined if the file does not exist, or does not contain an object. */
export const readJson = (path: string): Values | undefined => jsonObject(readText(path) ?? "");

/** A folder and the folders above it, the nearest folder first. */
export const foldersUpward = (folder: string): string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...foldersUpward(dirname(folder))];

/**
 * The path of a file in a folder or, beside an existing program, in the nearest folder above it in the same repository. A new
 * program has its own files: Pulumi would read the `main` of a `package.json` above it.
 */
export function nearestFile(folder: string, name: string, isBeside: boolean): string | undefined {
  const folders = foldersUpward(folder);
  const root = folders.findIndex((path) => existsSync(join(path, ".git")));
  // If the folder itself is the repository, no folder above is searched.
  const searched = isBeside && root > 0 ? folders.slice(0, root + 1) : [folder];
  return searched.map((path) => join(path, name)).find((path) => existsSync(path));
}

/** Checks whether a file exists under a name in any letter case. */
const existsIgnoringCase = (folder: string, path: string): boolean =>
  listFolder(dirname(join(folder, path))).some(
    (name) => name.toLowerCase() === basename(path).toLowerCase(),
  );

/** Checks whether a folder contains the file of a path, in any letter case, with any of the extensions. */
export function stemExists(folder: string, path: string, extensions: readonly string[]): boolean {
  const stem = basename(path).replace(/\.\w+$/, "");
  const names = listFolder(folder).map((name) => name.toLowerCase());
  return extensions.some((extension) => names.includes(`${stem}${extension}`.toLowerCase()));
}

/** Checks whether another file, or a file with another text, exists under the name of a file in any letter case. */
export function isOtherFile(folder: string, { path, text }: FileText): boolean {
  if (!existsIgnoringCase(folder, path)) return false;
  const hasSameName = listFolder(dirname(join(folder, path))).includes(basename(path));
  return !hasSameName || readText(join(folder, path)) !== text;
}

/** Selects the files that do not exist, and the files that replace others. */
export const filesToWrite = (folder: string, files: readonly FileText[]): FileText[] =>
  files.filter(({ path, text, replaces }) =>
    replaces ? readText(join(folder, path)) !== text : !existsIgnoringCase(folder, path),
  );

/** Writes the files that `filesToWrite` selects, and returns their paths. */
export function writeFiles(folder: string, files: readonly FileText[]): string[] {
  const selected = filesToWrite(folder, files);
  for (const { path, text } of selected) writeAtomically(join(folder, path), text);
  return selected.map(({ path }) => path);
}

/** Writes a file. No process sees an incomplete file. */
export function writeAtomically(path: string, text: string): void {
  const write = () => {
    createFolder(dirname(path));
    writeFileSync(`${path}.part`, text);
    renameSync(`${path}.part`, path);
  };
  try {
    withReason(path, write, writing);
  } finally {
    // If the disk is full, the file may contain a part of the text.
    rmSync(`${path}.part`, { force: true });
  }
}

/**
 * Creates a folder and the folders above it. With `recursive`, `mkdirSync` does not return if a
 * file system refuses folders.
 */
function createFolder(folder: string): void {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process may have created the folder at the same time.
    if (!existsSync(folder)) throw error;
  }
}
