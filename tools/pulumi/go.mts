import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { filesBelow } from "../base/project.mjs";
import { makeFolder, must, run } from "../base/run.mjs";
import { Problem, timed } from "../base/say.mjs";

/** Programs that are built with the same flags share what is compiled. */
const goFlags = ["-trimpath", "-tags=osusergo,grpcnotrace"];

/** The oldest Go that builds a module. */
export const goVersion = (moduleDir: string): string | undefined =>
  /^go (\S+)$/m.exec(readFileSync(join(moduleDir, "go.mod"), "utf8"))?.[1];

const goSettings = (cacheDir: string): Record<string, string> => ({
  CGO_ENABLED: "0",
  GOWORK: "off",
  GOCACHE: join(cacheDir, "build"),
  GOMODCACHE: join(cacheDir, "mod"),
});

/** For a program that needs nothing but what is in these caches, whatever repository its folder is in. */
export const offlineGo = (cacheDir: string): Record<string, string> => ({
  ...goSettings(cacheDir),
  GOFLAGS: [...goFlags, "-mod=mod", "-buildvcs=false"].join(" "),
  GOPROXY: "off",
  GOSUMDB: "off",
});

/** Go with caches of its own, which would else leave gigabytes in the user's. Any folder with a go.mod will do. */
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

/** @param args the last one is the package */
export const goCompile = (moduleDir: string, args: string[], env: NodeJS.ProcessEnv) =>
  must("go", ["build", ...goFlags, ...args], { cwd: moduleDir, env }, (output) => {
    const lines = output
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("go: downloading"));
    return `go build ${args.at(-1)} failed. ${lines.slice(-5).join("; ")}`;
  });

/** For when what was built is in place: another run that shares the caches may fail from now on, but finds what it wants. */
export const removeGoCaches = (cacheDir: string) => rm(cacheDir, { recursive: true, force: true });

/**
 * Makes a folder of what Go builds, unless it is there.
 * @param what is built, and the module that says with which Go
 * @param make gets the environment for Go, whose caches survive an interrupted build
 * @throws Problem where Go is missing or too old
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

/** A program in published Go modules, pinned by go.mod and go.sum. */
interface Program {
  title: string;
  name: string; // of its folder
  moduleDir: string;
  main: string; // its package
  stamp?: string;
}

/** Finds a program in a folder beside the CLI, else builds it. */
export async function obtainProgram(
  cli: { binDir: string },
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

/** A folder beside the CLI for what is built from a folder of sources. */
export const folderFor = ({ binDir }: { binDir: string }, name: string, sources: string) =>
  join(dirname(binDir), name, digestOf(sources));

/** Identifies the contents of a folder, and other texts: what was built from older sources has another digest. */
export function digestOf(sources: string, texts: readonly string[] = []): string {
  const digest = createHash("sha256");
  for (const file of filesBelow(sources)) digest.update(readFileSync(join(sources, file)));
  for (const text of texts) digest.update(text);
  return digest.digest("hex").slice(0, 12);
}
