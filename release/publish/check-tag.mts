// node release/publish/check-tag.mts TAG: fails unless the tag is that of the version, and the changelog has a section of it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readJson, root } from "../../tools/base/project.mjs";
import { orProblem, Problem } from "../../tools/base/say.mjs";

export function checkTag(tag: string, version: string, changelog: string): void {
  if (tag !== `v${version}`)
    throw new Problem(`The tag is ${tag}, and package.json has ${version}.`);
  if (!changelog.includes(`\n## [${version}] - `))
    throw new Problem(`CHANGELOG.md has no section [${version}] with a date.`);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await orProblem(async () => {
    const { version } = readJson("package.json") as { version: string };
    checkTag(process.argv[2] ?? "", version, readFileSync(join(root, "CHANGELOG.md"), "utf8"));
  });
