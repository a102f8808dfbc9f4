// npm has no command that only installs what a lock file lacks. npm ci takes a minute and deletes what is there, and npm start and npm test have
// to work in a new clone and to be quick in any other.
import { existsSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { pathWith, readJson, root } from "./project.mjs";
import { run } from "./run.mjs";
import { Problem, timed } from "./say.mjs";

const GIST_LINES = 3;

/**
 * @typedef {{ version?: string, integrity?: string, license?: string, link?: boolean, optional?: boolean, dev?: boolean,
 *   devOptional?: boolean, peer?: boolean }} LockEntry
 * @typedef {{ packages: Record<string, LockEntry> }} Lock
 * @typedef {{ dependencies?: Record<string, string>, devDependencies?: Record<string, string> }} Manifest
 */

/**
 * Runs `npm ci` unless node_modules is what package-lock.json asks for. .npmrc excludes the workspaces from it.
 * @param {string} [workspace] is installed in addition, without its install scripts
 */
export async function ensurePackages(workspace) {
  if (!packagesMatch("package.json"))
    await timed("Installing packages (npm ci)", () => npm(["ci", "--loglevel=error"], root));
  if (workspace === undefined || packagesMatch(`${workspace}/package.json`)) return;
  const flags = ["--workspaces", `--workspace=${workspace}`, "--no-save", "--ignore-scripts"];
  await timed(`Installing the packages of ${workspace}`, () =>
    npm(["install", ...flags, "--loglevel=error"], root),
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

/** @param {string} manifest of the root or of a workspace */
function packagesMatch(manifest) {
  const installed = "node_modules/.package-lock.json";
  if (!existsSync(join(root, installed))) return false;
  const { dependencies, devDependencies } = /** @type {Manifest} */ (readJson(manifest));
  const names = Object.keys({ ...dependencies, ...devDependencies });
  return (
    hasAll(names, dirname(manifest)) &&
    isCurrent(
      /** @type {Lock} */ (readJson("package-lock.json")),
      /** @type {Lock} */ (readJson(installed)),
      (path) => existsSync(join(root, path, "package.json")),
    )
  );
}

/**
 * True if the packages are installed in the folder or in the root, where npm puts most packages of a workspace.
 * @param {readonly string[]} names
 * @param {string} folder
 */
const hasAll = (names, folder) =>
  names.every((name) =>
    [folder, "."].some((place) => existsSync(join(root, place, "node_modules", name))),
  );

/**
 * True if every installed package of the lock file has its version. Packages of other platforms and of workspaces may be absent. After
 * an installation of a workspace, npm's record has packages that install scripts have added, and lacks some checksums.
 * @param {Lock} expected package-lock.json
 * @param {Lock} present npm's record of the installed packages
 * @param {(path: string) => boolean} exists
 */
export function isCurrent(expected, present, exists) {
  return Object.entries(present.packages).every(([path, { version = "", integrity }]) => {
    const entry = expected.packages[path];
    if (entry === undefined || entry.link || !path.includes("node_modules/")) return true;
    const isSame = integrity === undefined || integrity === entry.integrity;
    return isSame && version.replace(/^v/, "") === entry.version && exists(path);
  });
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
