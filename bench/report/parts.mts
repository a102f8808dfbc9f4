import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ensurePackages } from "../../tools/base/packages.mjs";
import { root } from "../../tools/base/project.mjs";
import { type Part, write } from "../../tools/build/generate/documents.mts";
import { OPERATIONS } from "../results.mts";
import * as others from "./others.mts";
import * as tables from "./tables.mts";

/** Tables by the pages that have them, and by the names of their places. */
const pages: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  "docs/performance.md": { large: others.largeTable },
  "docs/measurements.md": {
    origin: tables.origin,
    ratios: tables.ratiosTable,
    seconds: tables.secondsTable,
    slow: tables.slowTable,
    reviews: others.reviewsTable,
    starts: others.startsTable,
    small: others.smallTable,
  },
  "docs/measurements-resources.md": {
    requests: tables.requestsTable,
    limited: tables.limitedTable,
    state: tables.stateTable,
    processes: tables.processesTable,
  },
  "docs/why.md": { alternatives: others.alternativesTable },
};

/** The parts of pages that `npm run bench -- --render` writes from the recorded results. */
export const performanceParts: readonly Part[] = Object.entries(pages).flatMap(([file, named]) =>
  Object.entries(named).map(([name, text]) => ({ file, name, text })),
);

/** Writes the tables of the documentation, and draws its charts, from the recorded results. */
export async function render(): Promise<number> {
  write(performanceParts, root);
  await ensurePackages("bench");
  // Installed only now.
  const { plot } = await import("./plot.mts");
  for (const operation of OPERATIONS)
    writeFileSync(join(root, "docs", "performance", `${operation}.svg`), `${plot(operation)}\n`);
  return 0;
}
