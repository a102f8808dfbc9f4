import { countsOf, type Finding, type Review } from "./findings";

/** Counts up when a member goes or changes its meaning; new members may come without. */
export const SCHEMA_VERSION = 1;

/** For programs; docs/review.md describes it. */
export const asJson = (review: Review): string =>
  `${JSON.stringify(
    {
      version: SCHEMA_VERSION,
      counts: countsOf(review),
      findings: review.findings.map(findingJson),
      ignored: review.ignored.map(({ finding, reason }) => ({ ...findingJson(finding), reason })),
      stacks: review.stacks.map(({ project, stack, hidden, changes }) => ({
        project,
        stack,
        unchangedLeftOut: hidden,
        changes,
      })),
    },
    null,
    2,
  )}\n`;

const findingJson = ({ rule, message, line, ...finding }: Finding) => ({
  rule: rule.id,
  severity: rule.severity,
  message,
  ...finding,
  line: line ?? null,
  why: rule.why,
  todo: rule.todo,
});
