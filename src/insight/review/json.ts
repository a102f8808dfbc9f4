import { unusedJson } from "../report/exception";
import type { Finding } from "../report/finding";
import { jsonReport } from "../report/text";
import { countsOf, type Review } from "./findings";

/** For programs; docs/review-formats.md describes it. */
export const asJson = (review: Review): string =>
  jsonReport(1, {
    counts: countsOf(review),
    findings: review.findings.map(findingJson),
    ignored: review.ignored.map(({ finding, reason }) => ({ ...findingJson(finding), reason })),
    unusedIgnores: review.unused.map(unusedJson),
    stacks: review.stacks.map(({ project, stack, kind, hidden, isEmpty, changes, drift }) => ({
      project,
      stack,
      kind,
      isEmpty,
      unchangedLeftOut: hidden,
      changes,
      drift,
    })),
  });

const findingJson = ({ rule, message, effect: _, object: __, line, parts, ...finding }: Finding) => ({
  rule: rule.id,
  severity: rule.severity,
  message,
  ...finding,
  line: line ?? null,
  why: rule.why,
  todo: rule.fix,
  parts: parts.map((part) => ({
    rule: part.rule.id,
    severity: part.rule.severity,
    message: part.message,
    argument: part.argument,
  })),
});
