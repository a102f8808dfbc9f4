import { type Finding, locationOf, type Severity } from "../report/finding";
import { count, printable, type Style, styled } from "../report/text";
import { countsOf, type Review, type StackReview } from "./findings";

const colours: Readonly<Record<Severity, Style>> = { high: ["red", "bold"], medium: "yellow", low: "cyan" };

/** For people at a terminal. */
export function asText(review: Review, isColoured: boolean): string {
  const title = (severity: Severity) => styled(colours[severity], severity.toUpperCase(), isColoured);
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

/** `shop/dev: 2 parts of the ingress change; 2 high, 1 medium, 0 low`. */
export function summaryLine(review: Review): string {
  const { high, medium, low } = countsOf(review);
  const stacks = review.stacks.map(({ project, stack, isEmpty }) => (isEmpty ? EMPTY : `${project}/${stack}`));
  const isPlan = review.stacks.some(({ kind }) => kind === "preview");
  const [changes, drifts] = [review.stacks.flatMap(plannedIn).length, review.stacks.flatMap(driftIn).length];
  const parts = [
    ...(isPlan ? [`${partsOf(changes)} ${changes > 1 ? "change" : "changes"}`] : []),
    ...(drifts > 0 || !isPlan ? [`${partsOf(drifts)} ${drifts > 1 ? "were" : "was"} changed outside Pulumi`] : []),
  ];
  return `${stacks.join(", ")}: ${parts.join(", ")}; ${high} high, ${medium} medium, ${low} low`;
}

const partsOf = (number: number): string => `${number === 0 ? "nothing" : count(number, "part")} of the ingress`;

/** What is planned of a stack, and what was changed outside Pulumi. */
const plannedIn = ({ kind, changes }: StackReview) => (kind === "refresh" ? [] : changes);
const driftIn = ({ kind, changes, drift }: StackReview) => (kind === "refresh" ? changes : drift);

/** What changes in a stack, with titles. */
export const changeTables = (review: StackReview) =>
  [
    { title: `Changed outside Pulumi in ${review.project}/${review.stack}`, changes: driftIn(review) },
    { title: `Changes in ${review.project}/${review.stack}`, changes: plannedIn(review) },
  ].filter((each) => each.changes.length > 0);

/** The severity comes before them. */
const findingLines = (finding: Finding): string[] => [
  finding.message,
  ...finding.parts.map(({ rule, message }) => `  also ${message} (${rule.severity}, ${rule.id})`),
  `  at   ${locationOf(finding)} (stack ${finding.stack})`,
  `  why  ${finding.rule.why}`,
  `  do   ${finding.rule.fix}`,
  `  rule ${finding.rule.id}`,
];

const changeLines = (stack: StackReview): string[][] =>
  changeTables(stack).map(({ title, changes }) => [
    `${title}:`,
    ...changes.map(
      ({ subject, fate, details }) =>
        `  ${fate.padEnd(8)} ${subject}${details.length > 0 ? `: ${details.join("; ")}` : ""}`,
    ),
  ]);

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
