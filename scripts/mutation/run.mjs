// npm run mutation: changes src/core/client, schema and lifecycle in every way that Stryker knows, and looks whether a test notices.
// What the last run found out is kept, so that only what has changed since is tried again; --force tries all.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { runScript } from "../lib/bootstrap.mjs";
import { root } from "../lib/project.mjs";
import { run } from "../lib/run.mjs";
import { Problem, timed } from "../lib/say.mjs";

const folder = join(root, "scripts", "mutation");
const stryker = join(folder, "node_modules", "@stryker-mutator", "core", "bin", "stryker.js");

/**
 * @param {string[]} args for Stryker
 * @returns {Promise<number>}
 */
async function main(args) {
  if (!existsSync(stryker)) await timed("Installing Stryker (npm ci)", install);
  const { code } = await run(process.execPath, [stryker, "run", join(folder, "stryker.config.json"), ...args]);
  return code;
}

async function install() {
  const { code, output } = await run("npm", ["ci", "--ignore-scripts", "--no-audit"], { cwd: folder, capture: true });
  if (code !== 0) throw new Problem(`npm ci failed in scripts/mutation: ${output.trim()}`);
}

await runScript(import.meta.url, main);
