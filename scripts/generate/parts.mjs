import emulator from "../../dist/emulator/options/markdown.js";
import { OPERATIONS } from "../bench/results.mjs";
import { fieldsDocument } from "./fields.mjs";
import { importIdsTable } from "./import-ids.mjs";
import { moduleResourcesTable, routeModulesTable } from "./modules.mjs";
import { largeTable, partsTable } from "./performance/large.mjs";
import { plot } from "./performance/plot.mjs";
import * as performance from "./performance/tables.mjs";
import { providerTextBlock } from "./provider-text.mjs";
import { resourcesTable } from "./resources.mjs";
import { reviewRulesTable } from "./review-rules.mjs";
import { schemaDocument } from "./schema/schema.mjs";
import { settingsTable } from "./settings.mjs";

/** What in the documents follows from the code. @type {readonly import("./documents.mjs").Part[]} */
export const parts = [
  { file: "docs/fields.md", text: fieldsDocument },
  { file: "src/fronts/plugin/schema.json", text: schemaDocument },
  { file: "docs/emulator.md", name: "emulator-options", text: emulator.optionMarkdown },
  { file: "docs/review.md", name: "review-rules", text: reviewRulesTable },
  { file: "docs/plugin.md", name: "import-ids", text: importIdsTable },
  { file: "docs/performance.md", name: "origin", text: performance.origin },
  { file: "docs/performance.md", name: "ratios", text: performance.ratiosTable },
  { file: "docs/performance.md", name: "seconds", text: performance.secondsTable },
  { file: "docs/performance.md", name: "requests", text: performance.requestsTable },
  { file: "docs/performance.md", name: "state", text: performance.stateTable },
  { file: "docs/performance.md", name: "processes", text: performance.processesTable },
  { file: "docs/performance.md", name: "provider-time", text: performance.providerTimeTable },
  { file: "docs/performance.md", name: "slow", text: performance.slowTable },
  { file: "docs/performance.md", name: "growth", text: performance.growthTable },
  { file: "docs/performance.md", name: "limited", text: performance.limitedTable },
  { file: "docs/performance.md", name: "settings", text: performance.settingsTable },
  { file: "docs/performance.md", name: "large", text: largeTable },
  { file: "docs/performance.md", name: "parts", text: partsTable },
  ...OPERATIONS.map((operation) => ({ file: `docs/performance/${operation}.svg`, text: () => plot(operation) })),
  { file: "README.md", name: "provider-text", text: providerTextBlock },
  { file: "README.md", name: "settings", text: settingsTable },
  { file: "README.md", name: "resources", text: resourcesTable },
  { file: "README.md", name: "route-modules", text: routeModulesTable },
  { file: "README.md", name: "module-resources", text: moduleResourcesTable },
];
