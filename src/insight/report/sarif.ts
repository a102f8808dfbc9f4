import type { Log, ReportingDescriptor, Result } from "sarif";
import type { Finding, IgnoredFinding, RuleDescription, Severity } from "./finding";

const levels = { high: "error", medium: "warning", low: "note" } as const satisfies Record<Severity, Result["level"]>;

/** By which code scanning sorts: above 7 is high, above 4 medium. */
const scores: Readonly<Record<Severity, string>> = { high: "8.0", medium: "5.0", low: "2.0" };

/** The program that made the findings. */
interface Tool {
  readonly name: string;
  readonly semanticVersion: string;
}

/** SARIF 2.1.0, for code scanning. */
export function sarifReport(
  tool: Tool,
  rules: readonly RuleDescription[],
  { findings, ignored }: { readonly findings: readonly Finding[]; readonly ignored: readonly IgnoredFinding[] },
): string {
  const suppressed = ignored.map(({ finding, reason }): Result => {
    return { ...resultOf(finding), suppressions: [{ kind: "external", justification: reason }] };
  });
  const log: Log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver: { ...tool, rules: rules.map(descriptorOf) } },
        results: [...findings.map(resultOf), ...suppressed],
      },
    ],
  };
  return JSON.stringify(log, null, 2);
}

const descriptorOf = ({ id, severity, title, why, todo }: RuleDescription): ReportingDescriptor => ({
  id,
  shortDescription: { text: title },
  fullDescription: { text: why },
  help: { text: todo },
  defaultConfiguration: { level: levels[severity] },
  properties: { tags: ["security"], "security-severity": scores[severity] },
});

/** Code scanning wants a file of every result: without a line in the program, it is the project's own. */
const PROJECT_FILE = "Pulumi.yaml";

const resultOf = ({ rule, message, line, urn, argument, stack }: Finding): Result => ({
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
