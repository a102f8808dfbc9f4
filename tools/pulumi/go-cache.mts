import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { Problem } from "../base/say.mjs";
import { goVersion, hasGo, removeGoCaches } from "./go.mts";
import type { PulumiCli } from "./pulumi-cli.mts";

/**
 * Makes a folder of what Go builds aside and renames it into place, so that neither an interruption nor a second run at the
 * same time leaves a half-made one. One that is there is all there.
 * @param what is built, and the module that says with which Go
 * @param make Go's caches survive an interrupted build
 * @throws Problem where Go is missing or too old
 */
export async function makeOnce(
  folder: string,
  { title, moduleDir }: { title: string; moduleDir: string },
  make: (making: string, cacheDir: string) => Promise<void>,
) {
  if (existsSync(folder)) return;
  const cacheDir = join(dirname(folder), `.go-${basename(folder)}`);
  if (!(await hasGo(moduleDir, cacheDir))) {
    throw new Problem(
      `To build ${title}, Go ${goVersion(moduleDir)} or newer is needed: install it (https://go.dev/dl), then run this again.`,
    );
  }
  await mkdir(dirname(folder), { recursive: true });
  const making = await mkdtemp(join(dirname(folder), ".making-"));
  try {
    await make(making, cacheDir);
    await rename(making, folder);
    await removeGoCaches(cacheDir);
  } catch (error) {
    // Another run may have finished first.
    if (!existsSync(folder)) throw error;
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

/**
 * A folder beside the CLI for what is built from sources. Other sources have another folder: nothing old is taken for what
 * they say now.
 * @param sources a folder
 */
export function folderFor(cli: PulumiCli, name: string, sources: string) {
  const digest = createHash("sha256");
  const entries = readdirSync(sources, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name: file }) => join(parentPath, file));
  for (const file of files.sort()) digest.update(readFileSync(file));
  return join(dirname(cli.binDir), name, digest.digest("hex").slice(0, 12));
}
