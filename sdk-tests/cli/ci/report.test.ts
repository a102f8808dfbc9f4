import { expect, it } from "vitest";
import { reportMarkdown } from "../../../src/cli/ci/markdown";
import { failuresOf, outputsOf, type Reviewed } from "../../../src/cli/ci/result";
import { codeQualityReport } from "../../../src/insight/report/code-quality";
import { GITHUB_LIMIT } from "../../../src/insight/report/extent";
import { review } from "../../../src/insight/review/findings";
import { previewOf } from "../../review/inputs";
import { guarded, route, stackStep, updated } from "../../review/steps";

/** Tests of the report of `edge-ingress ci report`, without files. workflows/ci-action.test.ts runs the command. */

const opened = review([previewOf(stackStep("same"), updated(guarded, route))]);

const reviewed = (more: Partial<Reviewed> = {}): Reviewed => ({
  ...{ review: opened, failed: [], expectations: [], skipped: undefined, isUntrusted: false },
  ...more,
});

const failedPreviews = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    stack: `stack-${index}-${"x".repeat(300)}`,
    message: "this preview failed",
    errors: Array.from(
      { length: 200 },
      (_line, line) => `${"```"} @alice ${line} ${"y".repeat(300)}`,
    ),
  }));

it("a report is within the limit of GitHub, however many previews failed", () => {
  for (const count of [1, 2, 500]) {
    const text = reportMarkdown(reviewed({ failed: failedPreviews(count) }), GITHUB_LIMIT);
    expect(text.length).toBeLessThanOrEqual(GITHUB_LIMIT);
    expect(text).toContain("is no longer required");
    expect(text).toContain("more line");
    expect(text.includes("Left out: 470 other failed previews.")).toBe(count === 500);
  }
});

it("an error cannot end its block of code", () => {
  const text = reportMarkdown(reviewed({ failed: failedPreviews(1) }), GITHUB_LIMIT);
  expect(text.match(/^`{4}(text)?$/gm)).toEqual(["````text", "````"]);
});

it("a report of previews that the code of a pull request could have changed states this, and no other report", () => {
  const note = "This preview was made without secrets";
  expect(reportMarkdown(reviewed({ isUntrusted: true }), GITHUB_LIMIT)).toContain(note);
  expect(reportMarkdown(reviewed(), GITHUB_LIMIT)).not.toContain(note);
});

it("the gate fails at findings of the threshold and at failed previews, and at nothing else", () => {
  expect(failuresOf(reviewed(), "high")).toHaveLength(1);
  expect(failuresOf(reviewed(), "none")).toEqual([]);
  const failed = [{ stack: "prod", message: "", errors: [] }];
  expect(failuresOf(reviewed({ failed }), "none")).toEqual(["the preview of prod failed"]);
  expect(failuresOf(reviewed({ review: undefined, skipped: "no secrets" }), "low")).toEqual([]);
});

it("the outputs have the highest severity and the counts", () => {
  expect(outputsOf(reviewed())).toMatchObject({ severity: "high", high: 1, medium: 0, low: 0 });
  expect(outputsOf(reviewed({ review: undefined }))).toMatchObject({ severity: "none", high: 0 });
});

it("a Code Quality report has a stable fingerprint, and the path from the root of the repository", () => {
  const [issue] = JSON.parse(codeQualityReport(opened.findings, "infra"));
  expect(issue).toMatchObject({
    ...{ check_name: "protection-removed", severity: "critical" },
    fingerprint: expect.stringMatching(/^[0-9a-f]{64}$/),
    location: { path: "infra/Pulumi.yaml", lines: { begin: 1 } },
  });
});
