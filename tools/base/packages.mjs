import { existsSync } from "node:fs";
import { delimiter, join, relative } from "node:path";
import { pathWith, readJson, root } from "./project.mjs";
import { run } from "./run.mjs";
import { Problem, timed } from "./say.mjs";

const GIST_LINES = 3;

/**
 * @typedef {{ version?: string, integrity?: string, license?: string, link?: boolean, optional?: boolean, dev?: boolean,
 *   devOptional?: boolean, peer?: boolean }} LockEntry
 * @typedef {{ packages: Record<string, LockEntry> }} Lock
 */

/**
 * Runs `npm ci` unless node_modules is what package-lock.json asks for.
 * @param {string} [folder] of both
 * @param {string[]} flags for npm
 */
export async function ensurePackages(folder = root, ...flags) {
  if (packagesMatch(folder)) return;
  const where = folder === root ? "" : ` in ${relative(root, folder)}`;
  await timed(`Installing packages${where} (npm ci)`, () =>
    npm(["ci", "--loglevel=error", ...flags], folder),
  );
}

/**
 * Installs the exact versions in a folder's package.json, once, for a command that few people run.
 * @param {string} folder
 */
export async function installIn(folder) {
  if (existsSync(join(folder, "node_modules"))) return;
  await timed(`Installing packages in ${relative(root, folder)}`, () =>
    npm(["install", "--ignore-scripts", "--no-package-lock", "--legacy-peer-deps"], folder),
  );
}

/**
 * Returns the first lines of a failure of npm, or of a script that it ran; pages of help follow them.
 * @param {string} output
 */
function gist(output) {
  const lines = output.split("\n").map((line) => line.replace(/^npm error\s*/, "").trim());
  return lines
    .filter(
      (line) => line !== "" && !/^(npm warn|syscall|errno|code \d+$|path |command )/.test(line),
    )
    .slice(0, GIST_LINES)
    .join("; ");
}

/** @param {string} folder */
function packagesMatch(folder) {
  const lock = (/** @type {string} */ name) => relative(root, join(folder, name));
  const installed = lock("node_modules/.package-lock.json");
  if (!existsSync(join(root, installed))) return false;
  const wanted = /** @type {Lock} */ (readJson(lock("package-lock.json")));
  const present = /** @type {Lock} */ (readJson(installed));
  return (
    missingPackages(wanted, present, (path) => existsSync(join(folder, path, "package.json")))
      .length === 0
  );
}

/**
 * The packages of the lock file that are absent or have another version. Optional packages belong to other platforms.
 * @param {Lock} wanted package-lock.json
 * @param {Lock} present npm's record of the installed packages
 * @param {(path: string) => boolean} exists
 */
export function missingPackages(wanted, present, exists) {
  return Object.entries(wanted.packages)
    .filter(([path, entry]) => path.includes("node_modules/") && !entry.optional)
    .filter(([path, { version, integrity }]) => {
      const found = present.packages[path];
      return found?.version !== version || found?.integrity !== integrity || !exists(path);
    })
    .map(([path]) => path);
}

/**
 * Runs npm to its end.
 * @param {string[]} args
 * @param {string} cwd
 * @returns {Promise<string>} what it prints
 */
export async function npm(args, cwd) {
  const env = { ...process.env, PATH: pathWithoutPackages() };
  const { npm_execpath: script, npm_node_execpath: node } = process.env;
  const [command, ...first] = script?.endsWith("npm-cli.js") && node ? [node, script] : ["npm"];
  const { code, output } = await run(command, [...first, ...args, "--no-audit", "--no-fund"], {
    cwd,
    env,
    capture: true,
  });
  if (code === 0) return output;
  throw new Problem(
    `npm ${args[0]} failed (${gist(output) || `exit code ${code}`}): mend that, then run this again.`,
  );
}

/** npm must not run on the Node in node_modules, which it is about to delete. */
function pathWithoutPackages() {
  const bin = join(root, "node_modules", ".bin");
  return pathWith()
    .split(delimiter)
    .filter((folder) => folder !== bin)
    .join(delimiter);
}

/**
 * @param {string} version such as `24.1.0`
 * @param {string} minimum
 */
export const isAtLeast = (version, minimum) =>
  version.localeCompare(minimum, "en", { numeric: true }) >= 0;
