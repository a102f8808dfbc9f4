import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import publisher from "../../publisher.json";
import { systems } from "../../release/node-binaries.mts";
import { checkTag } from "../../release/publish/check-tag.mts";
import { configuredParts, parts } from "../../release/publish/publish.mts";
import { settingsOf } from "../../release/publish/workflow-settings.mts";
import { root, textOf } from "../support/files";

/** Tests of the workflow that publishes a release. */

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly with?: Readonly<Record<string, string>>;
}

interface Job {
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly outputs?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
  readonly strategy?: { readonly matrix: { readonly os: readonly string[] } };
}

const workflow: { permissions: object; jobs: Record<string, Job> } = parse(
  textOf(".github/workflows/release.yml"),
);
const jobs = Object.entries(workflow.jobs).map(([name, job]) => ({ ...job, name }));
const isForTags = ({ if: condition = "" }: Job) =>
  condition.startsWith("github.event_name == 'push'");
const commandsOf = ({ steps = [] }: Job) => steps.flatMap(({ run }) => run ?? []);

it("a release is built on each system that it has an executable for", () => {
  expect(workflow.jobs.build?.strategy?.matrix.os).toHaveLength(systems.length);
});

describe("a job", () => {
  it("may only read, unless a tag was pushed", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    const writing = jobs.filter(({ permissions = {} }) =>
      Object.values(permissions).includes("write"),
    );
    expect(writing.length).toBeGreaterThan(3);
    expect(writing.filter((job) => !isForTags(job)).map(({ name }) => name)).toEqual([]);
  });

  it("needs an approval only if it publishes: a dry run needs none", () => {
    const approved = jobs.filter(({ environment }) => environment !== undefined);
    expect(approved.map(({ name }) => name)).toEqual([...Object.keys(parts), "pages"]);
    expect(approved.filter((job) => !isForTags(job))).toEqual([]);
  });

  it("has a secret only in the environment of a step that publishes a pushed tag", () => {
    const withSecrets = jobs.flatMap((job) =>
      (job.steps ?? []).flatMap((step) =>
        JSON.stringify(step).includes("secrets.") ? [{ job, step }] : [],
      ),
    );
    expect(withSecrets.map(({ job }) => job.name)).toEqual(["nuget", "maven"]);
    for (const { job, step } of withSecrets) {
      expect(job.environment).toBe("release");
      expect(JSON.stringify({ ...step, env: {} })).not.toContain("secrets.");
      for (const value of Object.values(step.env ?? {}).filter((text) => text.includes("secrets.")))
        expect(value).toContain("github.event_name == 'push' && secrets.");
    }
  });

  it("with a credential runs one command of the project, and installs no packages", () => {
    for (const name of Object.keys(parts)) {
      const job = workflow.jobs[name] as Job;
      expect(commandsOf(job)).toEqual([`node release/publish/publish.mts ${name} release`]);
    }
  });

  it("is skipped if publisher.json names no registry for it", () => {
    const { nuget, maven, site, settings } = workflow.jobs;
    expect(nuget?.if).toContain("needs.settings.outputs.nuget == 'true'");
    expect(maven?.if).toContain("needs.settings.outputs.maven == 'true'");
    expect(site?.if).toContain("needs.settings.outputs.site == 'true'");
    expect(Object.keys(settings?.outputs ?? {})).toEqual(Object.keys(settingsOf(publisher)));
    const none = { ...publisher, nugetSource: null, mavenRepository: null, homepage: null };
    expect(settingsOf(none)).toEqual({ nuget: false, maven: false, site: false, base: "/" });
    expect(configuredParts(none)).toEqual(["github", "npm", "pypi", "go"]);
    const all = { ...none, nugetSource: "https://n", mavenRepository: "https://m" };
    expect(configuredParts(all)).toEqual(Object.keys(parts));
    expect(settingsOf({ ...none, homepage: "https://team.example.com/edge" })).toMatchObject({
      ...{ site: true, base: "/edge/" },
    });
  });
});

it("before anything is published, a dry run of all parts, tests, provenance and all files are there", () => {
  const job = workflow.jobs["dry-run"] as Job;
  expect(job.if).toBeUndefined();
  expect(workflow.jobs.github?.needs).toEqual(["test", "join", "attest", "dry-run"]);
  const others = Object.keys(parts).filter((part) => part !== "github");
  for (const part of others) expect(workflow.jobs[part]?.needs).toContain("github");
  expect(commandsOf(job)).toEqual(["node release/publish/publish.mts all release --dry-run"]);
});

it("the commands of jobs without packages load built-in modules alone", () => {
  const files = commandsOf({ steps: jobs.flatMap(({ steps = [] }) => steps) }).flatMap(
    (command) => /^node (release\/publish\/\S+)/.exec(command)?.[1] ?? [],
  );
  expect(new Set(files).size).toBe(3);
  const loaded = new Set<string>();
  const load = (path: string) => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const [, name = ""] of readFileSync(path, "utf8").matchAll(
      /^(?:import|\} from).*?"([^"]+)";$/gm,
    )) {
      if (name.startsWith(".")) load(join(path, "..", name));
      else expect(`${path}: ${name}`).toMatch(/: node:/);
    }
  };
  for (const file of files) load(join(root, file));
  expect(loaded.size).toBeGreaterThan(8);
  for (const path of loaded) expect(existsSync(path)).toBe(true);
});

it("the commands run with the Node.js of the workflow, without packages", () => {
  const { status, stdout } = spawnSync(
    process.execPath,
    ["release/publish/workflow-settings.mts"],
    { cwd: root, encoding: "utf8" },
  );
  expect({ status, stdout }).toEqual({
    status: 0,
    stdout: Object.entries(settingsOf(publisher))
      .map(([name, value]) => `${name}=${value}\n`)
      .join(""),
  });
});

describe("a tag", () => {
  const prepared = { repository: "team/ingress", goModule: "github.com/team/ingress/sdk/go" };
  const changelog = "# Changelog\n\n## [1.2.3] - 2026-01-01\n";

  it("is that of the version, with a dated section of the changelog", () => {
    const release = { ...prepared, version: "1.2.3", isPublished: true };
    expect(() => checkTag("v1.2.3", release, changelog)).not.toThrow();
  });

  it("has texts that install the package by its name, except for a prerelease", () => {
    const unprepared = { ...prepared, version: "1.2.3", isPublished: false };
    expect(() => checkTag("v1.2.3", unprepared, changelog)).toThrow(
      "isPublished in publisher.json is false: run npm run release -- --prepare 1.2.3 first.",
    );
    const candidate = { ...prepared, version: "1.2.3-rc.1", isPublished: false };
    const dated = "# Changelog\n\n## [1.2.3-rc.1] - 2026-01-01\n";
    expect(() => checkTag("v1.2.3-rc.1", candidate, dated)).not.toThrow();
  });

  it("has a package schema whose Go module is in the repository", () => {
    const renamed = {
      ...prepared,
      version: "1.2.3",
      isPublished: true,
      goModule: "example.com/go",
    };
    expect(() => checkTag("v1.2.3", renamed, changelog)).toThrow(
      "The package schema names the Go module example.com/go instead of github.com/team/ingress/sdk/go: run npm run release -- --prepare 1.2.3 first.",
    );
    expect(() => checkTag("v1.2.3", { ...renamed, repository: null }, changelog)).not.toThrow();
  });

  it.each([
    ["v1.2.4", "1.2.3", "The tag is v1.2.4, and package.json has 1.2.3."],
    ["v1.2.4", "1.2.4", "CHANGELOG.md has no section [1.2.4] with a date."],
  ])("%s of version %s is refused", (tag, version, message) => {
    expect(() => checkTag(tag, { ...prepared, version, isPublished: true }, changelog)).toThrow(
      message,
    );
  });
});
