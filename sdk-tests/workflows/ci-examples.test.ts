import { mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { describe, expect } from "vitest";
import { parse } from "yaml";
import { root } from "../support/files";
import { type InstalledProject, withProject } from "../support/installed";

/**
 * Tests of the commands of the jobs in examples/ci, with the real Pulumi CLI. Calls of GitHub or GitLab are logged
 * instead.
 */

const example = (file: string) => readFile(join(root, "examples/ci", file), "utf8");

const PROGRAM = `
const { HttpsEdgeRoute } = require("pulumi-edge-ingress");
const { getStack } = require("@pulumi/pulumi");
const oauth = { provider: { provider1: { organizations: ["example"] } } };
new HttpsEdgeRoute("api", {
  edgeId: "edge_" + getStack(), matchType: "path_prefix", match: "/api", backend: { backendId: "bkdhr_1" },
  ...(!process.env.OPEN && { oauth }),
});
if (process.env.HEALTH) new HttpsEdgeRoute("health", {
  edgeId: "edge_" + getStack(), matchType: "exact_path", match: "/health", backend: { backendId: "bkdhr_1" },
});
`;

const it = withProject(PROGRAM);
let project: InstalledProject;

it.beforeAll(async ({ emulator, project: own }) => {
  project = own;
  const { folder } = project;
  const tools = join(folder, "tools");
  await mkdir(tools);
  const command = JSON.stringify(join(folder, "node_modules/pulumi-edge-ingress/dist/cli.cjs"));
  const node = JSON.stringify(process.execPath);
  const tool = (name: string, script: string) =>
    writeFile(join(tools, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const log = 'printf "%s " "$(basename "$0")" "$@" >> calls.txt; echo >> calls.txt';
  await tool("npx", `shift; exec ${node} ${command} "$@"`);
  await tool("npm", "exit 0");
  await tool("gh", `${log}; case "$*" in *"issue list"*) echo "$KNOWN_ISSUE";; esac`);
  await tool("curl", `${log}; case "$*" in *--get*) echo "[$KNOWN_ISSUE]";; esac`);
  await writeFile(join(folder, "accepted-findings.json"), await example("accepted-findings.json"));
  Object.assign(project.environment, {
    PATH: tools + delimiter + process.env.PATH,
    GITHUB_STEP_SUMMARY: "summary.md",
    PULL_REQUEST: "7",
    PROJECT_URL: "https://gitlab.example/projects/1",
    CI_MERGE_REQUEST_IID: "7",
  });
  for (const stack of ["staging", "prod"]) {
    await project.init(stack, "plugin");
    await project.succeed(["up", "--stack", stack, "--yes", "--skip-preview"]);
  }
  const [login] = emulator.objects().filter(({ path }) => /edge_staging.*oauth$/.test(path));
  emulator.remove(login?.path ?? "");
});

/** Runs a script like the runners. */
const bash = async (
  script: string,
  environment: Record<string, string> = {},
): Promise<number | null> =>
  (await project.begin("bash", ["-eo", "pipefail", "-c", script], { environment }).ended).code;

/** Returns the log or the file of a command since the last call. */
async function taken(name: string): Promise<string> {
  const path = join(project.folder, name);
  const text = await readFile(path, "utf8").catch(() => "");
  await writeFile(path, "");
  return text;
}

interface Runner {
  readonly title: string;
  /** Runs the commands of a job, and the commands after a failure. Returns the exit code of the job. */
  run(
    job: "review" | "up" | "drift",
    stack: string,
    more?: Record<string, string>,
  ): Promise<number | null>;
  /** Matches the call that posts the review as the first comment; `edits` matches the call after the next push. */
  readonly comments: RegExp;
  readonly edits: RegExp;
  /** The list of comments after the first comment. */
  readonly comment: string;
  readonly opens: RegExp;
  readonly addsTo: RegExp;
  readonly known: string;
}

const github: Runner = {
  title: "GitHub Actions",
  async run(job, stack, more = {}) {
    const { steps, env: ofJob } = parse(await example("ingress.yaml")).jobs[job];
    const filled = (text: string) => text.replaceAll(/\$\{\{ matrix\.stack \}\}/g, stack);
    // The other variables of the job are secrets, which the environment of the test has.
    const { STACK } = (ofJob ?? {}) as { STACK?: string };
    const ofMatrix: Record<string, string> = STACK === undefined ? {} : { STACK: filled(STACK) };
    let status: number | null = 0;
    for (const { run, if: condition, env = {} } of steps) {
      if (run === undefined || (status !== 0) !== (condition === "failure()")) continue;
      const values = Object.fromEntries(
        Object.entries<string>(env).map(([name, value]) => [name, filled(value)]),
      );
      const ended = await bash(filled(run), {
        ...ofMatrix,
        ...values,
        PULL_REQUEST: "7",
        ...more,
      });
      status = status === 0 ? ended : status;
    }
    return status;
  },
  comments: /^gh pr comment 7 --body-file review.md --edit-last --create-if-none/,
  edits: /^gh pr comment 7 --body-file review.md --edit-last --create-if-none/,
  comment: "",
  opens:
    /^gh issue list .*\ngh issue create --title Drift of the ingress in staging --body-file drift.md \n$/,
  addsTo: /^gh issue list .*\ngh issue comment 12 --body-file drift.md \n$/,
  known: "12",
};

const gitlab: Runner = {
  title: "GitLab CI",
  async run(job, stack, more = {}) {
    const { script, after_script: after = [] } = parse(await example("gitlab.yaml"))[job];
    const values = { STACK: stack, TITLE: `Drift of the ingress in ${stack}`, ...more };
    const status = await bash(script.join("\n"), values);
    await bash(after.join("\n"), { ...values, CI_JOB_STATUS: status === 0 ? "success" : "failed" });
    return status;
  },
  comments:
    /^curl .*--get .*\/notes \ncurl .*--request POST .*body@review.md https:\S+\/merge_requests\/7\/notes \n$/,
  edits:
    /^curl .*--get .*\/notes \ncurl .*--request PUT .*body@review.md https:\S+\/merge_requests\/7\/notes\/9 \n$/,
  comment: '{"id":8,"body":"Looks good"},{"id":9,"body":"### Ingress review"}',
  opens:
    /^curl .*--get .*\ncurl .*title=Drift of the ingress in staging .*description@drift.md https:\S+\/issues \n$/,
  addsTo: /^curl .*--get .*\ncurl .*body@drift.md https:\S+\/issues\/12\/notes \n$/,
  known: '{"id":4,"iid":12}',
};

describe.each([github, gitlab])("the jobs for $title", (runner) => {
  it("report what a pull request does to both stacks, and fail at a finding of high severity", async () => {
    expect(await runner.run("review", "staging", { OPEN: "1", KNOWN_ISSUE: "" })).toBe(1);
    expect(await taken("calls.txt")).toMatch(runner.comments);
    const report = await taken("review.md");
    expect(report).toContain("edge&#95;staging: login (OAuth) is no longer required");
    expect(report).toContain("edge&#95;prod: login (OAuth) is no longer required");
  });

  it("edit the comment of a pull request with the next push, and list what is accepted in it", async () => {
    expect(
      await runner.run("review", "staging", { HEALTH: "1", KNOWN_ISSUE: runner.comment }),
    ).toBe(0);
    expect(await taken("calls.txt")).toMatch(runner.edits);
    const report = await taken("review.md");
    expect(report).toContain("a probe of the load balancer, without data");
    expect(report).not.toContain("**high**");
  });

  it("deploy nothing with a finding of high severity", async ({ emulator }) => {
    expect(await runner.run("up", "prod", { OPEN: "1" })).toBe(1);
    expect(emulator.objects().filter(({ path }) => path.endsWith("/oauth"))).toHaveLength(1);
  });

  it("fail every night while a route is open, and report it in an issue", async () => {
    expect(await runner.run("drift", "staging", { KNOWN_ISSUE: "" })).toBe(1);
    expect(await taken("calls.txt")).toMatch(runner.opens);
    expect(await taken("drift.md")).toContain(
      "login (OAuth) is no longer required; this was changed outside Pulumi",
    );
    expect(await runner.run("drift", "staging", { KNOWN_ISSUE: runner.known })).toBe(1);
    expect(await taken("calls.txt")).toMatch(runner.addsTo);
  });

  it("report nothing about an unchanged stack, or about a refresh that failed", async () => {
    await taken("drift.md");
    expect(await runner.run("drift", "prod")).toBe(0);
    expect(await taken("calls.txt")).toBe("");
    await taken("drift.md");
    expect(
      await runner.run("drift", "staging", {
        EDGE_INGRESS_API_KEY: "wrong",
        EDGE_INGRESS_BASE_URL: "none",
      }),
    ).not.toBe(0);
    expect(await taken("calls.txt")).toBe("");
  });
});
