import type { Finding, Review } from "./findings";
import { rules } from "./rules";
import { acrossStacks } from "./rules/across-stacks";
import type { Rule, Severity } from "./rules/rule";

const levels: Readonly<Record<Severity, string>> = { high: "error", medium: "warning", low: "note" };

/** By which code scanning sorts: above 7 is high, above 4 medium. */
const scores: Readonly<Record<Severity, string>> = { high: "8.0", medium: "5.0", low: "2.0" };

/** SARIF 2.1.0, for code scanning. */
export const asSarif = (review: Review, version: string): string =>
  `${JSON.stringify(
    {
      $schema: "https://json.schemastore.org/sarif-2.1.0.json",
      version: "2.1.0",
      runs: [
        {
          tool: {
            driver: {
              name: "edge-ingress review",
              semanticVersion: version,
              rules: [...rules, acrossStacks.rule].map(ruleOf),
            },
          },
          results: [
            ...review.findings.map((finding) => resultOf(finding)),
            ...review.ignored.map(({ finding, reason }) => ({
              ...resultOf(finding),
              suppressions: [{ kind: "external", justification: reason }],
            })),
          ],
        },
      ],
    },
    null,
    2,
  )}\n`;

const ruleOf = ({ id, severity, title, why, todo }: Rule) => ({
  id,
  shortDescription: { text: title },
  fullDescription: { text: why },
  help: { text: todo },
  defaultConfiguration: { level: levels[severity] },
  properties: { tags: ["security"], "security-severity": scores[severity] },
});

/** Code scanning wants a file of every result: without a line in the program, it is the project's own. */
const PROJECT_FILE = "Pulumi.yaml";

const resultOf = ({ rule, message, line, urn, argument, stack }: Finding) => ({
  ruleId: rule.id,
  level: levels[rule.severity],
  message: { text: `${message} (stack ${stack})` },
  locations: [
    {
      physicalLocation: {
        artifactLocation: { uri: encodeURI(line?.file ?? PROJECT_FILE) },
        region: { startLine: line?.line ?? 1 },
      },
      logicalLocations: [{ fullyQualifiedName: `${urn} ${argument}` }],
    },
  ],
  // The line moves with every change above it.
  partialFingerprints: { argument: `${rule.id} ${urn} ${argument}` },
});
