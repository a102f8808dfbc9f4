import type { Part } from "../../tools/build/generate/documents.mts";
import * as others from "./others.mts";
import * as tables from "./tables.mts";

/** Tables by the pages that have them, and by the names of their places. */
const pages: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  "docs/performance.md": { large: others.largeTable, parts: others.partsTable },
  "docs/measurements.md": {
    origin: tables.origin,
    ratios: tables.ratiosTable,
    seconds: tables.secondsTable,
    slow: tables.slowTable,
    settings: tables.settingsTable,
    reviews: others.reviewsTable,
    starts: others.startsTable,
    small: others.smallTable,
  },
  "docs/measurements-resources.md": {
    requests: tables.requestsTable,
    limited: tables.limitedTable,
    state: tables.stateTable,
    processes: tables.processesTable,
    "provider-time": tables.providerTimeTable,
    growth: tables.growthTable,
  },
  "docs/why.md": { alternatives: others.alternativesTable },
};

/** What `npm run bench -- --render` writes of the recorded results. */
export const performanceParts: readonly Part[] = Object.entries(pages).flatMap(([file, named]) =>
  Object.entries(named).map(([name, text]) => ({ file, name, text })),
);
