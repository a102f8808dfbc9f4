import { describe, expect, it } from "vitest";
import { countsLine, countTests } from "../../scripts/lib/counts.mjs";

const report = { numPassedTests: 7, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };

describe("the last line of npm test", () => {
  it("names passed and failed tests, and skipped ones only when there are some", () => {
    expect(countsLine({ passed: 12, failed: 0, skipped: 0 })).toBe("12 passed, 0 failed");
    expect(countsLine({ passed: 12, failed: 3, skipped: 1 })).toBe("12 passed, 3 failed, 1 skipped");
  });

  it("counts what is skipped and what is to do as skipped", () => {
    expect(countTests({ ...report, numPendingTests: 2, numTodoTests: 1 })).toEqual({
      passed: 7,
      failed: 0,
      skipped: 3,
    });
  });

  it("counts a file that does not load as a failure, and a failed test once", () => {
    const testResults = [
      { status: "failed", assertionResults: [] },
      { status: "failed", assertionResults: [{ status: "passed" }, { status: "failed" }] },
      { status: "passed", assertionResults: [{ status: "passed" }] },
    ];
    expect(countTests({ ...report, numFailedTests: 1, testResults }).failed).toBe(2);
  });
});
