import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "vitest";
import { type InstalledProject, withProject } from "../support/installed";
import { SECRETS_PROVIDER } from "../support/secrets-service";

/**
 * Tests of the promotion of a change of `examples/promotion` from dev over staging to prod, as described in
 * docs/guides/promotion.md.
 *
 * Each test continues from the state of the previous test.
 */

/** The arguments that the config of every stage determines, as rules of `edge-ingress diff --ignore`. */
const CONFIGURED = [
  "domain",
  "certificateManagementPolicy.authority",
  "edgeId",
  "backend.backendId",
];

/**
 * The arguments that the config of a stage determines, compared with the previous stage: all other arguments have to be
 * equal.
 */
const ALLOWED = {
  staging: [...CONFIGURED, "oauth.provider"],
  prod: [
    ...CONFIGURED,
    "oauth.provider.provider3.clientId",
    "oauth.provider.provider3.clientSecret",
  ],
};

/** The promoted change, as texts of `ingress-stack.ts` and their replacements. */
const CHANGE = [
  ['minVersion: "1.2"', 'minVersion: "1.3"'],
  ["maximumDuration: 28800", "maximumDuration: 3600"],
] as const;

const STAGES = ["dev", "staging", "prod"];
const SECRETS = ["--secrets-provider", SECRETS_PROVIDER];

const it = withProject("");

it.beforeAll(async ({ project }) => {
  await cp(join(__dirname, "../../examples/promotion"), project.folder, { recursive: true });
  // `npm test` checks the types of the examples.
  project.environment.PULUMI_NODEJS_TRANSPILE_ONLY = "true";
});

const APPLY = ["up", "--yes", "--skip-preview", "--suppress-outputs"];

const up = (project: InstalledProject, stage: string) =>
  project.succeed([...APPLY, "--stack", stage]);

/** Returns the output of `edge-ingress diff` for two stages. */
const diff = (
  project: InstalledProject,
  one: string,
  other: string,
  rules: readonly string[] = [],
) => project.edgeIngress(["diff", one, other, ...rules.flatMap((rule) => ["--ignore", rule])]);

async function changeProgram({ folder }: InstalledProject): Promise<void> {
  const file = join(folder, "ingress-stack.ts");
  const text = await readFile(file, "utf8");
  for (const [before] of CHANGE) expect(text).toContain(before);
  const changed = CHANGE.reduce((current, [before, after]) => current.replace(before, after), text);
  await writeFile(file, changed);
}

/** Reviews the change of the program to a stage, deploys it, and compares the stage with the previous stage. */
async function promote(
  project: InstalledProject,
  before: string,
  stage: "staging" | "prod",
): Promise<void> {
  const preview = `${stage}.json`;
  const planned = await project.succeed(["preview", "--json", "--show-sames", "--stack", stage]);
  await writeFile(join(project.folder, preview), planned);
  expect(await project.edgeIngress(["review", preview, "--fail-on", "high"])).toMatchObject({
    code: 0,
  });
  await up(project, stage);
  const alike = await diff(project, before, stage, ALLOWED[stage]);
  expect(alike).toMatchObject({
    code: 0,
    printed: expect.stringContaining(`${before} and ${stage}: alike: 4 resources; `),
  });
}

it("the last release is on all stages, which differ by their config", async ({ project }) => {
  await project.succeed(["stack", "init", "shared", ...SECRETS], { below: "shared" });
  await project.succeed([...APPLY, "--stack", "shared"], { below: "shared" });
  for (const stage of STAGES) {
    await project.succeed(["stack", "init", stage, "--no-select", ...SECRETS]);
    const value = `example-secret-of-${stage}`;
    await project.succeed([
      "config",
      "set",
      "--secret",
      "oauthClientSecret",
      value,
      "--stack",
      stage,
    ]);
    await up(project, stage);
  }
  expect((await diff(project, "staging", "prod")).printed).toMatch(
    /^staging and prod: 4 of 4 resources differ; \d+ differences\.$/m,
  );
});

it("a change on dev alone is the only difference from staging in addition to the config", async ({
  project,
}) => {
  await changeProgram(project);
  await up(project, "dev");
  const { code, printed } = await diff(project, "dev", "staging", ALLOWED.staging);
  expect(code).toBe(1);
  expect(printed).toMatch(/oauth\.maximumDuration +3600 +28800\n/);
  expect(printed).toMatch(/minVersion +"1\.3" +"1\.2"\n/);
});

it("a change is reviewed and promoted, and then the stages differ by their config alone", async ({
  emulator,
  project,
}) => {
  await promote(project, "dev", "staging");
  await promote(project, "staging", "prod");
  const bodies = (part: string) =>
    emulator.objects().flatMap(({ path, body }) => (path.includes(part) ? [body] : []));
  expect(bodies("tls_termination").map((body) => body.min_version)).toEqual(["1.3", "1.3", "1.3"]);
  const domains = bodies("agent_ingresses").map((body) => body.domain);
  expect(domains.sort()).toEqual([
    "connect.dev.example.com",
    "connect.example.com",
    "connect.staging.example.com",
  ]);
});

it("a promotion prints no warning and no secret", ({ project: { printed } }) => {
  expect(printed).not.toBe("");
  expect(printed).not.toContain("warning");
  expect(printed).not.toContain("example-secret-of");
});
