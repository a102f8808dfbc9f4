import { countsOf, type Finding, type Review, type StackReview } from "./findings";
import type { Severity } from "./rules/rule";

const colours: Readonly<Record<Severity, string>> = { high: "31;1", medium: "33", low: "36" };

/** For people at a terminal. */
export function asText(review: Review, isColoured: boolean): string {
  const paint = (code: string, text: string) => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text);
  const told = (finding: Finding) =>
    findingLines(finding, paint(colours[finding.rule.severity], finding.rule.severity.toUpperCase()));
  const blocks = [
    summaryLine(review),
    ...review.findings.map((finding) => told(finding).join("\n")),
    ...review.stacks.flatMap(changeBlocks),
    ...(review.ignored.length > 0 ? [ignoredLines(review).join("\n")] : []),
    ...review.stacks.flatMap(hiddenNote),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** `2 high, 1 medium, 0 low in dev, staging`. */
export function summaryLine(review: Review): string {
  const { high, medium, low } = countsOf(review);
  const stacks = review.stacks.map(({ project, stack }) => `${project}/${stack}`).join(", ");
  const changes = review.stacks.reduce((sum, each) => sum + each.changes.length, 0);
  const changed =
    changes === 0
      ? "nothing of the ingress changes"
      : `${changes} ${changes === 1 ? "part" : "parts"} of the ingress ${changes === 1 ? "changes" : "change"}`;
  return `${stacks}: ${changed}; ${high} high, ${medium} medium, ${low} low`;
}

/** Where in the program: `index.ts:12, oauth of HttpsEdgeRoute api`. */
export function placeOf({ line, argument, resource, stack }: Finding, isOfSeveral: boolean): string {
  const place = line ? `${line.file}:${line.line}, ` : "";
  const isWhole = resource.endsWith(` ${argument}`);
  return `${place}${isWhole ? resource : `${argument} of ${resource}`}${isOfSeveral ? ` (stack ${stack})` : ""}`;
}

const findingLines = (finding: Finding, title: string): string[] => [
  `${title}  ${finding.message}`,
  `  at   ${placeOf(finding, false)} (stack ${finding.stack})`,
  `  why  ${finding.rule.why}`,
  `  do   ${finding.rule.todo}`,
  `  rule ${finding.rule.id}`,
];

const changeBlocks = ({ project, stack, changes }: StackReview): string[] =>
  changes.length === 0
    ? []
    : [
        [
          `Changes in ${project}/${stack}:`,
          ...changes.map(
            ({ subject, fate, details }) =>
              `  ${fate.padEnd(8)} ${subject}${details.length > 0 ? `: ${details.join("; ")}` : ""}`,
          ),
        ].join("\n"),
      ];

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
