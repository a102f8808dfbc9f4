import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { Problem } from "../../tools/base/say.mjs";

/** The folder with all files of a release. */
export interface ReleaseFolder {
  folder: string;
  version: string;
  files: readonly string[]; // names, sorted
}

/** @throws Problem unless the folder has the schema of a release, which names the version */
export function releaseIn(path: string): ReleaseFolder {
  const folder = resolve(path);
  const schema = join(folder, "schema.json");
  if (!existsSync(schema)) throw new Problem(`${folder} has no schema.json of a release.`);
  const { version } = JSON.parse(readFileSync(schema, "utf8"));
  return { folder, version, files: readdirSync(folder).sort() };
}

export const contentOf = ({ folder }: ReleaseFolder, file: string): Buffer => {
  const path = join(folder, file);
  if (!existsSync(path)) throw new Problem(`${folder} has no ${file}.`);
  return readFileSync(path);
};

/** The only file of a release with such a name. */
export function fileLike({ folder, files }: ReleaseFolder, pattern: RegExp): string {
  const [file, ...others] = files.filter((name) => pattern.test(name));
  if (file === undefined || others.length > 0)
    throw new Problem(
      `${folder} has ${others.length + (file ? 1 : 0)} files like ${pattern}, instead of 1.`,
    );
  return file;
}

export const isPrerelease = ({ version }: ReleaseFolder): boolean => version.includes("-");
