import type { Log, ReportingDescriptor, Result } from "sarif";
import type { Finding, RuleDescription, Severity } from "./finding";
import { fingerprintOf, identityOf, placeInRepository } from "./place";
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
  /**
   * The name of this analysis among the analyses of a commit, for a report that is sent to GitHub's API. Default: the uploader
   * chooses a name.
   */
  readonly category?: string;
}

/** The findings of a run, and the findings that a team has accepted. */
interface SarifFindings {
  readonly findings: readonly Finding[];
  readonly ignored: readonly { readonly finding: Finding; readonly reason: string }[];
}

/** SARIF 2.1.0, for code scanning. */
export function sarifReport(
  { page, sourceRoot, category, ...tool }: Tool,
  rules: readonly RuleDescription[],
  { findings, ignored }: SarifFindings,
): string {
  const resultIn = (finding: Finding) => resultOf(finding, sourceRoot, category !== undefined);
  const suppressed = ignored.map(
    ({ finding, reason }): Result => ({
      ...resultIn(finding),
      suppressions: [{ kind: "external", justification: printable(reason) }],
    }),
  );
  // Drift and an ignore file change the severity and the advice of a rule in its findings. Its descriptor is that of the last finding.
  const found = new Map(findings.map(({ rule }) => [rule.id, rule]));
  const described = rules.map((rule) => descriptorOf(found.get(rule.id) ?? rule, page));
  const results = [...findings.map(resultIn), ...suppressed];
  const run = { tool: { driver: { ...tool, rules: described } }, results };
  // Without a slash at the end, GitHub would take the last part of the name for the name of a run.
  const runs = [
    category === undefined ? run : { ...run, automationDetails: { id: `${category}/` } },
  ];
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

/** @param isForApi True if the result has the fingerprint that the uploaders of GitHub compute, and its API does not. */
function resultOf(finding: Finding, sourceRoot: string | undefined, isForApi: boolean): Result {
  const { rule, message, urn, argument, stack, parts } = finding;
  const text = [`${message} (stack ${stack})`, ...parts.map((part) => `also ${part.message}`)].join(
    "; ",
  );
  const { file, line: startLine } = placeInRepository(finding, sourceRoot);
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
    partialFingerprints: {
      argument: identityOf(finding),
      ...(isForApi && { primaryLocationLineHash: `${fingerprintOf(finding).slice(0, 16)}:1` }),
    },
  };
}
