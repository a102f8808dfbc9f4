import type { Finding, Severity } from "./finding";
import { fingerprintOf, placeInRepository } from "./place";
import { printable, printableJson } from "./text";

/** The severities of Code Climate, whose format GitLab reads. */
const severities: Readonly<Record<Severity, string>> = {
  high: "critical",
  medium: "major",
  low: "minor",
};

/**
 * A Code Quality report, which GitLab shows in a merge request.
 *
 * @param sourceRoot The folder of the Pulumi project in its repository. Default: files are relative to the project.
 */
export const codeQualityReport = (
  findings: readonly Finding[],
  sourceRoot: string | undefined,
): string => printableJson(findings.map((finding) => issueOf(finding, sourceRoot)));

function issueOf(finding: Finding, sourceRoot: string | undefined): object {
  const { rule, message, stack } = finding;
  const { file, line } = placeInRepository(finding, sourceRoot);
  return {
    description: printable(`${message} (stack ${stack})`),
    check_name: rule.id,
    fingerprint: fingerprintOf(finding),
    severity: severities[rule.severity],
    location: { path: file, lines: { begin: line } },
  };
}
