import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator";

/** A change of `examples/promotion` on its way from dev over staging to prod, as docs/guides/promotion.md describes it. */

const ROOT = join(__dirname, "../..");

/** Below the repository, so that `require` finds the package from there. */
const SCRATCH = join(ROOT, ".edge-ingress/tests");

/** What the config of every stage decides, as rules of `edge-ingress diff --ignore`. */
const CONFIGURED = ["domain", "certificateManagementPolicy.authority", "edgeId", "backend.backendId"];

/** What the config of a stage decides, compared with the one before: all else has to be alike. */
const ALLOWED = {
  staging: [...CONFIGURED, "oauth.provider"],
  prod: [...CONFIGURED, "oauth.provider.provider3.clientId", "oauth.provider.provider3.clientSecret"],
};

/** The change that is promoted, as texts of `ingress-stack.ts` and what takes their place. */
const CHANGE = [
  ['minVersion: "1.2"', 'minVersion: "1.3"'],
  ["maximumDuration: 28800", "maximumDuration: 3600"],
] as const;

const PLAIN = ["--non-interactive", "--color=never", "--suppress-outputs"];

const STAGES = ["dev", "staging", "prod"];

let emulator: Emulator;
let folder: string;
let printed = "";

beforeAll(async () => {
  emulator = await startEmulator();
  await mkdir(SCRATCH, { recursive: true });
  folder = await mkdtemp(join(SCRATCH, "promotion-"));
  await mkdir(join(folder, "state"));
  await cp(join(ROOT, "examples/promotion"), join(folder, "program"), { recursive: true });
});

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await emulator.close();
});

/** Runs a command in the folder of the program; gives its exit code, and what it printed. */
async function run(command: string, ...args: readonly string[]): Promise<{ code: number; stdout: string }> {
  const env = {
    ...process.env,
    PULUMI_BACKEND_URL: pathToFileURL(join(folder, "state")).href,
    PULUMI_CONFIG_PASSPHRASE: "example",
    // `npm test` checks the types of the examples.
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    EDGE_INGRESS_BASE_URL: emulator.url,
    EDGE_INGRESS_API_KEY: emulator.apiKey,
  };
  const options = { cwd: join(folder, "program"), env, maxBuffer: 2 ** 26 };
  const ended = await promisify(execFile)(command, args, options).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: { code: number; stdout: string; stderr: string }) => error,
  );
  printed += ended.stdout + ended.stderr;
  return ended;
}

async function pulumi(...args: readonly string[]): Promise<string> {
  const { code, stdout } = await run("pulumi", ...args);
  expect({ code, printed: code === 0 ? "" : printed }).toEqual({ code: 0, printed: "" });
  return stdout;
}

const edgeIngress = (...args: readonly string[]) => run(process.execPath, join(ROOT, "dist/cli/main.js"), ...args);

const up = (stack: string) => pulumi("up", "--stack", stack, "--yes", "--skip-preview", ...PLAIN);

/** What `edge-ingress diff` reports of two stages. */
const diff = (one: string, other: string, rules: readonly string[] = []) =>
  edgeIngress("diff", one, other, ...rules.flatMap((rule) => ["--ignore", rule]));

async function changeProgram(): Promise<void> {
  const file = join(folder, "program/ingress-stack.ts");
  const text = await readFile(file, "utf8");
  for (const [before] of CHANGE) expect(text).toContain(before);
  await writeFile(
    file,
    CHANGE.reduce((changed, [before, after]) => changed.replace(before, after), text),
  );
}

/** Reviews what the program would do to a stage, does it, and compares the stage with the one before. */
async function promote(before: string, stage: "staging" | "prod"): Promise<void> {
  const preview = join(folder, `${stage}.json`);
  await writeFile(preview, await pulumi("preview", "--json", "--show-sames", "--stack", stage, "--non-interactive"));
  expect(await edgeIngress("review", preview, "--fail-on", "high")).toMatchObject({ code: 0 });
  await up(stage);
  const alike = await diff(before, stage, ALLOWED[stage]);
  expect(alike).toMatchObject({
    code: 0,
    stdout: expect.stringContaining(`${before} and ${stage}: alike: 4 resources; `),
  });
}

it("the last release is on all stages, which differ by their config", async () => {
  await pulumi("stack", "init", "shared", "--cwd", "shared");
  await pulumi("up", "--stack", "shared", "--yes", "--skip-preview", ...PLAIN, "--cwd", "shared");
  for (const stage of STAGES) {
    await pulumi("stack", "init", stage, "--no-select");
    await pulumi("config", "set", "--secret", "oauthClientSecret", `example-secret-of-${stage}`, "--stack", stage);
    await up(stage);
  }
  expect((await diff("staging", "prod")).stdout).toMatch(
    /^staging and prod: 4 of 4 resources differ; \d+ differences\.$/m,
  );
});

it("a change on dev alone is what differs from staging beside the config", async () => {
  await changeProgram();
  await up("dev");
  const { code, stdout } = await diff("dev", "staging", ALLOWED.staging);
  expect(code).toBe(1);
  expect(stdout).toMatch(/oauth\.maximumDuration +3600 +28800\n/);
  expect(stdout).toMatch(/minVersion +"1\.3" +"1\.2"\n/);
});

it("a change is reviewed and promoted, and then the stages differ by their config alone", async () => {
  await promote("dev", "staging");
  await promote("staging", "prod");
  const bodies = (part: string) => emulator.objects().flatMap(({ path, body }) => (path.includes(part) ? [body] : []));
  expect(bodies("tls_termination").map((body) => body.min_version)).toEqual(["1.3", "1.3", "1.3"]);
  const domains = bodies("agent_ingresses").map((body) => body.domain);
  expect(domains.sort()).toEqual(["connect.dev.example.com", "connect.example.com", "connect.staging.example.com"]);
});

it("a promotion prints no warning and no secret", () => {
  expect(printed).not.toBe("");
  expect(printed).not.toContain("warning");
  expect(printed).not.toContain("example-secret-of");
});
