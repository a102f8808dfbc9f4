import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect } from "vitest";
import manifest from "../../package.json";
import type { Emulator } from "../../src/emulator";
import { root } from "../support/files";
import { type InstalledProject, PLUGINS, withProject } from "../support/installed";
import { type Ended, Pipeline } from "../support/pipeline";
import { SECRETS_PROVIDER } from "../support/secrets-service";

/**
 * Tests of the pipeline of examples/promotion: the shell steps of its workflows, read from their files, with the real
 * CLI, a backend of files and a local server with an account for each stage.
 *
 * Each test continues from the state of the previous test.
 */

const STAGES = ["dev", "staging", "prod"];

const it = withProject("", PLUGINS, {
  apiKeys: Object.fromEntries(["shared", ...STAGES].map((name) => [`key-of-${name}`, name])),
});

let pipeline: Pipeline;
let first: string;

/** The folder of a commit: the example, with replaced texts in its component. */
async function commit(
  { folder }: InstalledProject,
  name: string,
  ...changes: readonly (readonly [string, string])[]
): Promise<string> {
  const copy = join(folder, "commits", name);
  await cp(join(folder, "repository"), copy, { recursive: true });
  const file = join(copy, "ingress-stack.ts");
  let text = await readFile(file, "utf8");
  for (const [before, after] of changes) {
    expect(text.split(before)).toHaveLength(2);
    text = text.replace(before, () => after);
  }
  await writeFile(file, text);
  return copy;
}

/** The end of a promotion: the stages that it has deployed, and the gate that has stopped it. */
interface Promotion {
  readonly deployed: readonly string[];
  readonly stoppedAt?: string;
  readonly ended: Ended;
}

/**
 * Takes a commit over the stages, as promotion.yaml calls stage.yaml.
 * @param approve Runs when a stage is planned, before it is deployed.
 */
async function promote(
  source: string,
  approve: (stage: string) => Promise<void> = async () => undefined,
): Promise<Promotion> {
  const deployed: string[] = [];
  let ended: Ended = { failed: undefined, text: "", summary: "" };
  for (const [caller, { uses, with: inputs = {} }] of inOrder()) {
    expect(uses).toBe("./.github/workflows/stage.yaml");
    const { stage = "", previous = "" } = inputs;
    const values = { "inputs.stage": stage, "inputs.previous": previous };
    for (const job of ["plan", "deploy"]) {
      if (job === "deploy") await approve(stage);
      ended = await pipeline.run("stage.yaml", job, source, values);
      if (ended.failed) return { deployed, stoppedAt: `${caller}: ${ended.failed}`, ended };
    }
    deployed.push(stage);
  }
  return { deployed, ended };
}

/** The jobs of the promotion: each needs the previous job. */
function inOrder() {
  const jobs = Object.entries(pipeline.workflow("promotion.yaml").jobs);
  expect(jobs.map(([, { needs }]) => needs)).toEqual([
    undefined,
    ...jobs.slice(0, -1).map(([name]) => name),
  ]);
  return jobs;
}

it.beforeAll(async ({ emulator, project }) => {
  pipeline = new Pipeline(project, "examples/promotion/ci");
  await pipeline.prepare();
  const repository = join(project.folder, "repository");
  const isSource = (path: string) => !path.endsWith("node_modules");
  await cp(join(root, "examples/promotion"), repository, { recursive: true, filter: isSource });
  // `npm run typecheck` checks the types of the examples. The key of each stage is in its configuration.
  Object.assign(project.environment, {
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    EDGE_INGRESS_BASE_URL: emulator.url,
    EDGE_INGRESS_API_KEY: undefined,
  });
  await addStage(project, "shared", "repository/shared");
  await up(project, "shared", "repository/shared");
  for (const stage of STAGES) await addStage(project, stage, "repository");
  first = await commit(project, "first");
  await Promise.all(STAGES.map((stage) => up(project, stage, "commits/first")));
});

/** Creates a stack with its secrets, as described in the README. */
async function addStage(project: InstalledProject, stage: string, below: string): Promise<void> {
  const init = ["stack", "init", stage, "--secrets-provider", SECRETS_PROVIDER];
  await project.succeed(init, { below });
  const secrets = [`edge-ingress:apiKey=key-of-${stage}`];
  if (stage !== "shared") secrets.push(`oauthClientSecret=secret-of-${stage}`);
  const flags = secrets.flatMap((secret) => ["--secret", secret]);
  await project.succeed(["config", "set-all", "--stack", stage, ...flags], { below });
}

/** Deploys a stage without the pipeline. */
const up = (project: InstalledProject, stage: string, below: string) =>
  project.succeed(["up", "--stack", stage, "--yes", "--skip-preview"], { below });

/** Returns the session durations of the logins in the account of each stage. */
const sessions = (emulator: Emulator) =>
  Object.fromEntries(
    STAGES.map((stage) => [
      stage,
      emulator
        .objects()
        .filter(({ account, path }) => account === stage && path.endsWith("/oauth"))
        .map(({ body }) => body.maximum_duration),
    ]),
  );

const everywhere = (duration: number) =>
  Object.fromEntries(STAGES.map((stage) => [stage, [duration, duration]]));

/** The step that reviews the plan. */
const REVIEW = "Stop at a finding of medium or high severity that is not accepted";

const SHORTER = ["maximumDuration: 28800", "maximumDuration: 3600"] as const;
const SHORTEST = ["maximumDuration: 28800", "maximumDuration: 1800"] as const;

it("the first release has two regions in the account of each stage", ({ emulator }) => {
  expect(sessions(emulator)).toEqual(everywhere(28800));
  const domains = emulator.objects().flatMap(({ account, body }) => (body.domain ? [account] : []));
  expect(domains.sort()).toEqual(STAGES.flatMap((stage) => [stage, stage]).sort());
});

it("a change is planned, reviewed and deployed on each stage, and the stages stay equal", async ({
  emulator,
  project,
}) => {
  const approved: string[] = [];
  const promotion = await promote(await commit(project, "shorter", SHORTER), async (stage) => {
    approved.push(stage);
    // Before the approval, a stage is as it was.
    expect(sessions(emulator)[stage]).toEqual([28800, 28800]);
  });
  expect(promotion).toMatchObject({ deployed: STAGES });
  expect(approved).toEqual(STAGES);
  expect(promotion.ended.text).toContain("staging and prod: alike: 8 resources");
  expect(sessions(emulator)).toEqual(everywhere(3600));
});

describe("a change is stopped", () => {
  it("by the review of the plan", async ({ emulator, project }) => {
    emulator.clearRequests();
    const open = await commit(project, "open", [
      "oauth: {\n",
      "oauth: {\n          enabled: false,\n",
    ]);
    expect(await promote(open)).toMatchObject({ deployed: [], stoppedAt: `dev: ${REVIEW}` });
    expect(emulator.requests()).toEqual([]);
  });

  it("by an expectation that the plan breaks, although the finding of the review is accepted", async ({
    emulator,
    project,
  }) => {
    emulator.clearRequests();
    const wider = await commit(project, "wider", SHORTER, [
      "organizations: [login.organization]",
      'organizations: [login.organization, "contractors"]',
    ]);
    await accept(wider, { rule: "allow-list-widened", reason: "contractors help" });
    expect(await promote(wider)).toMatchObject({
      deployed: [],
      stoppedAt: "dev: Stop if the plan breaks an expectation",
    });
    expect(emulator.requests()).toEqual([]);
  });

  it("by a deployment since the stage was planned, before anything is changed", async ({
    emulator,
    project,
  }) => {
    await commit(project, "hotfix", SHORTER, ["compression: {},", ""]);
    const promotion = await promote(await commit(project, "shortest", SHORTEST), async (stage) => {
      await up(project, stage, "commits/hotfix");
      emulator.clearRequests();
    });
    expect(promotion).toMatchObject({
      deployed: [],
      stoppedAt: "dev: Stop if the stage has changed since it was planned",
    });
    expect(emulator.requests()).toEqual([]);
  });

  it("if it is not the change that was planned", async ({ project }) => {
    const values = { "inputs.stage": "dev", "inputs.previous": "" };
    const [planned, other] = [join(project.folder, "commits/shortest"), first];
    const plan = await pipeline.run("stage.yaml", "plan", planned, values);
    const deploy = await pipeline.run("stage.yaml", "deploy", other, values);
    expect([plan.failed, deploy.failed]).toEqual([undefined, "Deploy the plan that was reviewed"]);
    expect(deploy.text).toMatch(/violates plan: properties changed: .*maximumDuration/);
  });

  it("after a stage that it makes different from the previous stage", async ({
    emulator,
    project,
  }) => {
    const source = await commit(project, "different", [
      "maximumDuration: 28800",
      'maximumDuration: args.edgeId.startsWith("edghts_staging") ? 1800 : 3600',
    ]);
    const promotion = await promote(source);
    expect(promotion).toMatchObject({
      deployed: ["dev"],
      stoppedAt: "staging: Stop unless the stage is equal to the previous stage",
    });
    expect(promotion.ended.text).toMatch(/oauth\.maximumDuration +3600 +1800\n/);
    expect(sessions(emulator).prod).toEqual([3600, 3600]);
  });
});

describe("a rollback, which promotes the previous program,", () => {
  it("is stopped if it lowers a protection", async () => {
    const promotion = await promote(first);
    expect(promotion).toMatchObject({ deployed: [], stoppedAt: `dev: ${REVIEW}` });
    expect(promotion.ended.summary).toContain("a session lasts 28800 s, not 3600 s");
  });

  it("takes all stages back if the finding is accepted, also while the drift of prod is checked", async ({
    emulator,
    project,
  }) => {
    const rollback = await commit(project, "rollback");
    await accept(rollback, {
      rule: "session-longer",
      until: "9999-12-31",
      reason: "the rollback of the shorter session",
    });
    let night: Promise<Ended> | undefined;
    const promotion = await promote(rollback, async (stage) => {
      if (stage === "prod") night = drift(stage);
    });
    expect(promotion).toMatchObject({ deployed: STAGES });
    expect(sessions(emulator)).toEqual(everywhere(28800));
    await night;
  });
});

it("a change outside Pulumi fails the nightly job of its stage alone", async ({ emulator }) => {
  const [login] = emulator
    .objects()
    .filter(({ account, path }) => account === "prod" && path.endsWith("/oauth"));
  emulator.remove(login?.path ?? "");
  const [dev, prod] = await Promise.all([drift("dev"), drift("prod")]);
  expect(dev?.failed).toBeUndefined();
  expect(prod?.failed).toBe("Stop at drift of medium or high severity");
  expect(prod?.summary).toContain("this was changed outside Pulumi");
});

/** Runs the nightly job of a stage. */
const drift = (stage: string) =>
  pipeline.run("drift.yaml", "drift", first, { "matrix.stage": stage });

it("the nightly job is in another concurrency group than the promotion, and neither cancels a run", () => {
  const groups = ["promotion.yaml", "drift.yaml"].map(
    (file) => pipeline.workflow(file).concurrency,
  );
  expect(groups).toEqual([
    { group: "promotion", "cancel-in-progress": false },
    { group: "drift", "cancel-in-progress": false },
  ]);
  const { stage } = pipeline.workflow("drift.yaml").jobs.drift?.strategy?.matrix ?? {};
  expect(stage).toEqual(STAGES);
});

it("a plan is made and deployed by the version of the CLI that the tests run", () => {
  const { plan, deploy } = pipeline.workflow("stage.yaml").jobs;
  const installs = [plan, deploy].flatMap((job) =>
    (job?.steps ?? []).filter(({ uses }) => uses?.startsWith("pulumi/actions@")),
  );
  const version = manifest.devDependencies.pulumi;
  expect(installs.map((step) => step.with?.["pulumi-version"])).toEqual([version, version]);
});

it("no log and no artifact contains a secret", async ({ project }) => {
  const artifacts = await Promise.all(
    STAGES.map((stage) => readFile(join(pipeline.artifact(`plan-${stage}`), "plan.json"), "utf8")),
  );
  const texts = [...artifacts, project.printed].join("\n");
  expect(texts).toContain("bkdhr_admin_prod_eu");
  expect(texts).not.toMatch(/secret-of|key-of/);
});

/** Adds an entry to the ignore file of a commit. */
async function accept(source: string, entry: object): Promise<void> {
  const file = join(source, "accepted-findings.json");
  const { ignore } = JSON.parse(await readFile(file, "utf8"));
  await writeFile(file, JSON.stringify({ ignore: [...ignore, entry] }));
}
