import { createHash } from "node:crypto";
import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { finished, inBackground } from "../setup/in-background.mts";
import { npmInstall, pack, type Tarball, unpack } from "./published";

/** The package as it is published, for projects that take it from there. */
export class Release {
  private constructor(
    private readonly tarball: Tarball,
    /** The examples that the package contains. */
    readonly examples: string,
  ) {}

  static async create(): Promise<Release> {
    const folder = await sharedFolder("release", async (target) => {
      const tarball = await pack(target);
      await unpack(tarball, target);
      await writeFile(join(target, "tarball.json"), JSON.stringify(tarball));
    });
    const tarball = JSON.parse(await readFile(join(folder, "tarball.json"), "utf8"));
    return new Release(tarball, join(folder, "package/examples"));
  }

  /**
   * Runs the equivalent of `npm install` in a project, with this package instead of the published package. npm installs
   * a set of dependencies once: each project with the set gets a link to the folder.
   */
  async install(project: string): Promise<void> {
    const { dependencies, devDependencies } = JSON.parse(
      await readFile(join(project, "package.json"), "utf8"),
    );
    const packages = JSON.stringify({ dependencies, devDependencies });
    const folder = await sharedFolder(
      `packages-${createHash("sha256").update(packages).digest("hex")}`,
      async (target) => {
        await writeFile(join(target, "package.json"), packages);
        await npmInstall(target, this.tarball);
      },
    );
    await symlink(join(folder, "node_modules"), join(project, "node_modules"), "junction");
  }
}

/**
 * A folder that all processes of a run of the tests share: the first process fills it, and the others wait. It is
 * removed with the run.
 */
async function sharedFolder(
  name: string,
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const folder = join(tmpdir(), name);
  const isFirst = (await mkdir(folder, { recursive: true })) !== undefined;
  if (isFirst) await inBackground(`${folder}.end`, () => fill(folder));
  await finished(`${folder}.end`);
  return folder;
}
