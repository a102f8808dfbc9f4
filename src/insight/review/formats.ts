import type { SubjectChange } from "../change/summary";
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
import { countsOf, type Review } from "./findings";
import {
  andOthers,
  type ChangeTable,
  changeTables,
  groupText,
  lengthNotes,
  previewNotes,
  summaryLine,
} from "./sentences";

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
    (extent) => textWithin(extent, review, groups, isColoured),
    groups.length,
    maxLength,
  );
}

function textWithin(
  extent: Extent,
  review: Review,
  groups: readonly FindingGroup[],
  isColoured: boolean,
): string {
  const { groupCount, listsChanges, maxTextLength } = extent;
  const listed = groups.slice(0, groupCount);
  const notes = [
    ...lengthNotes(review, groups, extent, "run the command without `--max-length`"),
    ...previewNotes(review.stacks, extent, (name) => clipped(name, extent.maxTextLength)),
  ];
  const paragraphs = [
    printable(summaryLine(review, extent)),
    ...listed.map((group) => groupParagraph(group, isColoured, maxTextLength)),
    ...(listsChanges ? listParagraphs(review) : []),
    ...notes.map(printable),
  ];
  return paragraphs.join("\n\n");
}

function groupParagraph(group: FindingGroup, isColoured: boolean, maxTextLength: number): string {
  const { severity } = group.first.rule;
  const title = styled(colours[severity], severity.toUpperCase(), isColoured);
  const lines = groupLines(group, maxTextLength).map((line) => clipped(line, maxTextLength));
  return `${title}  ${paragraph(lines)}`;
}

/** The changes and the ignored findings. */
function listParagraphs(review: Review): string[] {
  const changes = review.stacks.flatMap(changeTables).map(changeLines).map(paragraph);
  return review.ignored.length === 0 ? changes : [...changes, paragraph(ignoredLines(review))];
}

const paragraph = (lines: readonly string[]): string => lines.map(printable).join("\n");

/** The lines of a group, without its severity. */
function groupLines(group: FindingGroup, maxTextLength: number): string[] {
  const { first, others } = group;
  const { lead, also, subjects } = groupText(group, maxTextLength);
  return [
    lead,
    ...also.map(({ text, rule }) => `  ${text} (${rule.severity}, ${rule.id})`),
    ...(subjects === undefined ? [] : [`  of   ${subjects}`]),
    `  at   ${locationOf(first)}${andOthers(others)} (stack ${first.stack})`,
    `  why  ${first.rule.why}`,
    `  do   ${first.rule.fix}`,
    `  rule ${first.rule.id}`,
  ];
}

const changeLines = ({ title, changes }: ChangeTable): string[] => [
  `${title}:`,
  ...changes.map(changeLine),
];

function changeLine({ subject, action, details }: SubjectChange): string {
  const line = `  ${action.padEnd(8)} ${subject}`;
  return details.length === 0 ? line : `${line}: ${details.join("; ")}`;
}

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

const findingJson = (finding: Finding): object => ({
  rule: finding.rule.id,
  severity: finding.rule.severity,
  message: finding.message,
  project: finding.project,
  stack: finding.stack,
  subject: finding.subject,
  urn: finding.urn,
  resource: finding.resource,
  argument: finding.argument,
  // A line outside the folder of the project names a file of a language host or of a package.
  line: finding.line && !leavesFolder(finding.line.file) ? finding.line : null,
  why: finding.rule.why,
  todo: finding.rule.fix,
  parts: finding.parts.map(partJson),
});

const partJson = ({ rule, message, argument }: FindingPart): object => ({
  rule: rule.id,
  severity: rule.severity,
  message,
  argument,
});
