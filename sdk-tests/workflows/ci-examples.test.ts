import { cpSync, existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect } from "vitest";
import { parse } from "yaml";
import { holds } from "../support/ci/expressions";
import { GithubServer, REPOSITORY, TOKEN } from "../support/ci/github-server";
import {
  type Pipeline,
  readComponent,
  readPipeline,
  runGitlabJob,
} from "../support/ci/gitlab-runner";
import { TOKEN as GITLAB_TOKEN, GitlabServer } from "../support/ci/gitlab-server";
import {
  githubVariables,
  installCommand,
  plainEnvironment,
  pullRequestEvent,
  quickTools,
  write,
} from "../support/ci/project";
import {
  type JobResult,
  type Run,
  readWorkflow,
  runJob,
  type Workflow,
} from "../support/ci/runner";
import { textOf } from "../support/files";
import { folderOfTests } from "../support/folders";
import { type InstalledProject, withProject } from "../support/installed";

/**
 * Tests of the workflows and the pipeline in examples/ci: each shell step runs under bash, with the real Pulumi CLI, the built package,
 * and local servers in place of the REST APIs of GitHub and GitLab. ci-action.test.ts tests what the Action reports.
 */

const PROGRAM = `
const { HttpsEdgeRoute } = require("pulumi-edge-ingress");
const { getStack } = require("@pulumi/pulumi");
const oauth = { provider: { provider1: { organizations: ["example"] } } };
new HttpsEdgeRoute("api", {
  edgeId: "edge_" + getStack(), matchType: "path_prefix", match: "/api", backend: { backendId: "bkdhr_1" },
  oauth,
});
`;

const OPENED = PROGRAM.replace("  oauth,\n", "");
const BROKEN = `${PROGRAM}throw new Error("no route without " + process.env.PULUMI_ACCESS_TOKEN);\n`;

const SECRETS = { PULUMI_ACCESS_TOKEN: "pul-0123456789" };

const it = withProject(PROGRAM);
const home = folderOfTests();
const tools = quickTools(home);

let project: InstalledProject;
let apiKey: string;
let github: GithubServer;
let gitlab: GitlabServer;

it.beforeAll(async ({ emulator, project: own }) => {
  project = own;
  apiKey = emulator.apiKey;
  installCommand(project.folder);
  const accepted = textOf("examples/ci/accepted-findings.json");
  write(project.folder, "accepted-findings.json", accepted);
  for (const stack of ["staging", "prod"]) {
    await project.init(stack, "plugin");
    await project.succeed(["up", "--stack", stack, "--yes", "--skip-preview"]);
  }
});

beforeEach(async () => {
  github = await GithubServer.start();
  gitlab = await GitlabServer.start();
  return async () => {
    await github.rest[Symbol.asyncDispose]();
    await gitlab.rest[Symbol.asyncDispose]();
  };
});

afterEach(() => setProgram(PROGRAM));

const setProgram = (program: string, folder = project.folder) => write(folder, "index.js", program);

/** The variables of every step: those of the CLI and its state, without the key of the API. */
function environment(): Record<string, string> {
  const { EDGE_INGRESS_API_KEY: _, ...own } = project.environment;
  const set = Object.entries(own).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  const { PULUMI_HOME = `${process.env.HOME}/.pulumi` } = process.env;
  return {
    ...plainEnvironment(home, tools),
    ...{
      PULUMI_HOME,
      PULUMI_SKIP_UPDATE_CHECK: "true",
      MODULES: join(project.folder, "node_modules"),
    },
    ...Object.fromEntries(set),
  };
}

interface Surroundings {
  readonly event?: object;
  readonly variables?: Readonly<Record<string, string>>;
  readonly secrets?: Readonly<Record<string, string>>;
  readonly without?: readonly string[];
  readonly matrix?: Readonly<Record<string, string>>;
  readonly workspace?: string;
  readonly use?: Run["use"];
}

/** The workflow that the guide shows. */
const ofGuide = (): Workflow => {
  const [, text = ""] = /^```yaml\n(.*?)^```/ms.exec(textOf("docs/guides/ci-review.md")) ?? [];
  return parse(text) as Workflow;
};

/** Runs the job of a workflow, of the example if it is a file. */
function run(
  file: string | Workflow,
  job: string,
  surroundings: Surroundings = {},
): Promise<JobResult> {
  const {
    event = pullRequestEvent(),
    variables = {},
    secrets = SECRETS,
    without = [],
  } = surroundings;
  const { matrix = {}, workspace = project.folder, use } = surroundings;
  const all: Record<string, string> = {
    ...environment(),
    ...githubVariables(github.rest.url, variables),
  };
  const contexts = {
    github: {
      ...{ token: TOKEN, repository: REPOSITORY },
      ...{ ref: all.GITHUB_REF ?? "", actor: all.GITHUB_ACTOR ?? "" },
      event: JSON.parse(JSON.stringify(event)),
    },
    secrets,
    matrix,
    runner: { temp: home },
  };
  for (const name of without) delete all[name];
  const workflow = typeof file === "string" ? readWorkflow(`examples/ci/${file}`) : file;
  const started: Run = { workspace, temp: home, contexts, event, environment: all };
  return runJob(workflow, job, use === undefined ? started : { ...started, use });
}

const bodies = () => github.comments.map(({ body }) => body);

describe("the workflow of a pull request", () => {
  const review = (surroundings?: Surroundings) => run("review.yaml", "review", surroundings);

  it("comments on both stacks, and gives the tokens to the steps that need them alone", async () => {
    setProgram(OPENED);
    const { code, steps } = await review();
    expect(code).toBe(1);
    expect(bodies()).toHaveLength(1);
    expect(bodies()[0]).toContain("edge&#95;staging: login (OAuth) is no longer required");
    expect(bodies()[0]).toContain("edge&#95;prod: login (OAuth) is no longer required");
    const secretsOf = steps.map(({ name, environment: variables }) => [
      name,
      ...["PULUMI_ACCESS_TOKEN", "GITHUB_TOKEN", "EDGE_INGRESS_API_KEY"].filter(
        (key) => variables[key],
      ),
    ]);
    expect(secretsOf).toEqual([
      ["npm ci"],
      ["Preview", "PULUMI_ACCESS_TOKEN"],
      ["Report", "PULUMI_ACCESS_TOKEN", "GITHUB_TOKEN"],
      ["Gate", "PULUMI_ACCESS_TOKEN"],
    ]);
    setProgram(PROGRAM);
    expect((await review()).code).toBe(0);
    expect(bodies()).toEqual([expect.stringContaining("nothing of the ingress changes")]);
  });

  it("as the guide shows it comments the errors of a preview that failed, without the token", async () => {
    setProgram(BROKEN);
    expect((await run(ofGuide(), "review")).code).toBe(1);
    expect(bodies()).toEqual([expect.stringContaining("no route without [secret]")]);
    expect(bodies()[0]).not.toContain(SECRETS.PULUMI_ACCESS_TOKEN);
    expect(bodies()[0]).toMatch(/`prod`.*`staging`/s);
  });

  it("passes, and explains why, for a pull request of Dependabot and of a fork, which get no secrets", async () => {
    const without = ["PULUMI_BACKEND_URL"];
    const dependabot = { secrets: {}, without, variables: { GITHUB_ACTOR: "dependabot[bot]" } };
    const fork = { secrets: {}, without, event: pullRequestEvent("c1", "mallory/shop") };
    github.isReadOnly = true;
    for (const [surroundings, reason] of [
      [dependabot, "Dependabot"],
      [fork, "a fork"],
    ] as const) {
      const { code, summary, outputs } = await review(surroundings);
      expect(code).toBe(0);
      expect(summary).toContain(`GitHub gives no secrets to a pull request of ${reason}`);
      expect(outputs.skipped).not.toBe("");
    }
    expect(github.rest.writes()).toEqual([]);
    github.isReadOnly = false;
    const broken = await review({ secrets: {}, without });
    expect(broken.code).toBe(1);
    expect(bodies()).toEqual([expect.stringContaining("Previews failed")]);
  });
});

describe("a stack that does not exist yet", () => {
  it("is previewed on an empty state, without being created", async () => {
    setProgram(OPENED);
    const out = join(home, "new");
    const args = ["ci", "preview", "--stack", "organization/test/new", "--out", out];
    const { code, text } = await project.edgeIngress(args, { PULUMI_CONFIG_PASSPHRASE: "" });
    expect([code, text]).toEqual([0, expect.stringContaining("does not exist yet")]);
    const { steps } = JSON.parse(readFileSync(join(out, "organization.test.new.json"), "utf8"));
    expect(steps.map(({ op }: { op: string }) => op)).toEqual(["create", "create"]);
    expect(await project.succeed(["stack", "ls"])).not.toContain("new");
    expect(existsSync(join(project.folder, "Pulumi.new.yaml"))).toBe(false);
  });
});

describe("the two workflows of a pull request from a fork", () => {
  it("review its change without a secret, and comment by the workflow of the default branch", async () => {
    const workspace = join(home, "fork");
    const store = join(home, "artifacts");
    const settings = `config:
  edge-ingress:apiKey:
    secure: v1:unreadable
  edge-ingress:plugin: true
encryptionsalt: v1:of-another-passphrase
`;
    const checkout = (path: string, program: string) => {
      const folder = join(workspace, path);
      mkdirSync(folder, { recursive: true });
      cpSync(join(project.folder, "Pulumi.yaml"), join(folder, "Pulumi.yaml"));
      cpSync(join(project.folder, "package.json"), join(folder, "package.json"));
      for (const stack of ["staging", "prod"]) write(folder, `Pulumi.${stack}.yaml`, settings);
      setProgram(program, folder);
    };
    const use: Run["use"] = async (name, { path = "." }) => {
      if (name === "actions/checkout") checkout(path, path === "change" ? OPENED : PROGRAM);
      if (name === "actions/upload-artifact")
        cpSync(join(workspace, path), store, { recursive: true });
      if (name === "actions/download-artifact")
        cpSync(store, join(workspace, path), { recursive: true });
    };
    const from = { full_name: "mallory/shop", owner: { login: "mallory" } };
    const without = ["PULUMI_BACKEND_URL", "EDGE_INGRESS_BASE_URL", "PULUMI_CONFIG_PASSPHRASE"];
    const fork = { secrets: {}, without, workspace, use };
    const forked = pullRequestEvent("c9", from.full_name);
    const first = await run("fork-preview.yaml", "preview", { ...fork, event: forked });
    expect([first.code, first.steps.at(-1)?.output]).toEqual([0, ""]);
    expect(first.steps.filter(({ environment: variables }) => variables.GITHUB_TOKEN)).toEqual([]);
    expect(readFileSync(join(workspace, "base/Pulumi.staging.yaml"), "utf8")).toBe(settings);

    github.pulls = [{ number: 7, head: { sha: "c9", ref: "feature", repo: from } }];
    const event = {
      workflow_run: {
        ...{ id: 1, event: "pull_request", conclusion: "success" },
        ...{ head_sha: "c9", head_branch: "feature", head_repository: from },
      },
    };
    rmSync(workspace, { recursive: true });
    const second = await run("fork-review.yaml", "review", { ...fork, event });
    expect(second.code).toBe(1);
    expect(bodies()).toEqual([expect.stringContaining("login (OAuth) is no longer required")]);
    expect(bodies()[0]).toContain("This preview was made without secrets");
  });

  it("leave a pull request of the repository to the other workflow", async () => {
    expect((await run("fork-preview.yaml", "preview")).code).toBeUndefined();
    const condition = readWorkflow("examples/ci/fork-preview.yaml").jobs.preview?.if;
    const byDependabot = {
      pull_request: {
        head: { repo: { full_name: REPOSITORY } },
        user: { login: "dependabot[bot]" },
      },
    };
    const contexts = { github: { repository: REPOSITORY, event: byDependabot } };
    expect(holds(condition, contexts, { hasFailed: false })).toBe(true);
  });
});

describe("the workflows of the default branch", () => {
  const main = {
    event: {},
    variables: { GITHUB_EVENT_NAME: "push", GITHUB_REF: "refs/heads/main" },
  };
  const withKey = () => ({ ...main, secrets: { ...SECRETS, EDGE_INGRESS_API_KEY: apiKey } });

  it("deploy nothing with a finding of high severity, and deploy another change", async ({
    emulator,
  }) => {
    const logins = () => emulator.objects().filter(({ path }) => path.endsWith("/oauth"));
    setProgram(OPENED);
    const matrix = { stack: "prod" };
    const stopped = await run("deploy.yaml", "up", { ...withKey(), matrix });
    expect([stopped.code, stopped.steps.at(-1)?.name]).toEqual([1, "Gate"]);
    expect(logins()).toHaveLength(2);
    setProgram(PROGRAM.replace('"example"', '"example", "partner"'));
    const deployed = await run("deploy.yaml", "up", { ...withKey(), matrix });
    expect(deployed.code).toBe(1);
    setProgram(PROGRAM.replace('match: "/api"', 'match: "/api", metadata: "deployed"'));
    expect((await run("deploy.yaml", "up", { ...withKey(), matrix })).code).toBe(0);
    expect(JSON.stringify(emulator.objects())).toContain("deployed");
    setProgram(PROGRAM);
    await project.succeed(["up", "--stack", "prod", "--yes", "--skip-preview"]);
    expect(github.rest.writes()).toEqual([]);
  });

  it("report drift in one issue of the stack, and close it when the drift is gone", async ({
    emulator,
  }) => {
    const drift = () => run("drift.yaml", "drift", { ...withKey(), matrix: { stack: "staging" } });
    const [login] = emulator.objects().filter(({ path }) => /edge_staging.*oauth$/.test(path));
    emulator.remove(login?.path ?? "");
    expect((await drift()).code).toBe(1);
    expect((await drift()).code).toBe(1);
    expect(github.issues.map(({ title, state }) => `${title}: ${state}`)).toEqual([
      "Drift of the ingress in staging: open",
    ]);
    expect(github.issues[0]?.body).toContain("this was changed outside Pulumi");
    await project.succeed(["up", "--stack", "staging", "--yes", "--skip-preview", "--refresh"]);
    expect((await drift()).code).toBe(0);
    expect(github.issues.map(({ state }) => state)).toEqual(["closed"]);
  });

  it("share no concurrency group that would let drift cancel a waiting deployment", () => {
    const groups = ["review", "deploy", "drift", "fork-preview"].map((name) => {
      const { concurrency, jobs } = parse(textOf(`examples/ci/${name}.yaml`));
      const [job] = Object.values<{ concurrency?: { group: string } }>(jobs);
      return (concurrency ?? job?.concurrency)?.group;
    });
    expect(new Set(groups).size).toBe(4);
    expect(groups).not.toContain(undefined);
  });
});

describe("the pipeline of GitLab", () => {
  const component = readComponent({ stacks: "staging prod" });

  /** Runs a job with the variables of the project. */
  const runGitlab = (pipeline: Pipeline, job: string, more: Readonly<Record<string, string>>) =>
    runGitlabJob(pipeline, job, project.folder, {
      ...environment(),
      CI_API_V4_URL: gitlab.rest.url,
      CI_PROJECT_ID: "42",
      CI_DEFAULT_BRANCH: "main",
      GITLAB_TOKEN,
      ...SECRETS,
      ...more,
    });

  const review = (commit = "c1", pipeline = component, job = "ingress-review") =>
    runGitlab(pipeline, job, {
      CI_PIPELINE_SOURCE: "merge_request_event",
      CI_MERGE_REQUEST_IID: "7",
      CI_COMMIT_SHA: commit,
      CI_MERGE_REQUEST_PROJECT_URL: "https://gitlab.example/acme/shop",
    });

  const notes = () => gitlab.notes.map(({ body }) => body);

  it("writes one note that later pushes edit, leaves others alone, and writes reports for GitLab", async () => {
    const others = ["### Ingress review of a person", "<!-- edge-ingress review: other -->\n"];
    gitlab.addNote(others[0] ?? "", 9);
    gitlab.addNote(others[1] ?? "");
    gitlab.addNote("<!-- edge-ingress review: ingress-review -->\nfaked", 9);
    setProgram(OPENED);
    const first = await review();
    expect(first.code).toBe(1);
    expect(notes()[3]).toContain("login (OAuth) is no longer required");
    const reports = component["ingress-review"]?.artifacts?.reports ?? {};
    const [quality, variables] = ["codequality", "dotenv"].map((name) =>
      readFileSync(join(project.folder, reports[name] ?? ""), "utf8"),
    );
    expect(JSON.parse(quality ?? "")).toHaveLength(2);
    expect(JSON.parse(quality ?? "")[0]).toMatchObject({
      ...{ check_name: "protection-removed", severity: "critical" },
      location: { path: "index.js", lines: { begin: 5 } },
    });
    expect(variables).toContain("INGRESS_REVIEW_SEVERITY=high\n");
    setProgram(PROGRAM);
    expect((await review()).code).toBe(0);
    expect((await review("c0")).code).toBe(0);
    expect(notes()).toEqual([
      ...others,
      expect.stringContaining("faked"),
      expect.stringContaining("nothing of the ingress changes"),
    ]);
    expect(gitlab.rest.writes()).toEqual([
      "POST /projects/42/merge_requests/7/notes",
      "PUT /projects/42/merge_requests/7/notes/104",
    ]);
  });

  it("deploys after the gate, and reports drift in one issue", async ({ emulator }) => {
    const example = readPipeline("examples/ci/gitlab.yaml");
    const push = {
      CI_PIPELINE_SOURCE: "push",
      CI_COMMIT_BRANCH: "main",
      EDGE_INGRESS_API_KEY: apiKey,
    };
    setProgram(OPENED);
    expect((await runGitlab(example, "prod", push)).code).toBe(1);
    setProgram(PROGRAM);
    expect((await runGitlab(example, "staging", push)).code).toBe(0);
    expect((await runGitlab(example, "drift", push)).code).toBeUndefined();
    const [login] = emulator.objects().filter(({ path }) => /edge_prod.*oauth$/.test(path));
    emulator.remove(login?.path ?? "");
    const nightly = { ...push, CI_PIPELINE_SOURCE: "schedule", STACK: "prod" };
    expect((await runGitlab(example, "drift", nightly)).code).toBe(1);
    expect((await runGitlab(example, "drift", nightly)).code).toBe(1);
    expect(gitlab.issues.map(({ title, state }) => `${title}: ${state}`)).toEqual([
      "Drift of the ingress in prod: opened",
    ]);
    await project.succeed(["up", "--stack", "prod", "--yes", "--skip-preview", "--refresh"]);
    expect((await runGitlab(example, "drift", nightly)).code).toBe(0);
    expect(gitlab.issues[0]?.state).toBe("closed");
  });
});
