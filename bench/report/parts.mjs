import { alternativesTable } from "./alternatives.mjs";
import * as large from "./large.mjs";
import { reviewsTable } from "./reviews.mjs";
import { smallTable, startsTable } from "./starts.mjs";
import * as tables from "./tables.mjs";

/** @typedef {Readonly<Record<string, () => string>>} Named tables by the names of their places in a page */

/** What users need. @type {Named} */
const forUsers = {
  large: large.largeTable,
  parts: large.partsTable,
};

/** How long it takes, in terms of alternatives. @type {Named} */
const times = {
  origin: tables.origin,
  ratios: tables.ratiosTable,
  seconds: tables.secondsTable,
  slow: tables.slowTable,
  settings: tables.settingsTable,
  reviews: reviewsTable,
  starts: startsTable,
  small: smallTable,
};

/** What it uses. @type {Named} */
const resources = {
  requests: tables.requestsTable,
  limited: tables.limitedTable,
  state: tables.stateTable,
  processes: tables.processesTable,
  "provider-time": tables.providerTimeTable,
  growth: tables.growthTable,
};

/**
 * What `npm run bench -- --render` writes of the recorded results.
 * @type {readonly import("../../tools/build/generate/documents.mjs").Part[]}
 */
export const performanceParts = [
  ...Object.entries(forUsers).map(([name, text]) => ({ file: "docs/performance.md", name, text })),
  ...Object.entries(times).map(([name, text]) => ({ file: "docs/measurements.md", name, text })),
  ...Object.entries(resources).map(([name, text]) => ({ file: "docs/measurements-resources.md", name, text })),
  { file: "docs/why.md", name: "alternatives", text: alternativesTable },
];
