import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import manifest from "../../package.json";
import { systems } from "../../release/node-binaries.mts";
import { root, textOf } from "../support/files";
import { folderOfTest } from "../support/folders";

/** Tests of the workflows of the repository on GitHub, and of the workflows of the examples. */

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Job {
  readonly if?: string;
  readonly needs?: string | readonly string[];
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps?: readonly Step[];
  readonly strategy?: { readonly matrix: Matrix };
}

interface Matrix {
  readonly project?: readonly string[];
  readonly os?: readonly string[];
  readonly include?: readonly { readonly command: string }[];
}

interface Workflow {
  readonly permissions: object;
  readonly concurrency?: { readonly group: string; readonly "cancel-in-progress": string };
  readonly jobs: Readonly<Record<string, Job>>;
}

const workflows = readdirSync(join(root, ".github/workflows")).map((name) => {
  const path = `.github/workflows/${name}`;
  const text = textOf(path);
  return { path, text, workflow: parse(text) as Workflow };
});

const workflowIn = (file: string) =>
  workflows.find(({ path }) => path.endsWith(`/${file}`))?.workflow as Workflow;

const release = workflowIn("release.yml");
const jobs = workflows.flatMap(({ workflow }) => Object.values(workflow.jobs));

it("each action is pinned by the hash of a commit, with its version", () => {
  const composite = readdirSync(join(root, ".github/actions")).map((name) =>
    textOf(`.github/actions/${name}/action.yml`),
  );
  expect(composite.length).toBeGreaterThan(0);
  const uses = [...workflows.map(({ text }) => text), ...composite].flatMap((text) =>
    text.split("\n").filter((line) => /uses: (?!\.\/)/.test(line)),
  );
  expect(uses.length).toBeGreaterThan(10);
  expect(
    uses.filter((line) => !/uses: [\w-]+(\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)),
  ).toEqual([]);
});

it("each command of a workflow is a script of package.json, a project of vitest, or a long test", () => {
  const included = jobs.flatMap(({ strategy }) => strategy?.matrix.include ?? []);
  const inMatrices = jobs.flatMap(({ strategy }) => strategy?.matrix.project ?? []);
  const steps = jobs.flatMap((job) => (job.steps ?? []).flatMap(({ run }) => run ?? []));
  const commands = [
    ...included.map(({ command }) => command),
    ...inMatrices.map((project) => `--project=${project}`),
    ...steps,
  ].join("\n");
  const named = (pattern: RegExp) => [...commands.matchAll(pattern)].map(([, name = ""]) => name);
  expect(named(/npm run ([\w:]+)/g).filter((name) => !(name in manifest.scripts))).toEqual([]);
  const projects = textOf("vitest.config.mts");
  expect(
    named(/--project=([\w-]+)/g).filter((name) => !projects.includes(`name: "${name}"`)),
  ).toEqual([]);
  const long = named(/--long ([\w-]+)/g);
  expect(long.length).toBeGreaterThan(3);
  expect(long.filter((name) => !existsSync(join(root, `sdk-tests/long/${name}.test.ts`)))).toEqual(
    [],
  );
});

describe("the last check of a change", () => {
  const { all, ...others } = workflowIn("ci.yml").jobs;

  it("needs all other jobs, and runs whatever their results are", () => {
    expect([all?.needs].flat().toSorted()).toEqual(Object.keys(others).toSorted());
    expect(all?.if).toBe("always()");
  });

  it.runIf(process.platform === "linux").each([
    ["success success", 0],
    ["success failure", 1],
    ["cancelled success", 1],
    ["skipped success", 1],
  ])("with the results %s has the exit code %i", (RESULTS, code) => {
    const script = all?.steps?.find(({ name }) => name === "Require success")?.run ?? "exit 2";
    const env = { ...process.env, RESULTS };
    expect(spawnSync("bash", ["-e", "-c", script], { env }).status).toBe(code);
  });
});

it("a push to main cancels no run of another commit, and a push to a pull request cancels the previous run", () => {
  for (const file of ["ci.yml", "codeql.yml"]) {
    const { group, "cancel-in-progress": cancels } = workflowIn(file).concurrency ?? {};
    expect(group).toContain("github.event_name == 'pull_request' && github.ref || github.sha");
    expect(cancels).toContain("github.event_name == 'pull_request'");
  }
});

it("CI runs the linters of workflows, which npm test cannot require", () => {
  const commands = workflowIn("ci.yml").jobs["lint-workflows"]?.steps?.map(({ run }) => run);
  expect(commands).toContain("npm run lint:workflows");
});

describe("a job", () => {
  it("may only read, unless it needs a tag or the approval of the environment", () => {
    for (const { workflow } of workflows)
      expect(workflow.permissions).toEqual({ contents: "read" });
    const writing = Object.values(release.jobs).filter(({ permissions = {} }) =>
      Object.values(permissions).includes("write"),
    );
    expect(writing.length).toBeGreaterThan(1);
    const isGuarded = (job: Job) =>
      job.environment === "release" || job.if === "github.event_name == 'push'";
    expect(writing.filter((job) => !isGuarded(job))).toEqual([]);
  });

  it("has a secret only in the environment of a step that publishes a pushed tag", () => {
    const withSecrets = jobs.flatMap((job) =>
      (job.steps ?? [])
        .filter((step) => JSON.stringify(step).includes("secrets."))
        .map((step) => ({ job, step })),
    );
    expect(withSecrets.length).toBeGreaterThan(1);
    for (const { job, step } of withSecrets) {
      expect(job.environment).toBe("release");
      expect({ ...step, env: {} }).not.toEqual(
        expect.objectContaining({ run: expect.stringContaining("secrets.") }),
      );
      for (const value of Object.values(step.env ?? {}))
        if (value.includes("secrets."))
          expect(value).toContain("github.event_name == 'push' && secrets.");
    }
  });
});

it("a release is built on each system that it has an executable for", () => {
  expect(release.jobs.build?.strategy?.matrix.os).toHaveLength(systems.length);
});

/** A tool that records how it is called; what it is asked about is published already if PUBLISHED is set. */
const TOOL = `#!/bin/sh
case "$(basename "$0") $*" in
  "gh release view"* | curl*) [ -n "$PUBLISHED" ]; exit ;;
  "npm view"*) [ -n "$PUBLISHED" ] && echo "$PUBLISHED"; exit 0 ;;
esac
echo "$(basename "$0") $*" >> "$CALLS"
`;

const POM = `<project>
  <groupId>com.example.edge</groupId>
</project>
`;

// The jobs that publish run on Linux.
describe.runIf(process.platform === "linux")("the step that publishes to", () => {
  /** Runs the step of a job in a folder with a release, and returns the calls of tools, and the output. */
  function publish(job: string, version: string, { env = {}, publisher = {} } = {}) {
    const folder = folderOfTest();
    for (const name of ["release", "bin"]) mkdirSync(join(folder, name));
    for (const name of ["gh", "npm", "dotnet", "mvn", "curl"])
      writeFileSync(join(folder, "bin", name), TOOL, { mode: 0o755 });
    const files = [
      `pulumi-edge-ingress-${version}.tgz`,
      `EdgeIngressSdk.${version}.nupkg`,
      "RELEASE_NOTES.md",
    ];
    for (const file of files) writeFileSync(join(folder, "release", file), "");
    writeFileSync(join(folder, "release/schema.json"), JSON.stringify({ version }));
    writeFileSync(join(folder, `release/edge-ingress-${version}.pom`), POM);
    writeFileSync(join(folder, "publisher.json"), JSON.stringify(publisher));
    const script =
      release.jobs[job]?.steps?.find(({ name }) => name === "Publish")?.run ?? "exit 1";
    const calls = join(folder, "calls");
    writeFileSync(calls, "");
    const PATH = [join(folder, "bin"), process.env.PATH].join(delimiter);
    const environment = { ...process.env, PATH, RUN: "command", CALLS: calls, ...env };
    const options = { cwd: folder, env: environment, encoding: "utf8" } as const;
    const { status, stdout, stderr } = spawnSync(
      "bash",
      ["-e", "-o", "pipefail", "-c", script],
      options,
    );
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    return {
      calls: readFileSync(calls, "utf8").trim().split("\n").filter(Boolean),
      printed: stdout,
    };
  }

  const registries = {
    publisher: {
      nugetSource: "https://nuget.example.com",
      mavenRepository: "https://maven.example.com",
    },
    env: { NUGET_API_KEY: "key" },
  };

  it("GitHub makes a release, which is a prerelease if its version is one", () => {
    const [created] = publish("github", "1.2.3").calls;
    expect(created).toMatch(/^gh release create v1\.2\.3 --verify-tag .* release\/schema\.json$/);
    expect(created).not.toContain("--prerelease");
    expect(publish("github", "1.2.3-rc.1").calls[0]).toContain(" --prerelease ");
  });

  it("npm publishes both packages, and a prerelease under a separate tag", () => {
    expect(publish("npm", "1.2.3").calls).toEqual(
      ["pulumi-edge-ingress", "pulumi-edge-ingress-sdk"].map(
        (name) =>
          `npm publish ./release/${name}-1.2.3.tgz --provenance --access public --tag latest`,
      ),
    );
    for (const call of publish("npm", "1.2.3-rc.1").calls) expect(call).toMatch(/ --tag next$/);
  });

  it("NuGet and Maven publishes to the registries of publisher.json, and to no other", () => {
    expect(publish("nuget", "1.2.3", registries).calls).toEqual([
      "dotnet nuget push release/EdgeIngressSdk.1.2.3.nupkg --source https://nuget.example.com --api-key key --skip-duplicate",
    ]);
    expect(publish("maven", "1.2.3", registries).calls).toEqual([
      expect.stringContaining(
        "mvn --batch-mode deploy:deploy-file -Durl=https://maven.example.com ",
      ),
    ]);
    for (const job of ["nuget", "maven"]) expect(publish(job, "1.2.3").calls).toEqual([]);
  });

  it.each(["npm", "maven"])("%s publishes nothing again when the run is repeated", (job) => {
    const env = { ...registries.env, PUBLISHED: "1.2.3" };
    const { calls, printed } = publish(job, "1.2.3", { ...registries, env });
    expect(calls).toEqual([]);
    expect(printed).toContain("is published already");
  });

  it("GitHub replaces the files when the run is repeated", () => {
    const { calls } = publish("github", "1.2.3", { env: { PUBLISHED: "1.2.3" } });
    expect(calls).toEqual([expect.stringMatching(/^gh release upload v1\.2\.3 --clobber /)]);
  });

  it.each(["github", "npm", "nuget", "maven"])(
    "%s prints its commands in a dry run, and runs none",
    (job) => {
      const { calls, printed } = publish(job, "1.2.3", { ...registries, env: { RUN: "echo" } });
      expect(calls).toEqual([]);
      expect(printed).toMatch(
        /^(gh release create|npm publish|dotnet nuget push|mvn --batch-mode deploy)/,
      );
    },
  );
});
