// npm run release:tag -- vX.Y.Z: checks that a tag is the version of package.json, and that CHANGELOG.md has a section of it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runScript } from "./lib/bootstrap.mjs";
import { readJson, root } from "./lib/project.mjs";
import { Problem, say } from "./lib/say.mjs";

await runScript(import.meta.url, async ([tag = ""]) => {
  const { version } = /** @type {{ version: string }} */ (readJson("package.json"));
  if (tag !== `v${version}`) throw new Problem(`The tag is "${tag}" and package.json has ${version}: tag v${version}.`);
  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  if (!changelog.includes(`## [${version}]`)) {
    throw new Problem(`CHANGELOG.md has no section [${version}]: rename [Unreleased], and commit that before the tag.`);
  }
  say(`${tag} is the version of package.json, and CHANGELOG.md has a section of it.`);
  return 0;
});
