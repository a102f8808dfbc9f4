// node release/publish/check-tag.mts TAG: fails unless the tag is that of the version, the changelog has a section of it, and the texts
// about the installation are those of a published package.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { readJson, root } from "../../tools/base/project.mjs";
import { orProblem, Problem } from "../../tools/base/say.mjs";
import { readPublisher } from "../../tools/build/publisher.mts";
import { goModuleIn, goModuleOf } from "../go-module.mts";

/** The values that `npm run release -- --prepare` writes into the clone. */
interface Prepared {
  version: string;
  isPublished: boolean; // as in publisher.json
  repository: string | null; // as in publisher.json
  goModule: string; // the path in the package schema
}

export function checkTag(
  tag: string,
  { version, isPublished, repository, goModule }: Prepared,
  changelog: string,
): void {
  if (tag !== `v${version}`)
    throw new Problem(`The tag is ${tag}, and package.json has ${version}.`);
  if (!changelog.includes(`\n## [${version}] - `))
    throw new Problem(`CHANGELOG.md has no section [${version}] with a date.`);
  if (!version.includes("-") && !isPublished)
    throw new Problem(
      `isPublished in publisher.json is false: run npm run release -- --prepare ${version} first.`,
    );
  if (repository !== null && goModule !== goModuleOf(repository))
    throw new Problem(
      `The package schema names the Go module ${goModule} instead of ${goModuleOf(repository)}: run npm run release -- --prepare ${version} first.`,
    );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href)
  await orProblem(async () => {
    const { version } = readJson("package.json") as { version: string };
    const { isPublished, repository } = readPublisher();
    const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
    const prepared = { version, isPublished, repository, goModule: goModuleIn(root) };
    checkTag(process.argv[2] ?? "", prepared, changelog);
  });
