import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installIn } from "../../scripts/lib/packages.mjs";
import { root } from "../../scripts/lib/project.mjs";
import { OPERATIONS } from "../results.mjs";

const folder = join(root, "bench");

/**
 * Draws the plots of docs/performance.md from the recorded results.
 * @returns {Promise<number>} the exit code
 */
export async function render() {
  if (!existsSync(join(folder, "node_modules"))) await installIn(folder);
  // Installed only now.
  const { plot } = await import("./plot.mjs");
  for (const operation of OPERATIONS)
    writeFileSync(join(root, "docs", "performance", `${operation}.svg`), `${plot(operation)}\n`);
  return 0;
}
