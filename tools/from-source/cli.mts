import { dirname, join } from "node:path";
import { Problem, remark, timed } from "../base/say.mjs";
import { goBuild, goEnvironment, goVersion, hasGo, removeGoCaches } from "./go.mts";
import { buildLanguageHost } from "./nodejs-host.mts";

/** A release of the CLI, and the folder in which its executables are to be. */
interface Cli {
  readonly version: string;
  readonly binDir: string;
}

const engineDir = join(import.meta.dirname, "cli", "engine");

/**
 * Builds Pulumi's CLI and its Node.js language host from their published Go modules, pinned by go.mod and go.sum.
 * @param how the folder of the output, and the reason why a download is impossible
 * @throws Problem without a Go that is new enough
 */
export async function buildCli(cli: Cli, how: { outDir: string; reason: string }): Promise<void> {
  const { outDir, reason } = how;
  remark(`  ${reason}`);
  if (!(await hasGo(engineDir, cacheDir(cli)))) {
    throw new Problem(
      `The Pulumi CLI ${cli.version} can neither be downloaded here (${reason}) nor built, which needs Go ${goVersion(engineDir)} or newer: allow access to get.pulumi.com or install Go (https://go.dev/dl), then run this again.`,
    );
  }
  const options = await buildOptions(cli, outDir);
  await timed(
    `Building the Pulumi CLI ${cli.version} with Go, once (about 4 to 7 minutes on 2 cores)`,
    () => goBuild(engineDir, "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", options),
  );
  await buildHost(cli, outDir);
}

/** Builds the language host alone, which replaces a host that was built from older sources. */
export async function buildHost(cli: Cli, outDir: string): Promise<void> {
  const options = await buildOptions(cli, outDir);
  await timed("Building Pulumi's Node.js language host with Go (about a minute)", () =>
    buildLanguageHost(options),
  );
  // The caches are kept after a failure, so that the next run continues the build.
  await removeGoCaches(cacheDir(cli));
}

const cacheDir = ({ version, binDir }: Cli): string =>
  join(dirname(dirname(dirname(binDir))), `.go-${version}`);

const buildOptions = async (cli: Cli, outDir: string) => ({
  outDir,
  stamp: `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${cli.version}`,
  env: await goEnvironment(engineDir, cacheDir(cli)),
});
