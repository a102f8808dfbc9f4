// npm version X.Y.Z runs this: it writes the version of package.json to all that repeats it.

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { readJson, root } from "../tools/base/project.mjs";
import { main as generate } from "../tools/build/generate.mts";

/** What `npm pack` creates, in commands of the documents. */
const TARBALL = /(?<=\/pulumi-edge-ingress-)\d[\w.+-]*?(?=\.tgz)/g;

/**
 * The places of the repository that repeat the version of package.json, which is the source. The package schema, and with
 * it each SDK, takes the version from package.json when it is generated.
 */
const repetitions = [
  { files: ["package-lock.json"], pattern: /(?<="name": "pulumi-edge-ingress",\s*"version": ")[^"]+/g },
  { files: "examples", name: "package.json", pattern: /(?<="pulumi-edge-ingress": "\^)[^"]+/g },
  { files: ["examples/go/go.mod"], pattern: /(?<=pulumi-edge-ingress\/sdk\/go v)\S+/g },
  { files: ["README.md"], pattern: TARBALL },
  { files: "docs", name: ".md", pattern: TARBALL },
  { files: "examples", name: ".md", pattern: TARBALL },
  { files: ["docs/import.md"], pattern: /(?<=\[resource plugin edge-ingress-)[^\]]+/g },
];

const own = /(?<=^ {2}"version": ")[^"]+/gm;

/** Each version in a clone that repeats the one of package.json. */
export const versionsIn = (folder: string): { file: string; version: string }[] =>
  places(folder).flatMap(({ file, pattern }) =>
    (readFileSync(join(folder, file), "utf8").match(pattern) ?? []).map((version) => ({ file, version })),
  );

/** Writes a version to package.json of a clone, and to each place that repeats it. */
export function setVersion(folder: string, version: string) {
  for (const { file, pattern } of [{ file: "package.json", pattern: own }, ...places(folder)]) {
    const path = join(folder, file);
    writeFileSync(path, readFileSync(path, "utf8").replace(pattern, version));
  }
}

const places = (folder: string) =>
  repetitions.flatMap(({ files, name = "", pattern }) =>
    (typeof files === "string" ? below(folder, files, name) : files).map((file) => ({ file, pattern })),
  );

/** @param name or the end of it */
const below = (folder: string, top: string, name: string) =>
  readdirSync(join(folder, top), { recursive: true, encoding: "utf8" })
    .filter((file) => basename(file).endsWith(name) && !file.includes("node_modules"))
    .map((file) => join(top, file))
    .sort();

export function main(): Promise<number> {
  setVersion(root, (readJson("package.json") as { version: string }).version);
  return generate([]);
}
