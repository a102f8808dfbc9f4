import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { makeFolder, run } from "../base/run.mjs";
import { Problem } from "../base/say.mjs";

/** Programs that are built with the same flags share what is compiled. */
export const goFlags = ["-trimpath", "-tags=osusergo,grpcnotrace"];

/** The oldest Go that builds a module. */
export const goVersion = (moduleDir: string): string | undefined =>
  /^go (\S+)$/m.exec(readFileSync(join(moduleDir, "go.mod"), "utf8"))?.[1];

const goSettings = (cacheDir: string): Record<string, string> => ({
  CGO_ENABLED: "0",
  GOWORK: "off",
  GOCACHE: join(cacheDir, "build"),
  GOMODCACHE: join(cacheDir, "mod"),
});

/** For a program that needs nothing but what is in these caches. */
export const offlineGo = (cacheDir: string): Record<string, string> => ({
  ...goSettings(cacheDir),
  GOFLAGS: [...goFlags, "-mod=mod"].join(" "),
  GOPROXY: "off",
  GOSUMDB: "off",
});

/** Go with caches of its own, which would else leave gigabytes in the user's. Any folder with a go.mod will do. */
export async function goEnvironment(moduleDir: string, cacheDir: string): Promise<NodeJS.ProcessEnv> {
  const { output } = await run("go", ["env", "GOMODCACHE", "GOPROXY"], { cwd: moduleDir, capture: true });
  const [modCache = "", proxy = ""] = output.trim().split("\n");
  return {
    ...process.env,
    ...goSettings(cacheDir),
    // Else the files of the module cache are read-only, and whoever removes it gets errors.
    GOFLAGS: [process.env.GOFLAGS, "-modcacherw"].filter(Boolean).join(" "),
    // What the user's Go has downloaded already need not be downloaded again.
    GOPROXY: `${pathToFileURL(join(modCache, "cache", "download")).href},${proxy}`,
  };
}

/** Whether there is a Go that is new enough (Go itself compares the version that go.mod asks for). */
export async function hasGo(moduleDir: string, cacheDir: string): Promise<boolean> {
  const env = await goEnvironment(moduleDir, cacheDir);
  const { code } = await run("go", ["list", "-m"], { cwd: moduleDir, env, capture: true });
  return code === 0;
}

/** @param options a stamp sets variables of the program */
export async function goBuild(
  moduleDir: string,
  mainPackage: string,
  { outDir, stamp = "", env }: { outDir: string; stamp?: string; env: NodeJS.ProcessEnv },
) {
  const args = ["-ldflags", `-s -w ${stamp}`, "-o", `${outDir}/`, mainPackage];
  await goCompile(moduleDir, args, env);
}

/** @param args the last one is the package */
export async function goCompile(moduleDir: string, args: string[], env: NodeJS.ProcessEnv) {
  const { code, output } = await run("go", ["build", ...goFlags, ...args], { cwd: moduleDir, env, capture: true });
  if (code === 0) return;
  const lines = output.split("\n").filter((line) => line !== "" && !line.startsWith("go: downloading"));
  throw new Problem(`go build ${args.at(-1)} failed (exit code ${code}). ${lines.slice(-5).join("; ")}`);
}

/** For when what was built is in place: another run that shares the caches may fail from now on, but finds what it wants. */
export const removeGoCaches = (cacheDir: string) => rm(cacheDir, { recursive: true, force: true });

/**
 * Makes a folder of what Go builds, unless it is there.
 * @param what is built, and the module that says with which Go
 * @param make Go's caches survive an interrupted build
 * @throws Problem where Go is missing or too old
 */
export async function makeOnce(
  folder: string,
  { title, moduleDir }: { title: string; moduleDir: string },
  make: (making: string, cacheDir: string) => Promise<void>,
) {
  const cacheDir = join(dirname(folder), `.go-${basename(folder)}`);
  await makeFolder(folder, async (making) => {
    if (!(await hasGo(moduleDir, cacheDir))) {
      throw new Problem(
        `To build ${title}, Go ${goVersion(moduleDir)} or newer is needed: install it (https://go.dev/dl), then run this again.`,
      );
    }
    await make(making, cacheDir);
  });
  await removeGoCaches(cacheDir);
}

/** A folder beside the CLI for what is built from a folder of sources. */
export const folderFor = ({ binDir }: { binDir: string }, name: string, sources: string) =>
  join(dirname(binDir), name, digestOf(sources));

/** Other sources have another folder: nothing old is taken for what they say now. */
export function digestOf(sources: string) {
  const digest = createHash("sha256");
  const entries = readdirSync(sources, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name: file }) => join(parentPath, file));
  for (const file of files.sort()) digest.update(readFileSync(file));
  return digest.digest("hex").slice(0, 12);
}
