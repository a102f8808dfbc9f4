import { unusedJson } from "../report/exception";
import type { Finding, FindingPart } from "../report/finding";
import { jsonReport } from "../report/text";
import { countsOf, type Review } from "./findings";

/** For programs; docs/review-formats.md describes it. */
export const asJson = (review: Review): string =>
  jsonReport(1, {
    counts: countsOf(review),
    findings: review.findings.map(findingJson),
    ignored: review.ignored.map(({ finding, reason }) => ({ ...findingJson(finding), reason })),
    unusedIgnores: review.unused.map(unusedJson),
    stacks: review.stacks.map(({ hidden, changes, drift, ...stack }) => ({
      ...stack,
      unchangedLeftOut: hidden,
      changes,
      drift,
    })),
  });

const partJson = ({ rule, message, argument }: FindingPart) => ({
  rule: rule.id,
  severity: rule.severity,
  message,
  argument,
});

const findingJson = ({ rule, message, effect: _, object: __, line, parts, ...finding }: Finding) => ({
  rule: rule.id,
  severity: rule.severity,
  message,
  ...finding,
  line: line ?? null,
  why: rule.why,
  todo: rule.fix,
  parts: parts.map(partJson),
});
