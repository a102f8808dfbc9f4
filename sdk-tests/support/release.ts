import { link, mkdir, mkdtemp, readdir, readFile, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { npmInstall, pack, type Tarball, unpack } from "./published";

/** The package as it is published, for examples that take it from there. */
export class Release {
  private constructor(
    private readonly folder: string,
    private readonly tarball: Tarball,
    /** The examples that the package contains. */
    readonly examples: string,
  ) {}

  static async create(): Promise<Release> {
    const folder = await mkdtemp(join(tmpdir(), "release-"));
    const tarball = await pack(folder);
    return new Release(folder, tarball, join(await unpack(tarball, folder), "examples"));
  }

  /** For each set of dependencies, the packages that npm has installed of it. */
  private readonly installed = new Map<string, Promise<string>>();

  /**
   * Does what `npm install` does in a project, with this package instead of the one in the registry. npm installs a set of
   * dependencies once: each project that has the set gets links to the files.
   */
  async install(project: string): Promise<void> {
    const { dependencies, devDependencies } = JSON.parse(await readFile(join(project, "package.json"), "utf8"));
    const wanted = JSON.stringify({ dependencies, devDependencies });
    const packages = this.installed.get(wanted) ?? this.installOnce(wanted);
    this.installed.set(wanted, packages);
    await linkFiles(await packages, join(project, "node_modules"));
  }

  private async installOnce(manifest: string): Promise<string> {
    const folder = await mkdtemp(join(this.folder, "installed-"));
    await writeFile(join(folder, "package.json"), manifest);
    await npmInstall(folder, this.tarball);
    return join(folder, "node_modules");
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

async function linkFiles(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await linkFiles(source, target);
    else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else await link(source, target);
  }
}
