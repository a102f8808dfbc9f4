import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { ensurePackages } from "./packages.mjs";
import { MIN_NODE, pathWith, projectNode, root } from "./project.mjs";
import { run } from "./run.mjs";
import { Problem } from "./say.mjs";

/**
 * Entry of every script, unless another file imports it: installs the packages, goes on under the project's own Node, and turns a `Problem` into one line.
 * Until then only built-in modules may be loaded, in any Node that npm runs on.
 * @param {string} scriptUrl `import.meta.url` of the script
 * @param {(args: string[]) => Promise<number>} main gives the exit code
 * @param {() => void} [onProblem] a last word after the line
 */
export async function runScript(scriptUrl, main, onProblem) {
  const [, script = "", ...args] = process.argv;
  if (!existsSync(script) || realpathSync(script) !== realpathSync(fileURLToPath(scriptUrl))) return;
  try {
    await ensurePackages();
    process.exitCode = needsOtherNode() ? await runAgain(scriptUrl, args) : await runHere(main, args);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    console.error(error.message);
    process.exitCode = 1;
    onProblem?.();
  }
}

/** @returns {boolean} */
function needsOtherNode() {
  if (existsSync(projectNode)) return realpathSync(projectNode) !== realpathSync(process.execPath);
  if (isAtLeast(process.versions.node, MIN_NODE)) return false;
  throw new Problem(
    `Node ${MIN_NODE} or newer is needed and this is ${process.versions.node}; the package "node" brings one, but npm did not run its install script: run "npm rebuild node --ignore-scripts=false", then this again.`,
  );
}

/**
 * @param {string} scriptUrl
 * @param {string[]} args
 */
async function runAgain(scriptUrl, args) {
  const { code } = await run(projectNode, [fileURLToPath(scriptUrl), ...args], { cwd: process.cwd() });
  return code;
}

/**
 * @param {(args: string[]) => Promise<number>} main
 * @param {string[]} args
 */
function runHere(main, args) {
  process.env.PATH = pathWith(dirname(process.execPath), join(root, "node_modules", ".bin"));
  return main(args);
}

/**
 * @param {string} version such as `24.1.0`
 * @param {string} minimum
 * @returns {boolean}
 */
export function isAtLeast(version, minimum) {
  return version.localeCompare(minimum, "en", { numeric: true }) >= 0;
}
