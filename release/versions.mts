// npm version X.Y.Z runs this: it writes the version of package.json to all that repeats it. release-please and changesets write into files of
// known formats, and not into commands in pages and texts that are generated from code.

import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readJson, root } from "../tools/base/project.mjs";
import { must } from "../tools/base/run.mjs";
import { main as generate } from "../tools/build/generate.mts";

/** The version in the name of the archive that `npm pack` creates, in commands of the documents. */
const TARBALL = /(?<=\/pulumi-edge-ingress-)\d[\w.+-]*?(?=\.tgz)/g;

/**
 * The places of the repository that repeat the version of package.json, which is the source. The package schema, and with
 * it each SDK, takes the version from package.json when it is generated.
 */
const repetitions = [
  {
    files: "package-lock.json",
    pattern: /(?<="name": "pulumi-edge-ingress",\s*"version": ")[^"]+/g,
  },
  { files: "examples/**/package.json", pattern: /(?<="pulumi-edge-ingress": "\^)[^"]+/g },
  { files: "examples/*/go.mod", pattern: /(?<=\/sdk\/go v)\S+/g },
  { files: "{README.md,docs/**/*.md,examples/**/*.md}", pattern: TARBALL },
  // The newest section, which is the first.
  {
    files: "docs/upgrade.md",
    pattern: /(?<=^## From \S+ to )(?<!^## From [\s\S]*^## From \S+ to )\S+/gm,
  },
  { files: "docs/import.md", pattern: /(?<=\[resource plugin edge-ingress-)[^\]]+/g },
];

const own = /(?<=^ {2}"version": ")[^"]+/gm;

/** Each version in a clone that repeats the one of package.json. */
export const versionsIn = (folder: string): { file: string; version: string }[] =>
  places(folder).flatMap(({ file, pattern }) =>
    (readFileSync(join(folder, file), "utf8").match(pattern) ?? []).map((version) => ({
      file,
      version,
    })),
  );

/** Writes a version to package.json of a clone, and to each place that repeats it. */
export function setVersion(folder: string, version: string) {
  for (const { file, pattern } of [{ file: "package.json", pattern: own }, ...places(folder)]) {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, "utf8").replace(pattern, version));
  }
}

const places = (folder: string) =>
  repetitions.flatMap(({ files, pattern }) =>
    globSync(files, { cwd: folder, exclude: ["**/node_modules/**"] })
      .sort()
      .map((file) => ({ file, pattern })),
  );

/** npm commits what the index has, and would leave out the files that this writes. */
export async function main(): Promise<number> {
  setVersion(root, (readJson("package.json") as { version: string }).version);
  const code = await generate([]);
  await must("git", ["add", "--update"]);
  return code;
}
