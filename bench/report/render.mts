import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { installIn } from "../../tools/base/packages.mjs";
import { root } from "../../tools/base/project.mjs";
import { write } from "../../tools/build/generate/documents.mts";
import { OPERATIONS } from "../results.mts";
import { performanceParts } from "./parts.mts";

/**
 * Writes the tables of the documentation, and draws its charts, from the recorded results.
 * @returns the exit code
 */
export async function render(): Promise<number> {
  write(performanceParts, root);
  await installIn(join(root, "bench"));
  // Installed only now.
  const { plot } = await import("./plot.mts");
  for (const operation of OPERATIONS)
    writeFileSync(join(root, "docs", "performance", `${operation}.svg`), `${plot(operation)}\n`);
  return 0;
}
