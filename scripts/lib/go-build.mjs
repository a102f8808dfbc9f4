import { existsSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./project.mjs";
import { run } from "./run.mjs";
import { Problem, timed } from "./say.mjs";

const modules = join(root, "scripts", "pulumi-cli");
const engineDir = join(modules, "engine");
const languageHostDir = join(modules, "language-nodejs");

/** The oldest Go that builds the CLI. */
export const goVersion = /^go (\S+)$/m.exec(readFileSync(join(engineDir, "go.mod"), "utf8"))?.[1];

/**
 * Builds Pulumi's CLI and its Node.js language host from their published Go modules, pinned by go.mod and go.sum.
 * @param {{ version: string, engine: boolean }} what version of the CLI; whether the CLI itself is wanted beside the host
 * @param {string} outDir
 * @param {string} cacheDir for Go's caches, which would else leave 3 GB in the user's; survives an interrupted build
 */
export async function buildWithGo({ version, engine }, outDir, cacheDir) {
  const env = await goEnvironment(cacheDir);
  const stamp = `-X github.com/pulumi/pulumi/sdk/v3/go/common/version.Version=v${version}`;
  const options = { outDir, stamp, env };
  if (engine) {
    const title = `Building the Pulumi CLI ${version} with Go, once (about 4 to 7 minutes on 2 cores)`;
    await timed(title, () => goBuild(engineDir, "github.com/pulumi/pulumi/pkg/v3/cmd/pulumi", options));
  }
  const title = "Building Pulumi's Node.js language host with Go (about a minute)";
  const hostPackage = "github.com/pulumi/pulumi/sdk/v3/nodejs/cmd/pulumi-language-nodejs";
  await timed(title, () => goBuild(languageHostDir, hostPackage, options));
}

/**
 * For when the build is in place: another run that shares the caches may fail from now on, but finds what it wants.
 * @param {string} cacheDir
 */
export async function removeGoCaches(cacheDir) {
  if (!existsSync(cacheDir)) return;
  // The files of the module cache are read-only: Go itself knows how to remove them.
  await run("go", ["clean", "-modcache"], { cwd: engineDir, env: await goEnvironment(cacheDir), capture: true });
  await rm(cacheDir, { recursive: true, force: true });
}

/**
 * Whether there is a Go that is new enough (Go itself compares the version that go.mod asks for).
 * @param {string} cacheDir
 * @returns {Promise<boolean>}
 */
export async function hasGo(cacheDir) {
  const env = await goEnvironment(cacheDir);
  const { code } = await run("go", ["list", "-m"], { cwd: engineDir, env, capture: true });
  return code === 0;
}

/**
 * @param {string} cacheDir
 * @returns {Promise<NodeJS.ProcessEnv>}
 */
async function goEnvironment(cacheDir) {
  const { output } = await run("go", ["env", "GOMODCACHE", "GOPROXY"], { cwd: engineDir, capture: true });
  const [modCache = "", proxy = ""] = output.trim().split("\n");
  return {
    ...process.env,
    CGO_ENABLED: "0",
    GOWORK: "off",
    GOCACHE: join(cacheDir, "build"),
    GOMODCACHE: join(cacheDir, "mod"),
    // What the user's Go has downloaded already need not be downloaded again.
    GOPROXY: `${pathToFileURL(join(modCache, "cache", "download")).href},${proxy}`,
  };
}

/**
 * @param {string} moduleDir
 * @param {string} mainPackage
 * @param {{ outDir: string, stamp: string, env: NodeJS.ProcessEnv }} options
 */
async function goBuild(moduleDir, mainPackage, { outDir, stamp, env }) {
  const flags = ["-trimpath", "-tags", "osusergo,grpcnotrace", "-ldflags", `-s -w ${stamp}`];
  const { code, output } = await run("go", ["build", ...flags, "-o", `${outDir}/`, mainPackage], {
    cwd: moduleDir,
    env,
    capture: true,
  });
  if (code === 0) return;
  const lines = output.split("\n").filter((line) => line !== "" && !line.startsWith("go: downloading"));
  throw new Problem(`go build ${mainPackage} failed (exit code ${code}). ${lines.slice(-5).join("; ")}`);
}
