// npm run mutation: changes src/core/client, schema and lifecycle in every way that Stryker knows, and looks whether a test notices.
// What the last run found out is kept, so that only what has changed since is tried again; --force tries all.
import { join } from "node:path";
import { installIn } from "../../tools/base/packages.mjs";
import { root } from "../../tools/base/project.mjs";
import { run } from "../../tools/base/run.mjs";

const folder = join(root, "sdk-tests", "mutation");
const stryker = join(folder, "node_modules", "@stryker-mutator", "core", "bin", "stryker.js");

/** @param args for Stryker */
export async function main(args: string[]): Promise<number> {
  await installIn(folder);
  const { code } = await run(process.execPath, [stryker, "run", join(folder, "stryker.config.json"), ...args]);
  return code;
}
