import { alternativesTable } from "./alternatives.mjs";
import * as large from "./large.mjs";
import { reviewsTable } from "./reviews.mjs";
import { smallTable, startsTable } from "./starts.mjs";
import * as tables from "./tables.mjs";

/** The tables of docs/performance.md, by the names of their places. @type {Readonly<Record<string, () => string>>} */
const named = {
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
  settings: tables.settingsTable,
  large: large.largeTable,
  parts: large.partsTable,
  reviews: reviewsTable,
  starts: startsTable,
  small: smallTable,
};

/** What `npm run generate` writes of the recorded results. */
export const performanceParts = [
  ...Object.entries(named).map(([name, text]) => ({ file: "docs/performance.md", name, text })),
  { file: "docs/why.md", name: "alternatives", text: alternativesTable },
];
