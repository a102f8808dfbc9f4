import { alternativesTable } from "./alternatives.mjs";
import * as large from "./large.mjs";
import { reviewsTable } from "./reviews.mjs";
import { smallTable, startsTable } from "./starts.mjs";
import * as tables from "./tables.mjs";

/** @typedef {Readonly<Record<string, () => string>>} Named tables by the names of their places in a page */

/** What users need. @type {Named} */
const forUsers = {
  settings: tables.settingsTable,
  large: large.largeTable,
  parts: large.partsTable,
};

/** All that was measured. @type {Named} */
const measured = {
  origin: tables.origin,
  ratios: tables.ratiosTable,
  seconds: tables.secondsTable,
  requests: tables.requestsTable,
  state: tables.stateTable,
  processes: tables.processesTable,
  "provider-time": tables.providerTimeTable,
  slow: tables.slowTable,
  growth: tables.growthTable,
  limited: tables.limitedTable,
  reviews: reviewsTable,
  starts: startsTable,
  small: smallTable,
};

/** What `npm run generate` writes of the recorded results. */
export const performanceParts = [
  ...Object.entries(forUsers).map(([name, text]) => ({ file: "docs/performance.md", name, text })),
  ...Object.entries(measured).map(([name, text]) => ({ file: "docs/measurements.md", name, text })),
  { file: "docs/why.md", name: "alternatives", text: alternativesTable },
];
