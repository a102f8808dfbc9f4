import { join } from "node:path";
import { root } from "../scripts/lib/project.mjs";
import { timed } from "../scripts/lib/say.mjs";
import * as go from "./go.mjs";

const modules = join(root, "toolchain", "pulumi-cli");
const engineDir = join(modules, "engine");
const languageHostDir = join(modules, "language-nodejs");

/** The oldest Go that builds the CLI. */
export const goVersion = go.goVersion(engineDir);

/**
 * Builds Pulumi's CLI and its Node.js language host from their published Go modules, pinned by go.mod and go.sum.
 * @param {{ version: string, engine: boolean }} what version of the CLI; whether the CLI itself is wanted beside the host
 * @param {string} outDir
 * @param {string} cacheDir for Go's caches; survives an interrupted build
 */
export async function buildWithGo({ version, engine }, outDir, cacheDir) {
  const env = await go.goEnvironment(engineDir, cacheDir);
  const stamp = `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${version}`;
  const options = { outDir, stamp, env };
  if (engine) {
    const title = `Building the Pulumi CLI ${version} with Go, once (about 4 to 7 minutes on 2 cores)`;
    await timed(title, () => go.goBuild(engineDir, "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", options));
  }
  const title = "Building Pulumi's Node.js language host with Go (about a minute)";
  const hostPackage = "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs";
  await timed(title, () => go.goBuild(languageHostDir, hostPackage, options));
}

/** @param {string} cacheDir */
export const hasGo = (cacheDir) => go.hasGo(engineDir, cacheDir);
