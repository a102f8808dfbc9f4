import definitions from "../../../build/core/definitions/index.js";
import emulator from "../../../build/emulator/options/markdown.js";
import registration from "../../../build/fronts/program/registration.js";
import expectations from "../../../build/insight/expectations/expectation.js";
import { cliDocument } from "./cli.mts";
import { conformanceParts } from "./conformance.mts";
import type { Part } from "./documents.mts";
import { exampleMap } from "./example-map.mts";
import { exampleReview, exampleReviewText } from "./example-review.mts";
import { fieldsDocument } from "./fields.mts";
import { installParts } from "./install.mts";
import { policiesDocument } from "./policies.mts";
import { exampleOf, referencePages } from "./reference.mts";
import {
  importIdsTable,
  lookupFunctionsTable,
  moduleResourcesTable,
  providerExports,
  resourcesTable,
  routeModulesTable,
  termsTable,
} from "./resources.mts";
import { reviewRules } from "./review-rules.mts";
import { schemaDocument } from "./schema/schema.mts";
import { settingsDocument, settingsTable } from "./settings.mts";

const commandLine = await cliDocument();

/** The parts of the documents that are generated from code. */
export const parts: readonly Part[] = [
  { file: "docs/fields.md", text: fieldsDocument },
  { file: "src/fronts/plugin/schema.json", text: schemaDocument },
  {
    file: "docs/expectations.schema.json",
    text: () => JSON.stringify(expectations.expectationsSchema(), null, 2),
  },
  { file: "docs/emulator.md", name: "emulator-options", text: emulator.optionMarkdown },
  { file: "docs/review-rules.md", name: "review-rules", text: reviewRules },
  { file: "docs/review.md", name: "example-review", text: exampleReviewText },
  { file: "docs/map.svg", text: exampleMap },
  { file: "docs/review.svg", text: exampleReview },
  { file: "docs/plugin.md", name: "import-ids", text: importIdsTable },
  ...referencePages,
  { file: "docs/reference/cli.md", text: () => commandLine },
  { file: "docs/reference/policies.md", text: policiesDocument },
  { file: "docs/reference/provider-settings.md", text: settingsDocument },
  { file: "docs/_index.md", name: "csharp", text: () => exampleOf("AgentIngress", "csharp") },
  { file: "docs/_index.md", name: "java", text: () => exampleOf("AgentIngress", "java") },
  {
    file: "docs/guides/import.md",
    name: "provider-text",
    text: () => `\`${registration.providerText(definitions.agentIngress)}\``,
  },
  { file: "docs/installation-configuration.md", name: "settings", text: settingsTable },
  { file: "src/provider-v1.ts", name: "providers", text: providerExports },
  { file: "docs/concepts.md", name: "terms", text: termsTable },
  { file: "docs/guides/look-up.md", name: "lookup-functions", text: lookupFunctionsTable },
  { file: "docs/resources.md", name: "resources", text: resourcesTable },
  { file: "docs/resources.md", name: "route-modules", text: routeModulesTable },
  { file: "docs/resources.md", name: "module-resources", text: moduleResourcesTable },
  ...conformanceParts,
  ...installParts,
];
