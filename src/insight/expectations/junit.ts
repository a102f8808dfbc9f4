import { type JunitCase, junitReport } from "../report/junit";
import { type Result, titleOf } from "./judge";

/** JUnit XML, as pipelines read it. An expectation that is not known is an error, and a failure is a failure. */
export const asJunit = (results: readonly Result[]): string => junitReport(results.map(caseOf));

function caseOf({ expectation, project, stack, outcome, reasons, explanation }: Result): JunitCase {
  const known = { name: titleOf(expectation), suite: `${project}/${stack}` };
  if (outcome === "holds") return known;
  const element = outcome === "fails" ? "failure" : "error";
  return { ...known, failed: { element, message: reasons.join("; "), lines: [...reasons, ...explanation] } };
}
