import { existsSync, symlinkSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { join } from "node:path";
import { readJson, root } from "../base/project.mjs";
import { run } from "../base/run.mjs";
import { Problem } from "../base/say.mjs";
import { publishTypes } from "./types.mjs";

/**
 * Runs the compiler of TypeScript 7, which takes a third of the time. It has no API: for that, the repository has TypeScript 6, too.
 * @param {...string} args
 * @returns {Promise<import("../base/run.mjs").RunResult>}
 */
export function tsc(...args) {
  const compiler = join(root, "node_modules", "typescript-7", "bin", "tsc");
  // The compiler would leave a compile cache in the machine's temporary folder.
  const env = { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" };
  return run(process.execPath, [compiler, ...args], { env, capture: true });
}

/** Compiles `src` to `build`, and publishes its types in `dist`; fast if nothing changed. */
export async function buildPackage() {
  linkPackage();
  const { code, output } = await tsc("--build");
  if (code !== 0) throw new Problem(`The package does not compile:\n${output.trim()}`);
  // The generator of programs reads the shapes of arguments from the schema, and the map fills in the page.
  for (const file of ["fronts/plugin/schema.json", "insight/map/page.html"]) {
    await copyFile(join(root, "src", file), join(root, "build", file));
  }
  await publishTypes();
}

/** Links the package in node_modules, where the examples and their tests find it by its name, as in the project of a user. */
function linkPackage() {
  const { name } = /** @type {{ name: string }} */ (readJson("package.json"));
  const link = join(root, "node_modules", name);
  if (!existsSync(link)) symlinkSync("..", link, "junction");
}
