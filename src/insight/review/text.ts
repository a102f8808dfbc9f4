import { styleText } from "node:util";
import { type Finding, locationOf, type Severity } from "../report/finding";
import { count, printable } from "../report/text";
import { countsOf, type Review, type StackReview } from "./findings";

const colours: Readonly<Record<Severity, Parameters<typeof styleText>[0]>> = {
  high: ["red", "bold"],
  medium: "yellow",
  low: "cyan",
};

/** For people at a terminal. */
export function asText(review: Review, isColoured: boolean): string {
  const title = (severity: Severity) => {
    const text = severity.toUpperCase();
    return isColoured ? styleText(colours[severity], text, { validateStream: false }) : text;
  };
  const blocks = [
    block([summaryLine(review)]),
    ...review.findings.map((finding) => `${title(finding.rule.severity)}  ${block(findingLines(finding))}`),
    ...review.stacks.flatMap(changeLines).map(block),
    ...(review.ignored.length > 0 ? [block(ignoredLines(review))] : []),
    ...review.stacks.flatMap(notes).map((note) => block([note])),
  ];
  return blocks.join("\n\n");
}

const block = (lines: readonly string[]): string => lines.map(printable).join("\n");

/** `2 high, 1 medium, 0 low in dev, staging`. */
export function summaryLine(review: Review): string {
  const { high, medium, low } = countsOf(review);
  const stacks = review.stacks.map(({ project, stack, isEmpty }) => (isEmpty ? EMPTY : `${project}/${stack}`));
  const changes = review.stacks.reduce((sum, each) => sum + each.changes.length, 0);
  const changed =
    changes === 0
      ? "nothing of the ingress changes"
      : `${count(changes, "part")} of the ingress ${changes === 1 ? "changes" : "change"}`;
  return `${stacks.join(", ")}: ${changed}; ${high} high, ${medium} medium, ${low} low`;
}

/** The severity comes before them. */
const findingLines = (finding: Finding): string[] => [
  finding.message,
  ...finding.parts.map(({ rule, message }) => `  also ${message} (${rule.severity}, ${rule.id})`),
  `  at   ${locationOf(finding)} (stack ${finding.stack})`,
  `  why  ${finding.rule.why}`,
  `  do   ${finding.rule.todo}`,
  `  rule ${finding.rule.id}`,
];

const changeLines = ({ project, stack, changes }: StackReview): string[][] => {
  const lines = changes.map(
    ({ subject, fate, details }) =>
      `  ${fate.padEnd(8)} ${subject}${details.length > 0 ? `: ${details.join("; ")}` : ""}`,
  );
  return lines.length === 0 ? [] : [[`Changes in ${project}/${stack}:`, ...lines]];
};

const ignoredLines = ({ ignored }: Review): string[] => [
  "Ignored:",
  ...ignored.map(({ finding, reason }) => `  ${finding.rule.id}  ${finding.message} (${reason})`),
];

const EMPTY = "a stack without resources";

/** What a review of a preview cannot see. */
export function notes({ stack, hidden, isEmpty }: StackReview): string[] {
  if (isEmpty) {
    return ["Note: a preview shows no resources at all, so nothing was reviewed. Check that it is of the right stack."];
  }
  if (hidden === 0) return [];
  const left = `leaves out ${count(hidden, "unchanged resource")}`;
  return [
    `Note: the preview of ${stack} ${left}, so overlaps with them and protections that they state are not seen; ` +
      "make it with `pulumi preview --json --show-sames`.",
  ];
}
