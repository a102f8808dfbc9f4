import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { must } from "../../tools/base/run.mjs";
import type { Publisher } from "../../tools/build/publisher.mts";
import type { LanguageHosts } from "../../tools/pulumi/obtain.mts";
import { GO_MODULE, goSettings } from "./go-settings.mts";
import type { Installation } from "./installation.mts";
import { startLocalServer } from "./local-server.mts";
import { programs, quickStartProject } from "./programs.mts";
import { Publishing } from "./publishing.mts";
import type { PulumiProject } from "./pulumi-project.mts";
import { publishingEnvironment, type Registries } from "./registries.mts";
import type { ReleaseClone } from "./release-clone.mts";
import { type Steps, together } from "./steps.mts";
import { deployWithReleased, update } from "./update.mts";

/** The tests that guard the commit of a release, and update stacks of released versions. */
const GUARDS = [
  ...[
    "versions",
    "community",
    "permanent",
    "links",
    "commands",
    "generated",
    "release-notes",
    "release-workflow",
    "schema-changes",
    "references",
  ].map((name) => `sdk-tests/package/${name}.test.ts`),
  "sdk-tests/workflows/upgrade.test.ts",
];

const PROJECTS = ["unit", "package", "workflows"].map((name) => `--project=${name}`);

export interface Surroundings {
  folder: string;
  projects: string; // a folder outside of the clone, whose packages and settings a project would find
  clone: ReleaseClone;
  registries: Registries;
  steps: Steps;
  cliFolder: string; // of the Pulumi CLI
  hosts: LanguageHosts;
  defer: (cleanup: () => Promise<void>) => void;
}

/** Releases of a clone, one after the other, to the same registries. */
export class Rehearsal {
  /** The address and the key of the local server, which is that of the first release. */
  private api: Record<string, string> = {};
  /** The stack that every release goes on with. */
  private updated: PulumiProject | undefined;

  private readonly surroundings: Surroundings;

  constructor(surroundings: Surroundings) {
    this.surroundings = surroundings;
  }

  async release(version: string): Promise<void> {
    const { steps } = this.surroundings;
    steps.of(version);
    await this.commit(version);
    await together([this.check(), this.build(version)]);
    await this.publish(this.folderOf(version));
    await this.use(await this.installationOf(version));
  }

  /** The commit after a release, and a change for the next release. */
  async startNext(released: string, next: string): Promise<void> {
    const { clone, steps } = this.surroundings;
    await steps.run(
      `Start the development of ${next}`,
      async () => {
        const args = ["--next", next, "--from", this.folderOf(released)];
        await clone.script("release/release.mts", args);
        await clone.push(`Start the development of ${next}`);
        await writePatchNotes(clone, next.replace("-dev", ""));
        await clone.push("Mend something");
      },
      () => "version, changelog, upgrade notes, package for the tests of updates",
    );
  }

  private async commit(version: string) {
    const { clone, steps } = this.surroundings;
    const prepare = () => clone.script("release/release.mts", ["--prepare", version]);
    await steps.run("Set the version, date the changelog", prepare);
    await steps.run(
      "Commit, tag and push",
      () => clone.push(`Release ${version}`, `v${version}`),
      () => `v${version}`,
    );
    await steps.run("Check the tag", () =>
      clone.node(["release/publish/check-tag.mts", `v${version}`]),
    );
  }

  private async check() {
    const { clone, steps } = this.surroundings;
    const vitest = ["node_modules/vitest/vitest.mjs", "run", ...PROJECTS];
    await steps.run(
      "Run the tests that guard a release",
      () => clone.node([...vitest, ...GUARDS]),
      (output) =>
        /(\d+) passed.*\(\d+\)\s*$/m.exec(stripVTControlCharacters(output))?.[0].trim() ?? "passed",
    );
  }

  private async build(version: string) {
    const { clone, steps } = this.surroundings;
    const out = this.folderOf(version);
    await steps.run(
      "Build the files",
      () => clone.script("release/release.mts", ["--out", out]),
      (output) => /(\d+ files)/.exec(output)?.[1] ?? "built",
    );
    await steps.run(
      "Start the executable",
      () => clone.script("release/start.mts", [out]),
      (output) => output.trim(),
    );
    await steps.run(
      "Check SHA256SUMS",
      () => must("sha256sum", ["--check", "--strict", "--quiet", "SHA256SUMS"], { cwd: out }),
      () => "the sums are right; provenance needs the identity of the workflow",
    );
  }

  private async publish(release: string) {
    const { clone, registries, steps } = this.surroundings;
    const publisher: Publisher = JSON.parse(await clone.read("publisher.json"));
    const env = publishingEnvironment(registries, clone);
    const publishing = new Publishing(clone, release, env, publisher);
    await publishing.publish(steps);
    const text = (result: string) => result;
    await steps.run("Publish again", () => publishing.repeat(), text);
    await steps.run("Refuse changed files", () => publishing.refuseChanges(), text);
  }

  /** The first release deploys the stack of the last version, too. */
  private async use(installation: Installation) {
    const { clone, steps } = this.surroundings;
    const page = await clone.read("docs/quickstart.md");
    const text = (result: string) => result;
    const quickStart = await steps.run(
      "Install: npm",
      () => quickStartProject("quick-start", page, installation),
      (project) =>
        `pulumi-edge-ingress@${project.installedVersion()}, by the command of the quick start`,
    );
    await this.startServer(quickStart);
    const running = { ...installation, environment: { ...installation.environment, ...this.api } };
    quickStart.useEnvironment(this.api);
    await steps.run("Run: quick start in TypeScript", () => deployAndDestroy(quickStart));
    await together([
      ...programs.map(({ title, run }) => steps.run(`Run: ${title}`, () => run(running), text)),
      this.updateStack(running),
    ]);
  }

  private async updateStack(installation: Installation) {
    const { steps } = this.surroundings;
    const stack = this.updated ?? (await this.deployStack(installation));
    this.updated = stack;
    const work = () => update(stack, installation.version);
    await steps.run("Update a stack", work, (result) => result);
  }

  private deployStack(installation: Installation): Promise<PulumiProject> {
    return this.surroundings.steps.run("Deploy a stack with the last version", () =>
      deployWithReleased(installation),
    );
  }

  private async startServer(project: PulumiProject) {
    if (Object.keys(this.api).length > 0) return;
    const { steps, defer } = this.surroundings;
    const server = await steps.run("Start edge-ingress emulator", () => startLocalServer(project));
    defer(server.stop);
    this.api = server.environment;
  }

  private folderOf(version: string): string {
    return join(this.surroundings.folder, "releases", version);
  }

  private async installationOf(version: string): Promise<Installation> {
    const { clone, cliFolder, hosts, registries } = this.surroundings;
    const folder = join(this.surroundings.projects, version);
    await mkdir(folder, { recursive: true });
    const modules = join(this.surroundings.projects, "go-modules");
    return {
      folder,
      version,
      cliFolder,
      hostsFolder: hosts.binDir,
      examples: join(clone.folder, "examples"),
      pluginServer: registries.github.downloads,
      goModule: GO_MODULE,
      goEnvironment: await goSettings(modules, clone.remotes, hosts),
      environment: { ...registries.npm.installing, ...registries.python.installing },
    };
  }
}

async function deployAndDestroy(project: PulumiProject) {
  await project.deploy();
  await project.destroy();
}

/** Writes the notes that a maintainer writes for a patch release. */
async function writePatchNotes(clone: ReleaseClone, version: string) {
  const change = "- The rehearsal of a release carries out a patch release.";
  await clone.edit(`release/notes/${version}.md`, () => `## What is fixed\n\n${change}\n`);
  await clone.edit("CHANGELOG.md", (text) =>
    text.replace("## [Unreleased]\n", `## [Unreleased]\n\n### Fixed\n\n${change}\n`),
  );
}
