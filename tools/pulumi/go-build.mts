import { copyFile, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inTemporaryFolder, must } from "../base/run.mjs";
import { Problem, timed } from "../base/say.mjs";
import * as go from "./go.mts";

const modules = join(import.meta.dirname, "pulumi-cli");
const engineDir = join(modules, "engine");
const languageHostDir = join(modules, "language-nodejs");

/** The oldest Go that builds the CLI. */
export const goVersion = go.goVersion(engineDir);

/**
 * Builds Pulumi's CLI and its Node.js language host from their published Go modules, pinned by go.mod and go.sum.
 * @param what version of the CLI; whether the CLI itself is wanted beside the host
 * @param cacheDir for Go's caches; survives an interrupted build
 */
export async function buildWithGo(
  { version, engine }: { version: string; engine: boolean },
  outDir: string,
  cacheDir: string,
) {
  const env = await go.goEnvironment(engineDir, cacheDir);
  const stamp = `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${version}`;
  const options = { outDir, stamp, env };
  if (engine) {
    const title = `Building the Pulumi CLI ${version} with Go, once (about 4 to 7 minutes on 2 cores)`;
    await timed(title, () => go.goBuild(engineDir, "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", options));
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
    await go.goBuild(copy, hostPackage, options);
  });
}

export const hasGo = (cacheDir: string) => go.hasGo(engineDir, cacheDir);
