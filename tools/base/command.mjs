// node tools/base/command.mjs FILE ARGS...: installs the packages, and runs the `main` of a file on the project's
// Node.js. Until then only built-in modules may be loaded, in any Node.js that npm runs on. A script that names its tool would fail in a new
// clone with "command not found", and on another Node.js with an error of the tool.
import { existsSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { ensurePackages, isAtLeast } from "./packages.mjs";
import { MIN_NODE, pathWith, projectNode, root } from "./project.mjs";
import { run } from "./run.mjs";
import { orProblem, Problem, say } from "./say.mjs";

const [, , file = "", ...args] = process.argv;

function needsOtherNode() {
  if (existsSync(projectNode)) return realpathSync(projectNode) !== realpathSync(process.execPath);
  if (isAtLeast(process.versions.node, MIN_NODE)) return false;
  throw new Problem(
    `Node ${MIN_NODE} or newer is needed and this is ${process.versions.node}; the package "node" brings one, but npm did not run its install script: run "npm rebuild node --ignore-scripts=false", then this again.`,
  );
}

async function runAgain() {
  const { code } = await run(projectNode, [fileURLToPath(import.meta.url), file, ...args], {
    cwd: process.cwd(),
  });
  return code;
}

/** @returns {Promise<number>} */
async function runHere() {
  process.env.PATH = pathWith(dirname(process.execPath), join(root, "node_modules", ".bin"));
  const { main } = await import(pathToFileURL(join(root, file)).href);
  return main(args);
}

await orProblem(
  async () => {
    await ensurePackages();
    process.exitCode = needsOtherNode() ? await runAgain() : await runHere();
  },
  // A step that fails before the tests counts as a failure: nobody should mistake "0 failed" for a pass.
  () => file === "sdk-tests/test.mts" && say("0 passed, 1 failed"),
);
