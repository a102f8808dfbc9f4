// npm test: format, lint, types and tests. The last line that it prints is the runner's "N passed, N failed".
// With --long NAME: the one test of that name that takes minutes.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runScript } from "./lib/bootstrap.mjs";
import { buildPackage, tsc } from "./lib/build.mjs";
import { countsLine, countTests } from "./lib/counts.mjs";
import { pathWith, root } from "./lib/project.mjs";
import { run } from "./lib/run.mjs";
import { Problem, say, timed } from "./lib/say.mjs";
import { obtainPulumiCli } from "./pulumi-cli.mjs";

const PACKAGES = join(root, "node_modules");

/**
 * @param {string[]} args for vitest, or `--long` and a name
 * @returns {Promise<number>}
 */
async function main(args) {
  // Two at a time, for two cores; what needs dist comes after the build.
  await together(check("Format and lint", biome), check("Build", buildPackage));
  const [tests, ...examples] = typedFolders().map(
    (folder) => () => check(`Types of ${folder}`, () => tsc("--noEmit", "-p", folder)),
  );
  await together(tests?.(), inTurn(examples));
  const cli = await obtainPulumiCli();
  return runTests(cli.binDir, chosenTests(args));
}

/**
 * @param {string[]} args
 * @returns {string[]} for vitest
 */
function chosenTests([first, name, ...rest]) {
  if (first !== "--long") return [first, name, ...rest].filter((arg) => arg !== undefined);
  process.env.LONG_TESTS = "1";
  return [join("sdk-tests", "long", `${name}.test.ts`), ...rest];
}

/**
 * A step whose output matters only when it fails.
 * @param {string} title
 * @param {() => Promise<import("./lib/run.mjs").RunResult>} work
 */
function check(title, work) {
  return timed(title, async () => {
    const { code, output } = await work();
    if (code !== 0) throw new Problem(`${output.trim()}\n${title} failed: see above; the tests were not run.`);
  });
}

/**
 * Waits for all of them even if one fails, so that nothing is printed after the last line.
 * @param {(Promise<void> | undefined)[]} checks
 */
async function together(...checks) {
  const failures = (await Promise.allSettled(checks)).filter((result) => result.status === "rejected");
  if (failures.length > 0) throw new Problem(failures.map(({ reason }) => reason.message).join("\n"));
}

/** @param {(() => Promise<void>)[]} steps */
async function inTurn(steps) {
  for (const step of steps) await step();
}

function biome() {
  const biomeScript = join(PACKAGES, "@biomejs", "biome", "bin", "biome");
  return run(process.execPath, [biomeScript, "check", "--error-on-warnings", "--colors=off"], { capture: true });
}

/** @returns {string[]} the tests and each example, as far as they have a tsconfig.json */
function typedFolders() {
  const examples = readdirSync(join(root, "examples")).map((name) => join("examples", name));
  return ["sdk-tests", ...examples].filter((folder) => existsSync(join(root, folder, "tsconfig.json")));
}

/**
 * @param {string} cliDir
 * @param {string[]} args
 * @returns {Promise<number>}
 */
async function runTests(cliDir, args) {
  const tempDir = mkdtempSync(join(tmpdir(), "edge-ingress-test-"));
  const reportFile = join(tempDir, "report.json");
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${reportFile}`];
  try {
    const { code } = await timed("Tests (vitest)", () =>
      run(process.execPath, [join(PACKAGES, "vitest", "vitest.mjs"), "run", ...reporters, ...args], {
        env: testEnvironment(cliDir, tempDir),
      }),
    );
    if (!existsSync(reportFile)) throw new Problem(`vitest ended with exit code ${code} before it counted anything.`);
    const counts = countTests(JSON.parse(readFileSync(reportFile, "utf8")));
    if (code !== 0 && counts.failed === 0) throw new Problem(`vitest ended with exit code ${code}: see above.`);
    say(countsLine(counts));
    return code;
  } finally {
    rmSync(tempDir, { recursive: true, force: true });
  }
}

/**
 * The user's own services and Pulumi settings must not reach the tests.
 * @param {string} cliDir
 * @param {string} tempDir removed after the tests, with what Pulumi leaves in it
 * @returns {NodeJS.ProcessEnv}
 */
function testEnvironment(cliDir, tempDir) {
  const kept = Object.entries(process.env).filter(([name]) => !/^(PULUMI|EDGE_INGRESS)_/.test(name));
  return {
    ...Object.fromEntries(kept),
    PATH: pathWith(cliDir),
    PULUMI_HOME: join(tempDir, "pulumi-home"),
    TMPDIR: tempDir,
    TMP: tempDir,
    TEMP: tempDir,
    PULUMI_SKIP_UPDATE_CHECK: "1",
  };
}

// A step that fails before the tests counts as one failure: nobody should take "0 failed" for a pass.
await runScript(import.meta.url, main, () => say(countsLine({ passed: 0, failed: 1 })));
