import { posix } from "node:path";
import type { Log, ReportingDescriptor, Result } from "sarif";
import { type Finding, leavesFolder, type RuleDescription, type Severity } from "./finding";
import { printable, printableJson } from "./text";

const levels = { high: "error", medium: "warning", low: "note" } as const satisfies Record<
  Severity,
  Result["level"]
>;

/** The scores by which code scanning sorts: above 7 is high, above 4 is medium. */
const scores: Readonly<Record<Severity, string>> = { high: "8.0", medium: "5.0", low: "2.0" };

/** The program that made the findings. */
export interface Tool {
  readonly name: string;
  readonly semanticVersion: string;
  /** The page of the documentation that describes the rules, if there is one. */
  readonly page?: string;
  /** The folder of the Pulumi project in its repository. Default: files are relative to the project. */
  readonly sourceRoot?: string | undefined;
}

/** The findings of a run, and the findings that a team has accepted. */
interface SarifFindings {
  readonly findings: readonly Finding[];
  readonly ignored: readonly { readonly finding: Finding; readonly reason: string }[];
}

/** SARIF 2.1.0, for code scanning. */
export function sarifReport(
  { page, sourceRoot, ...tool }: Tool,
  rules: readonly RuleDescription[],
  { findings, ignored }: SarifFindings,
): string {
  const suppressed = ignored.map(
    ({ finding, reason }): Result => ({
      ...resultOf(finding, sourceRoot),
      suppressions: [{ kind: "external", justification: printable(reason) }],
    }),
  );
  // Drift and an ignore file change the severity and the advice of a rule in its findings. Its descriptor is that of the last finding.
  const found = new Map(findings.map(({ rule }) => [rule.id, rule]));
  const described = rules.map((rule) => descriptorOf(found.get(rule.id) ?? rule, page));
  const results = [...findings.map((finding) => resultOf(finding, sourceRoot)), ...suppressed];
  const runs = [{ tool: { driver: { ...tool, rules: described } }, results }];
  const log: Log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs,
  };
  return printableJson(log);
}

const {
  homepage,
  version,
}: Readonly<Record<string, unknown>> = require("pulumi-edge-ingress/package.json");

/** The address of the pages on rules, once the package has a home page: the format requires an absolute address. */
const pagesUrl =
  typeof homepage === "string"
    ? homepage.replace(/(#readme)?$/, `/blob/v${version}/docs/`)
    : undefined;

const descriptorOf = (
  { id, severity, title, why, fix }: RuleDescription,
  page?: string,
): ReportingDescriptor => ({
  id,
  ...(pagesUrl !== undefined && page !== undefined && { helpUri: `${pagesUrl}${page}#${id}` }),
  shortDescription: { text: title },
  fullDescription: { text: why },
  help: { text: fix },
  defaultConfiguration: { level: levels[severity] },
  properties: { tags: ["security"], "security-severity": scores[severity] },
});

/** The path as a reference, in which each of its segments is encoded. */
const uriOf = (path: string): string =>
  path.toWellFormed().split("/").map(encodeURIComponent).join("/");

/** Code scanning requires a file for every result. A finding without a current line is placed in the project file. */
const PROJECT = { file: "Pulumi.yaml", line: 1 };

/** The place of a finding in the repository. */
function placeOf({ line }: Finding, sourceRoot = ""): { file: string; line: number } {
  const place = line && !line.isOld ? line : PROJECT;
  const file = posix.join(sourceRoot, place.file);
  if (leavesFolder(file)) return { ...PROJECT, file: posix.join(sourceRoot, PROJECT.file) };
  return { file, line: place.line };
}

function resultOf(finding: Finding, sourceRoot: string | undefined): Result {
  const { rule, message, urn, argument, stack, parts } = finding;
  const text = [`${message} (stack ${stack})`, ...parts.map((part) => `also ${part.message}`)].join(
    "; ",
  );
  const { file, line: startLine } = placeOf(finding, sourceRoot);
  return {
    ruleId: rule.id,
    level: levels[rule.severity],
    message: { text: printable(text) },
    locations: [
      {
        physicalLocation: { artifactLocation: { uri: uriOf(file) }, region: { startLine } },
        logicalLocations: [{ fullyQualifiedName: printable(`${urn} ${argument}`) }],
      },
    ],
    // The line moves with every change above it.
    partialFingerprints: { argument: printable(`${rule.id} ${urn} ${argument}`) },
  };
}
