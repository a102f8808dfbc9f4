// Installs the Pulumi CLI where its npm package looks for it. Run on its own: node tools/base/command.mjs
// tools/pulumi/pulumi-cli.mts
import { existsSync } from "node:fs";
import { chmod, copyFile, cp, mkdir, rename, rm } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { exe, pulumiHome, readJson, root } from "../base/project.mjs";
import { inTemporaryFolder, must, run } from "../base/run.mjs";
import { Problem, remark, say, timed } from "../base/say.mjs";
import { goBuild, goEnvironment, goVersion, hasGo, removeGoCaches } from "./go.mts";
import { buildLanguageHost, hasLanguageHost } from "./nodejs-host.mts";

export interface PulumiCli {
  version: string;
  binDir: string; // the CLI and its plugins: comes first in PATH
  pulumi: string; // the CLI itself
}

/** The executables that start the process of a dynamic provider. */
const dynamicProviderNames = [
  "pulumi-resource-pulumi-nodejs",
  ...(exe === "" ? [] : ["pulumi-resource-pulumi-nodejs.cmd"]),
];

/** The version pinned in package.json. */
export function pulumiVersion(): string {
  const { devDependencies } = readJson("package.json") as { devDependencies: { pulumi: string } };
  return devDependencies.pulumi;
}

/**
 * Finds the CLI in a cache that it shares with other projects; downloads it if it is missing, or builds it if the
 * download is impossible.
 */
export async function obtainPulumiCli(): Promise<PulumiCli> {
  const version = pulumiVersion();
  const usual = join(homedir(), ".pulumi");
  const home = process.env.PULUMI_HOME || usual;
  for (const each of [home, usual]) {
    const cached = cliIn(each, version);
    if (await isComplete(cached)) return cached;
  }
  const cli = cliIn(home, version);
  remark(`The Pulumi CLI ${version} is not (completely) in ${cli.binDir}.`);
  await fillCache(cli, join(home, "versions"));
  return cli;
}

function cliIn(home: string, version: string): PulumiCli {
  const binDir = join(home, "versions", version, "bin");
  return { version, binDir, pulumi: join(binDir, `pulumi${exe}`) };
}

const isComplete = async (cli: PulumiCli): Promise<boolean> =>
  (await hasEngine(cli)) && (await hasLanguageHost(cli.binDir));

/** True if the folder has the CLI itself and the executables that start dynamic providers. */
async function hasEngine({ version, binDir, pulumi }: PulumiCli): Promise<boolean> {
  if (!dynamicProviderNames.every((name) => existsSync(join(binDir, name)))) return false;
  const env = { ...process.env, PULUMI_HOME: pulumiHome, PULUMI_SKIP_UPDATE_CHECK: "1" };
  const { output } = await run(pulumi, ["version"], { env, capture: true }).catch(() => ({
    output: "",
  }));
  return output.trim() === `v${version}`;
}

/**
 * Makes the CLI in a temporary folder and renames it into place, so that neither an interruption nor a concurrent run
 * leaves an incomplete CLI.
 */
async function fillCache(cli: PulumiCli, versions: string) {
  await mkdir(versions, { recursive: true });
  // The caches are kept after a failure, so that the next run continues the build.
  const goCacheDir = join(versions, `.go-${cli.version}`);
  const making = inTemporaryFolder(versions, `.making-${cli.version}-`, async (making) => {
    await makeCli(cli, join(making, "bin"), goCacheDir);
    if (await isComplete(cli)) return;
    await rm(cli.binDir, { recursive: true, force: true });
    await mkdir(join(cli.binDir, ".."), { recursive: true });
    await rename(join(making, "bin"), cli.binDir);
  });
  // A concurrent run may finish first, and delete the caches of this run.
  await making.catch(async (error: unknown) => {
    if (!(await isComplete(cli))) throw error;
  });
  await removeGoCaches(goCacheDir);
}

/** Downloads the CLI. If that is impossible, builds the CLI, or its missing parts. */
async function makeCli(cli: PulumiCli, outDir: string, goCacheDir: string): Promise<void> {
  if (await hasEngine(cli)) {
    await cp(cli.binDir, outDir, { recursive: true });
    return buildHost(cli.version, outDir, goCacheDir);
  }
  const reason = await download(cli.version, join(outDir, ".."));
  if (reason !== undefined) await build(cli.version, { outDir, goCacheDir, reason });
}

/** The script of the npm package, with the cause of a failure: the original prints only "fetch failed". */
const DOWNLOAD = `require(${JSON.stringify(join(root, "node_modules", "pulumi", "lib", "download.js"))})
  .installCLI(...process.argv.slice(1))
  .catch(({ message, cause }) => {
    console.error(cause ? message + ": " + (cause.message || cause.code) : message);
    process.exit(1);
  });`;

/**
 * Downloads the official release to `bin` in a folder with the npm package `pulumi`, and returns the reason for a
 * failure.
 */
async function download(version: string, folder: string): Promise<string | undefined> {
  const args = ["--eval", DOWNLOAD, version, folder];
  const lastLine = (text: string) => text.split("\n").at(-1) ?? "";
  try {
    const work = () => must(process.execPath, args, { timeoutMs: 15 * 60_000 }, lastLine);
    await timed(`Downloading the Pulumi CLI ${version}`, work);
    return undefined;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return error.message;
  }
}

const engineDir = join(import.meta.dirname, "pulumi-cli", "engine");

/**
 * Builds Pulumi's CLI and its Node.js language host from their published Go modules, pinned by go.mod and go.sum.
 * @param how the folder, Go's caches, and the reason why a download is impossible
 */
async function build(version: string, how: { outDir: string; goCacheDir: string; reason: string }) {
  const { outDir, goCacheDir, reason } = how;
  remark(`  ${reason}`);
  if (!(await hasGo(engineDir, goCacheDir))) {
    throw new Problem(
      `The Pulumi CLI ${version} can neither be downloaded here (${reason}) nor built, which needs Go ${goVersion(engineDir)} or newer: allow access to get.pulumi.com or install Go (https://go.dev/dl), then run this again.`,
    );
  }
  const options = {
    outDir,
    stamp: stampOf(version),
    env: await goEnvironment(engineDir, goCacheDir),
  };
  await timed(
    `Building the Pulumi CLI ${version} with Go, once (about 4 to 7 minutes on 2 cores)`,
    () => goBuild(engineDir, "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", options),
  );
  await buildHost(version, outDir, goCacheDir);
  for (const name of dynamicProviderNames) {
    await copyFile(join(root, "node_modules", "@pulumi", "pulumi", name), join(outDir, name));
    await chmod(join(outDir, name), 0o755);
  }
}

const stampOf = (version: string): string =>
  `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${version}`;

async function buildHost(version: string, outDir: string, goCacheDir: string): Promise<void> {
  const options = {
    outDir,
    stamp: stampOf(version),
    env: await goEnvironment(engineDir, goCacheDir),
  };
  await timed("Building Pulumi's Node.js language host with Go (about a minute)", () =>
    buildLanguageHost(options),
  );
}

export async function main(): Promise<number> {
  const { version, binDir } = await obtainPulumiCli();
  say(`The Pulumi CLI ${version} is in ${binDir}.`);
  return 0;
}
