import type { Part } from "../../tools/build/generate/documents.mts";
import { alternativesTable } from "./alternatives.mts";
import * as large from "./large.mts";
import { reviewsTable } from "./reviews.mts";
import { smallTable, startsTable } from "./starts.mts";
import * as tables from "./tables.mts";

/** tables by the names of their places in a page */
type Named = Readonly<Record<string, () => string>>;

/** What users need. */
const forUsers: Named = {
  large: large.largeTable,
  parts: large.partsTable,
};

/** How long it takes, in terms of alternatives. */
const times: Named = {
  origin: tables.origin,
  ratios: tables.ratiosTable,
  seconds: tables.secondsTable,
  slow: tables.slowTable,
  settings: tables.settingsTable,
  reviews: reviewsTable,
  starts: startsTable,
  small: smallTable,
};

/** What it uses. */
const resources: Named = {
  requests: tables.requestsTable,
  limited: tables.limitedTable,
  state: tables.stateTable,
  processes: tables.processesTable,
  "provider-time": tables.providerTimeTable,
  growth: tables.growthTable,
};

/** What `npm run bench -- --render` writes of the recorded results. */
export const performanceParts: readonly Part[] = [
  ...Object.entries(forUsers).map(([name, text]) => ({ file: "docs/performance.md", name, text })),
  ...Object.entries(times).map(([name, text]) => ({ file: "docs/measurements.md", name, text })),
  ...Object.entries(resources).map(([name, text]) => ({ file: "docs/measurements-resources.md", name, text })),
  { file: "docs/why.md", name: "alternatives", text: alternativesTable },
];
