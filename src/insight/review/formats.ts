import { clipped, type Extent, printWithin } from "../report/extent";
import {
  type Finding,
  type FindingPart,
  leavesFolder,
  locationOf,
  type Severity,
} from "../report/finding";
import { type FindingGroup, groupsOf } from "../report/group";
import { unusedJson } from "../report/suppression";
import { jsonReport, printable, type Style, styled } from "../report/text";
import { countsOf, type Review, type StackReview } from "./findings";
import { andOthers, changeTables, groupText, leftOut, notesOn, summaryLine } from "./sentences";

const colours: Readonly<Record<Severity, Style>> = {
  high: ["red", "bold"],
  medium: "yellow",
  low: "cyan",
};

/** The report for people at a terminal. */
export function asText(
  review: Review,
  isColoured: boolean,
  maxLength = Number.POSITIVE_INFINITY,
): string {
  const groups = groupsOf(review.findings);
  return printWithin(
    (extent) => textOf(review, groups, isColoured, extent),
    groups.length,
    maxLength,
  );
}

function textOf(
  review: Review,
  groups: readonly FindingGroup[],
  isColoured: boolean,
  extent: Extent,
): string {
  const { findingCount, listsChanges, maxTextLength } = extent;
  const title = (severity: Severity) =>
    styled(colours[severity], severity.toUpperCase(), isColoured);
  const paragraphs = [
    printedLines([summaryLine(review, extent)]),
    ...groups
      .slice(0, findingCount)
      .map((group) => `${title(group.first.rule.severity)}  ${groupBlock(group, maxTextLength)}`),
    ...(listsChanges ? review.stacks.flatMap(changeLines).map(printedLines) : []),
    ...(listsChanges && review.ignored.length > 0 ? [printedLines(ignoredLines(review))] : []),
    ...leftOut(review, groups, extent, "run the command without `--max-length`").map((note) =>
      printedLines([note]),
    ),
    ...notesOn(review, extent).map((note) => printedLines([note])),
  ];
  return paragraphs.join("\n\n");
}

const groupBlock = (group: FindingGroup, maxTextLength: number): string =>
  printedLines(groupLines(group, maxTextLength).map((line) => clipped(line, maxTextLength)));

const printedLines = (lines: readonly string[]): string => lines.map(printable).join("\n");

/** The lines of a group, without its severity. */
function groupLines(group: FindingGroup, maxTextLength: number): string[] {
  const { first, others } = group;
  const { lead, also, subjects } = groupText(group, maxTextLength);
  return [
    lead,
    ...also.map((part, index) => `  ${part}${ruleOf(first.parts[index])}`),
    ...(subjects === undefined ? [] : [`  of   ${subjects}`]),
    `  at   ${locationOf(first)}${andOthers(others)} (stack ${first.stack})`,
    `  why  ${first.rule.why}`,
    `  do   ${first.rule.fix}`,
    `  rule ${first.rule.id}`,
  ];
}

const ruleOf = (part: FindingPart | undefined): string =>
  part ? ` (${part.rule.severity}, ${part.rule.id})` : "";

const changeLines = (stack: StackReview): string[][] =>
  changeTables(stack).map(({ title, changes }) => [
    `${title}:`,
    ...changes.map(
      ({ subject, action, details }) =>
        `  ${action.padEnd(8)} ${subject}${details.length > 0 ? `: ${details.join("; ")}` : ""}`,
    ),
  ]);

const ignoredLines = ({ ignored }: Review): string[] => [
  "Ignored:",
  ...ignored.map(({ finding, reason }) => `  ${finding.rule.id}  ${finding.message} (${reason})`),
];

/** The report for programs, which docs/review-formats.md describes. */
export const asJson = (review: Review): string =>
  jsonReport(1, {
    counts: countsOf(review),
    findings: review.findings.map(findingJson),
    ignored: review.ignored.map(({ finding, reason }) => ({ ...findingJson(finding), reason })),
    unusedIgnores: review.unused.map(unusedJson),
    stacks: review.stacks,
  });

const partJson = ({ rule: { id, severity }, message, argument }: FindingPart) => {
  return { rule: id, severity, message, argument };
};

const findingJson = ({
  rule,
  message,
  effect: _,
  object: __,
  line,
  parts,
  ...finding
}: Finding) => ({
  rule: rule.id,
  severity: rule.severity,
  message,
  ...finding,
  line: line && !leavesFolder(line.file) ? line : null,
  why: rule.why,
  todo: rule.fix,
  parts: parts.map(partJson),
});
