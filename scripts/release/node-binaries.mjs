import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { npm } from "../lib/packages.mjs";
import { dataDir, readJson } from "../lib/project.mjs";
import { run } from "../lib/run.mjs";
import { Problem, timed } from "../lib/say.mjs";

/**
 * A system that has a plugin of its own, and the npm package that carries Node.js for it.
 * @typedef {object} System
 * @property {string} system as Pulumi names it
 * @property {string} host the same as Node.js names it
 * @property {string} package
 * @property {string} integrity of the package's tarball
 */

const pinned = /** @type {{ version: string, systems: System[] }} */ (readJson("scripts/release/node-binaries.json"));

export const nodeVersion = pinned.version;

/** @type {readonly System[]} */
export const systems = pinned.systems;

const cache = join(dataDir, "release", "node");

/** The system whose npm package includes the licence of Node.js: that of Windows does not. */
const WITH_LICENSE = "linux-amd64";

/**
 * Node.js of a system. It is downloaded once, by npm, from the registry that npm is configured for.
 * @param {string} system
 * @returns {Promise<string>} path of the executable
 */
export async function nodeBinary(system) {
  return join(await unpacked(system), "bin", isWindows(system) ? "node.exe" : "node");
}

/** @returns {Promise<string>} path of the licence of Node.js, with those of its libraries */
export const nodeLicense = async () => join(await unpacked(WITH_LICENSE), "LICENSE");

/** @param {string} system */
export const isWindows = (system) => system.startsWith("windows-");

/** The system on which this process runs, as Pulumi names it; absent if the release contains no plugin for it. */
export const ownSystem = systems.find(({ host }) => host === `${process.platform}-${process.arch}`)?.system;

/** @param {string} name of the system */
async function unpacked(name) {
  const system = systems.find((each) => each.system === name);
  if (!system) throw new Problem(`There is no Node.js for ${name} in scripts/release/node-binaries.json.`);
  const folder = join(cache, `${system.package}-${nodeVersion}`);
  if (!existsSync(folder)) await timed(`Downloading Node.js for ${name}`, () => download(system, folder));
  return folder;
}

/**
 * @param {System} system
 * @param {string} folder that is there as a whole, or not at all
 */
async function download(system, folder) {
  await mkdir(cache, { recursive: true });
  const making = await mkdtemp(join(cache, ".making-"));
  try {
    await npm(["pack", `${system.package}@${nodeVersion}`, "--prefer-offline"], making);
    const tarball = join(making, `${system.package}-${nodeVersion}.tgz`);
    await verify(tarball, system.integrity);
    const { code, output } = await run("tar", ["-xzf", tarball, "-C", making], { capture: true });
    if (code !== 0) throw new Problem(`tar cannot read the package of Node.js: ${output.trim()}`);
    await rename(join(making, "package"), folder);
  } finally {
    await rm(making, { recursive: true, force: true });
  }
}

/**
 * @param {string} file
 * @param {string} integrity as npm writes it
 */
export async function verify(file, integrity) {
  const found = `sha512-${createHash("sha512")
    .update(await readFile(file))
    .digest("base64")}`;
  if (found === integrity) return;
  throw new Problem(`${file} has the integrity ${found}, and scripts/release/node-binaries.json expects ${integrity}.`);
}
