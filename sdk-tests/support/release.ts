import { mkdtemp, rm } from "node:fs/promises";
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

  /** Does what `npm install` does in a project, with this package instead of the one in the registry. */
  install(project: string): Promise<void> {
    return npmInstall(project, this.tarball);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}
