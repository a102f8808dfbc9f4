import { styleText } from "node:util";
import { type Finding, locationOf, type Severity } from "../report/finding";
import { count } from "../report/text";
import { countsOf, type Review, type StackReview } from "./findings";

const colours: Readonly<Record<Severity, Parameters<typeof styleText>[0]>> = {
  high: ["red", "bold"],
  medium: "yellow",
  low: "cyan",
};

/** For people at a terminal. */
export function asText(review: Review, isColoured: boolean): string {
  const title = ({ severity }: Finding["rule"]) => {
    const text = severity.toUpperCase();
    return isColoured ? styleText(colours[severity], text, { validateStream: false }) : text;
  };
  const blocks = [
    summaryLine(review),
    ...review.findings.map((finding) => findingLines(finding, title(finding.rule)).join("\n")),
    ...review.stacks.flatMap(changeBlocks),
    ...(review.ignored.length > 0 ? [ignoredLines(review).join("\n")] : []),
    ...review.stacks.flatMap(hiddenNote),
  ];
  return blocks.join("\n\n");
}

/** `2 high, 1 medium, 0 low in dev, staging`. */
export function summaryLine(review: Review): string {
  const { high, medium, low } = countsOf(review);
  const stacks = review.stacks.map(({ project, stack }) => `${project}/${stack}`).join(", ");
  const changes = review.stacks.reduce((sum, each) => sum + each.changes.length, 0);
  const changed =
    changes === 0
      ? "nothing of the ingress changes"
      : `${count(changes, "part")} of the ingress ${changes === 1 ? "changes" : "change"}`;
  return `${stacks}: ${changed}; ${high} high, ${medium} medium, ${low} low`;
}

const findingLines = (finding: Finding, title: string): string[] => [
  `${title}  ${finding.message}`,
  `  at   ${locationOf(finding)} (stack ${finding.stack})`,
  `  why  ${finding.rule.why}`,
  `  do   ${finding.rule.todo}`,
  `  rule ${finding.rule.id}`,
];

const changeBlocks = ({ project, stack, changes }: StackReview): string[] => {
  const lines = changes.map(
    ({ subject, fate, details }) =>
      `  ${fate.padEnd(8)} ${subject}${details.length > 0 ? `: ${details.join("; ")}` : ""}`,
  );
  return lines.length === 0 ? [] : [[`Changes in ${project}/${stack}:`, ...lines].join("\n")];
};

const ignoredLines = ({ ignored }: Review): string[] => [
  "Ignored:",
  ...ignored.map(({ finding, reason }) => `  ${finding.rule.id}  ${finding.message} (${reason})`),
];

/** What a review of a preview without `--show-sames` cannot see. */
export const hiddenNote = ({ stack, hidden }: StackReview): string[] =>
  hidden === 0
    ? []
    : [
        `Note: the preview of ${stack} leaves out ${hidden} unchanged resources, so overlaps with them and protections that they state are not seen; ` +
          "make it with `pulumi preview --json --show-sames`.",
      ];
