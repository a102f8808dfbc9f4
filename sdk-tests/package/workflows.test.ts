import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import manifest from "../../package.json";
import { root, textOf } from "../support/files";

/** Tests of the workflows of the repository on GitHub, and of the workflows of the examples. */

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly if?: string;
  readonly needs?: string | readonly string[];
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

it("a workflow may only read, unless a job has another permission", () => {
  for (const { workflow } of workflows) expect(workflow.permissions).toEqual({ contents: "read" });
});
