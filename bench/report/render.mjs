import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { installIn } from "../../scripts/lib/packages.mjs";
import { root } from "../../scripts/lib/project.mjs";
import { OPERATIONS } from "../results.mjs";

/**
 * Draws the charts of docs/performance.md from the recorded results.
 * @returns {Promise<number>} the exit code
 */
export async function render() {
  await installIn(join(root, "bench"));
  // Installed only now.
  const { plot } = await import("./plot.mjs");
  for (const operation of OPERATIONS)
    writeFileSync(join(root, "docs", "performance", `${operation}.svg`), `${plot(operation)}\n`);
  return 0;
}
