import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create, extract } from "tar";
import { readJson, root } from "../../tools/base/project.mjs";
import { must } from "../../tools/base/run.mjs";
import { Problem, say } from "../../tools/base/say.mjs";
import { main as generate } from "../../tools/build/generate.mts";
import { releaseIn } from "../publish/release-folder.mts";
import { setVersion } from "../versions.mts";
import { edit } from "./prepare.mts";
import { reopenedChangelog, reopenedUpgradeNotes, withReleasedVersion } from "./texts.mts";

/**
 * Changes the clone for the commit after a release: the tests update stacks of the released version, and the version is that of the
 * next release, in development.
 * @param folder of the release
 */
export async function next(version: string, folder: string): Promise<void> {
  if (!version.endsWith("-dev")) throw new Problem(`--next ${version}: add -dev to the version.`);
  const released = releaseIn(folder);
  const { version: current } = readJson("package.json") as { version: string };
  if (released.version !== current)
    throw new Problem(`${folder} has version ${released.version}, and the clone ${current}.`);
  await keepPackage(join(folder, `pulumi-edge-ingress-${current}.tgz`), current);
  const commit = (await must("git", ["rev-parse", "--short", `v${current}^{commit}`])).trim();
  edit("sdk-tests/upgrade/README.md", (text) => withReleasedVersion(text, current, commit));
  edit("CHANGELOG.md", reopenedChangelog);
  edit("docs/upgrade.md", (text) => reopenedUpgradeNotes(text, current, version));
  setVersion(root, version);
  await generate([]);
  say(`The clone has version ${version}, and the tests update stacks of ${current}. Commit this.`);
}

/** True for a file that programs and providers load, and for the schema: the tests of updates need no declarations, and no command. */
const isLoaded = (path: string): boolean =>
  /^package\/(package\.json|LICENSE|plugin\/schema\.json|dist\/(?!cli|emulator).*\.c?js)$/.test(
    path,
  );

/** Keeps the part of a published package that the tests of updates load. */
async function keepPackage(tarball: string, version: string) {
  const folder = mkdtempSync(join(tmpdir(), "released-"));
  try {
    await extract({ file: tarball, cwd: folder, filter: (path) => isLoaded(path) });
    const file = join(root, `sdk-tests/upgrade/${version}.tgz`);
    await create({ file, cwd: folder, gzip: true, portable: true }, ["package"]);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
