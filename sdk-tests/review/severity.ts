import { expect } from "vitest";
import { type Finding, type Severity, severities } from "../../src/insight/report/finding";

export type Judgement = Severity | "none";

/** The review that a label expects; see the files of `labelled`. */
export interface Expectation {
  readonly name: string;
  /** The file that contains the label. */
  readonly file: string;
  readonly expected: Judgement;
  /** Another severity that is also correct, and the reason. */
  readonly accepted?: { readonly severity: Judgement; readonly because: string } | undefined;
}

type Reported = Pick<Finding, "rule" | "message">;

/** The highest severity of findings. */
export const highestOf = (
  findings: readonly { readonly rule: Pick<Finding["rule"], "severity"> }[],
): Judgement =>
  severities.find((severity) => findings.some(({ rule }) => rule.severity === severity)) ?? "none";

/**
 * Asserts that the highest severity of findings is exactly the severity of a label: too high a severity is a fault,
 * too.
 */
export function expectSeverity(findings: readonly Reported[], label: Expectation): void {
  const { name, file, expected, accepted } = label;
  const found = findings.map(({ rule, message }) => `  ${rule.severity} ${rule.id}: ${message}`);
  const failure = [
    `${name} (sdk-tests/review/labelled/${file}.yaml) expects ${expected}, and the review found`,
    ...(found.length > 0 ? found : ["  nothing"]),
    "docs/review-labels.md says who may change a label, and how",
  ].join("\n");
  expect(accepted ? [expected, accepted.severity] : [expected], failure).toContain(
    highestOf(findings),
  );
}
