// Runs Go with caches of its own, and puts what it built in place as a whole.
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { filesBelow } from "../base/project.mjs";
import { makeFolder, must, run } from "../base/run.mjs";
import { Problem, timed } from "../base/say.mjs";

/** Programs that are built with the same flags share the compiled packages. */
const goFlags = ["-trimpath", "-tags=osusergo,grpcnotrace"];

/** The oldest Go version that builds a module. */
export const goVersion = (moduleDir: string): string | undefined =>
  /^go (\S+)$/m.exec(readFileSync(join(moduleDir, "go.mod"), "utf8"))?.[1];

const goSettings = (cacheDir: string): Record<string, string> => ({
  CGO_ENABLED: "0",
  GOWORK: "off",
  GOCACHE: join(cacheDir, "build"),
  GOMODCACHE: join(cacheDir, "mod"),
});

/** The environment of a program that needs only the packages in these caches, whatever repository its folder is in. */
export const offlineGo = (cacheDir: string): Record<string, string> => ({
  ...goSettings(cacheDir),
  GOFLAGS: [...goFlags, "-mod=mod", "-buildvcs=false"].join(" "),
  GOPROXY: "off",
  GOSUMDB: "off",
});

/**
 * The environment of Go with separate caches, which would otherwise leave gigabytes in the user's caches. Any folder
 * with a go.mod will do.
 */
export async function goEnvironment(
  moduleDir: string,
  cacheDir: string,
): Promise<NodeJS.ProcessEnv> {
  const { output } = await run("go", ["env", "GOMODCACHE", "GOPROXY"], {
    cwd: moduleDir,
    capture: true,
  });
  const [modCache = "", proxy = ""] = output.trim().split("\n");
  return {
    ...process.env,
    ...goSettings(cacheDir),
    // Without this flag, the files of the module cache are read-only, and removing the cache fails.
    GOFLAGS: [process.env.GOFLAGS, "-modcacherw"].filter(Boolean).join(" "),
    // Go takes modules that the user has already downloaded from the user's cache.
    GOPROXY: `${pathToFileURL(join(modCache, "cache", "download")).href},${proxy}`,
  };
}

/** True if Go is installed and new enough (Go itself compares its version with that of go.mod). */
export async function hasGo(moduleDir: string, cacheDir: string): Promise<boolean> {
  const env = await goEnvironment(moduleDir, cacheDir);
  const { code } = await run("go", ["list", "-m"], { cwd: moduleDir, env, capture: true });
  return code === 0;
}

interface Build {
  outDir: string;
  env: NodeJS.ProcessEnv;
  stamp?: string; // sets variables of the program
}

export const goBuild = (
  moduleDir: string,
  mainPackage: string,
  { outDir, stamp = "", env }: Build,
) => goCompile(moduleDir, ["-ldflags", `-s -w ${stamp}`, "-o", `${outDir}/`, mainPackage], env);

/** @param args of `go build`; the last argument is the package */
export const goCompile = (moduleDir: string, args: string[], env: NodeJS.ProcessEnv) =>
  must("go", ["build", ...goFlags, ...args], { cwd: moduleDir, env }, (output) => {
    const lines = output
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("go: downloading"));
    return `go build ${args.at(-1)} failed. ${lines.slice(-5).join("; ")}`;
  });

/**
 * Removes the caches after a build. Another run that shares the caches may fail from then on, but finds the result of
 * the build.
 */
export const removeGoCaches = (cacheDir: string) => rm(cacheDir, { recursive: true, force: true });

/**
 * Makes a folder with the output of Go, unless the folder exists.
 * @param what is built, and the module with the required version of Go
 * @param make gets the environment for Go, whose caches survive an interrupted build
 * @throws Problem if Go is missing or too old
 */
export async function makeOnce(
  folder: string,
  { title, moduleDir }: { title: string; moduleDir: string },
  make: (making: string, env: NodeJS.ProcessEnv) => Promise<unknown>,
) {
  const cacheDir = join(dirname(folder), `.go-${basename(folder)}`);
  await makeFolder(folder, async (making) => {
    if (!(await hasGo(moduleDir, cacheDir))) {
      throw new Problem(
        `To build ${title}, Go ${goVersion(moduleDir)} or newer is needed: install it (https://go.dev/dl), then run this again.`,
      );
    }
    await make(making, await goEnvironment(moduleDir, cacheDir));
  });
  await removeGoCaches(cacheDir);
}

/** The CLI, beside which programs are installed. */
export interface InstalledCli {
  readonly binDir: string;
}

/** A program in published Go modules, pinned by go.mod and go.sum. */
export interface Program {
  title: string;
  name: string; // of its folder
  moduleDir: string;
  main: string; // its package
  stamp?: string;
}

/** Finds a program in a folder next to the CLI, or builds it. */
export async function obtainProgram(
  cli: InstalledCli,
  { title, name, moduleDir, main, stamp = "" }: Program,
) {
  const folder = folderFor(cli, name, moduleDir);
  await makeOnce(folder, { title, moduleDir }, (outDir, env) =>
    timed(`Building ${title} with Go, once`, () =>
      goBuild(moduleDir, main, { outDir, stamp, env }),
    ),
  );
  return folder;
}

/** A folder next to the CLI for the output of a build, named after the contents of its sources. */
export const folderFor = ({ binDir }: InstalledCli, name: string, sources: string) =>
  join(dirname(binDir), name, digestOf(sources));

/** A digest of the contents of a folder and of other texts. It differs if the sources differ. */
export function digestOf(sources: string, texts: readonly string[] = []): string {
  const digest = createHash("sha256");
  for (const file of filesBelow(sources)) digest.update(readFileSync(join(sources, file)));
  for (const text of texts) digest.update(text);
  return digest.digest("hex").slice(0, 12);
}
