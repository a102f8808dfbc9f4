// Brings the Pulumi CLI to where its npm package looks for it. Run on its own: node tools/base/command.mjs tools/pulumi/pulumi-cli.mts
import { accessSync, constants, readFileSync, statSync } from "node:fs";
import { chmod, copyFile, mkdir, mkdtemp, readFile, rename, rm, rmdir, writeFile } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { pulumiHome, readJson, root } from "../base/project.mjs";
import { inTemporaryFolder, must, run } from "../base/run.mjs";
import { Problem, remark, say, timed } from "../base/say.mjs";
import { goBuild, goEnvironment, goVersion, hasGo, removeGoCaches } from "./go.mts";

export interface PulumiCli {
  version: string;
  binDir: string; // the CLI and its plugins: comes first in PATH
  pulumi: string; // the CLI itself
}

const windows = process.platform === "win32";
const exe = windows ? ".exe" : "";
const pulumiName = `pulumi${exe}`;
const languageHostName = `pulumi-language-nodejs${exe}`;
/** Starts the process of a dynamic provider. */
const dynamicProviderNames = [
  "pulumi-resource-pulumi-nodejs",
  ...(windows ? ["pulumi-resource-pulumi-nodejs.cmd"] : []),
];

/** The version pinned in package.json. */
export function pulumiVersion(): string {
  const { devDependencies } = readJson("package.json") as { devDependencies: { pulumi: string } };
  return devDependencies.pulumi;
}

/** Finds the CLI in a cache that it shares with other projects; else downloads it, or builds it where that is impossible. */
export async function obtainPulumiCli(): Promise<PulumiCli> {
  const version = pulumiVersion();
  const usual = join(homedir(), ".pulumi");
  const home = process.env.PULUMI_HOME || usual;
  for (const each of [home, usual]) {
    const cached = cliIn(each, version);
    if ((await missingParts(cached)).length === 0) return cached;
  }
  const cli = cliIn(home, version);
  await fillCache(cli, join(home, "versions", `.making-${version}`));
  return cli;
}

function cliIn(home: string, version: string): PulumiCli {
  const binDir = join(home, "versions", version, "bin");
  return { version, binDir, pulumi: join(binDir, pulumiName) };
}

/** In the order in which they are put in place: the shim only looks at `pulumi`, so that comes last. */
async function missingParts(cli: PulumiCli): Promise<string[]> {
  const parts = dynamicProviderNames.filter((name) => !isExecutable(join(cli.binDir, name)));
  const host = runsPolicyPacks(join(cli.binDir, languageHostName)) ? [] : [languageHostName];
  return [...host, ...parts, ...((await answers(cli)) ? [] : [pulumiName])];
}

/** Whether there is a language host, and not one that an earlier commit has built, which runs no policy packs. */
function runsPolicyPacks(path: string) {
  if (!isExecutable(path)) return false;
  const host = readFileSync(path);
  return host.includes("run-policy-pack") || !host.includes("github.com/pulumi/pulumi/sdk/v3@v3.68.0/");
}

async function answers({ pulumi, version }: PulumiCli) {
  if (!isExecutable(pulumi)) return false;
  const env = { ...process.env, PULUMI_HOME: pulumiHome, PULUMI_SKIP_UPDATE_CHECK: "1" };
  const { output } = await run(pulumi, ["version"], { env, capture: true });
  return output.trim() === `v${version}`;
}

function isExecutable(path: string) {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).size > 0;
  } catch {
    return false;
  }
}

/**
 * Makes the missing parts aside and renames each into place, so that neither an interruption nor a second run at the same
 * time leaves a half-made file.
 * @param workDir kept after a failure, so that the next run goes on where this one stopped
 */
async function fillCache(cli: PulumiCli, workDir: string) {
  remark(`The Pulumi CLI ${cli.version} is not (completely) in ${cli.binDir}.`);
  await mkdir(workDir, { recursive: true });
  const outDir = await mkdtemp(join(workDir, "out-"));
  const goCacheDir = join(workDir, "go");
  try {
    const madeIn = await makeParts(cli, outDir, goCacheDir);
    await mkdir(cli.binDir, { recursive: true });
    for (const name of await missingParts(cli)) await rename(join(madeIn, name), join(cli.binDir, name));
    await removeGoCaches(goCacheDir);
  } catch (error) {
    // Another run may have finished first and cleaned up under this one.
    if ((await missingParts(cli)).length > 0) throw error;
  } finally {
    await rm(outDir, { recursive: true, force: true });
    await rmdir(workDir).catch(() => undefined);
  }
}

/** The folder that holds the parts. */
async function makeParts(cli: PulumiCli, outDir: string, goCacheDir: string): Promise<string> {
  const missing = await missingParts(cli);
  if (missing.some((name) => !dynamicProviderNames.includes(name))) {
    const reason = await download(cli.version, outDir);
    if (reason === undefined) return join(outDir, "versions", cli.version, "bin");
    remark(`  ${reason}`);
    if (!(await hasGo(engineDir, goCacheDir))) {
      throw new Problem(
        `The Pulumi CLI ${cli.version} can neither be downloaded here (${reason}) nor built, which needs Go ${goVersion(engineDir)} or newer: allow access to get.pulumi.com or install Go (https://go.dev/dl), then run this again.`,
      );
    }
    await buildWithGo({ version: cli.version, engine: missing.includes(pulumiName) }, outDir, goCacheDir);
  }
  for (const name of dynamicProviderNames) {
    await copyFile(join(root, "node_modules", "@pulumi", "pulumi", name), join(outDir, name));
    await chmod(join(outDir, name), 0o755);
  }
  return outDir;
}

/** As the package's own script, which says "fetch failed" and keeps the cause to itself. */
const DOWNLOAD = `require(${JSON.stringify(join(root, "node_modules", "pulumi", "lib", "resolve.js"))})
  .resolve()
  .catch(({ message, cause }) => {
    console.error(cause ? message + ": " + (cause.message || cause.code) : message);
    process.exit(1);
  });`;

/** Lets the npm package `pulumi` download the official release, and returns why that failed. */
async function download(version: string, home: string): Promise<string | undefined> {
  const env = { ...process.env, PULUMI_HOME: home, PULUMI_VERSION: version, PULUMI_SKIP_UPDATE_CHECK: "1" };
  const options = { env, timeoutMs: 15 * 60_000 };
  const lastLine = (text: string) => text.split("\n").at(-1) ?? "";
  try {
    await timed(`Downloading the Pulumi CLI ${version}`, () =>
      must(process.execPath, ["--eval", DOWNLOAD], options, lastLine),
    );
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.message;
  }
}

const engineDir = join(import.meta.dirname, "pulumi-cli", "engine");
const languageHostDir = join(import.meta.dirname, "pulumi-cli", "language-nodejs");

/**
 * Builds Pulumi's CLI and its Node.js language host from their published Go modules, pinned by go.mod and go.sum.
 * @param what version of the CLI; whether the CLI itself is wanted beside the host
 * @param cacheDir for Go's caches; survives an interrupted build
 */
async function buildWithGo(what: { version: string; engine: boolean }, outDir: string, cacheDir: string) {
  const { version, engine } = what;
  const stamp = `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${version}`;
  const options = { outDir, stamp, env: await goEnvironment(engineDir, cacheDir) };
  if (engine) {
    const title = `Building the Pulumi CLI ${version} with Go, once (about 4 to 7 minutes on 2 cores)`;
    await timed(title, () => goBuild(engineDir, "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", options));
  }
  const title = "Building Pulumi's Node.js language host with Go (about a minute)";
  await timed(title, () => buildLanguageHost(options));
}

const hostPackage = "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs";

/** What the host of the Go SDK 3.68 does when the engine asks it to run a policy pack. */
const NOT_SUPPORTED = /(\) RunPlugin\([^{]*\{\s*)return errors\.New\("not supported"\)/;

/** Builds the language host from a copy of its sources, to which run-plugin.go.txt is added: it runs policy packs. */
async function buildLanguageHost(options: { outDir: string; stamp: string; env: NodeJS.ProcessEnv }) {
  await inTemporaryFolder(tmpdir(), "language-nodejs-", async (copy) => {
    for (const name of ["go.mod", "go.sum"]) await copyFile(join(languageHostDir, name), join(copy, name));
    await must("go", ["mod", "vendor"], { cwd: copy, env: options.env });
    const sources = join(copy, "vendor", hostPackage);
    const main = await readFile(join(sources, "main.go"), "utf8");
    if (!NOT_SUPPORTED.test(main)) throw new Problem("The language host of the Go SDK has another RunPlugin now.");
    await writeFile(join(sources, "main.go"), main.replace(NOT_SUPPORTED, "$1return runPlugin(req, server)"));
    await copyFile(join(languageHostDir, "run-plugin.go.txt"), join(sources, "run_plugin.go"));
    await goBuild(copy, hostPackage, options);
  });
}

export async function main(): Promise<number> {
  const { version, binDir } = await obtainPulumiCli();
  say(`The Pulumi CLI ${version} is in ${binDir}.`);
  return 0;
}
