import { cp, mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { npm, npmInstall, pack, type Tarball, unpack } from "./published";
import type { Installation } from "./walkthrough";

/** The package as it is published, for examples that take it from there. */
export class Release {
  private constructor(
    private readonly folder: string,
    private readonly tarball: Tarball,
    private readonly examples: string,
  ) {}

  static async create(): Promise<Release> {
    const folder = await mkdtemp(join(tmpdir(), "release-"));
    const tarball = await pack(folder);
    return new Release(folder, tarball, join(await unpack(tarball, folder), "examples"));
  }

  /** Every project gets packages of its own, as a user's does. */
  own(): Installation {
    return {
      examples: this.examples,
      environment: {},
      install: (project) => npmInstall(project, this.tarball),
      test: async (project) => {
        await npm(project, "test");
      },
    };
  }

  /** All projects share the packages of one, which asks for all that they need to run. */
  async shared(): Promise<Installation> {
    const model = await this.installed();
    const present = await dependenciesOf(model);
    return {
      examples: this.examples,
      // Their types are checked with those of all examples.
      environment: { PULUMI_NODEJS_TRANSPILE_ONLY: "true" },
      install: async (project) => {
        const missing = Object.keys(await dependenciesOf(project)).filter((name) => !(name in present));
        if (missing.length > 0) throw new Error(`${project} needs ${missing}, which ${MODEL} does not`);
        await symlink(join(model, "node_modules"), join(project, "node_modules"), "junction");
      },
      // Their own unit tests run with those of the package.
      test: async () => undefined,
    };
  }

  /** A copy of one example with its packages. */
  private async installed(): Promise<string> {
    const project = join(this.folder, "model");
    await cp(join(this.examples, MODEL), project, { recursive: true });
    await npmInstall(project, this.tarball);
    return project;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.folder, { recursive: true, force: true });
  }
}

/** The example whose packages all share. */
export const MODEL = "ingress-stack";

async function dependenciesOf(project: string): Promise<Readonly<Record<string, string>>> {
  return JSON.parse(await readFile(join(project, "package.json"), "utf8")).dependencies;
}
