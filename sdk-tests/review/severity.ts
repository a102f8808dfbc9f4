import { expect } from "vitest";
import type { Finding, Severity } from "../../src/insight/report/finding";

const rank = (severity: Severity | "none"): number => ["none", "low", "medium", "high"].indexOf(severity);

/**
 * Asserts how severe the highest of these findings is: of a risk at least as its label says, and else at most.
 *
 * @param about What the findings are about, for a failure.
 */
export function expectSeverity(
  findings: readonly Pick<Finding, "rule" | "message">[],
  expected: Severity | "none",
  isRisk: boolean,
  about = "",
): void {
  const told = [about, ...findings.map(({ rule, message }) => `${rule.severity} ${rule.id}: ${message}`)].join("\n");
  const highest = Math.max(0, ...findings.map(({ rule }) => rank(rule.severity)));
  if (isRisk) expect(highest, told).toBeGreaterThanOrEqual(rank(expected));
  else expect(highest, told).toBeLessThanOrEqual(rank(expected));
}
