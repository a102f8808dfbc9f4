import type { SubjectChange } from "../change/summary";
import { clipped, type Extent, GITHUB_LIMIT, printWithin } from "../report/extent";
import { locationOf } from "../report/finding";
import { type FindingGroup, groupsOf } from "../report/group";
import { details, escaped, table } from "../report/markdown";
import type { Review } from "./findings";
import {
  andOthers,
  changeTables,
  groupText,
  lengthNotes,
  previewNotes,
  summaryLine,
} from "./sentences";

/** A comment for a pull request, by default of a length that GitHub accepts. */
export function asMarkdown(review: Review, maxLength = GITHUB_LIMIT): string {
  const groups = groupsOf(review.findings);
  return printWithin((extent) => markdownWithin(extent, review, groups), groups.length, maxLength);
}

function markdownWithin(extent: Extent, review: Review, groups: readonly FindingGroup[]): string {
  const { groupCount, listsChanges } = extent;
  const listed = groups.slice(0, groupCount);
  const isDrift = review.stacks.every(({ kind }) => kind === "refresh");
  return [
    isDrift ? "### Ingress drift" : "### Ingress review",
    escaped(summaryLine(review, extent)),
    ...lengthNotes(review, groups, extent, "run the command with `--format text`"),
    ...findingsTable(listed, review.stacks.length > 1, extent),
    ...details("Why, and what to do", advice(listed)),
    ...(listsChanges ? lists(review) : []),
    ...previewNotes(review.stacks, extent, (name) => escaped(clipped(name, extent.maxTextLength))),
  ].join("\n\n");
}

function findingsTable(
  groups: readonly FindingGroup[],
  hasManyStacks: boolean,
  { maxTextLength }: Extent,
): string[] {
  if (groups.length === 0) return [];
  const cell = (text: string) => escaped(clipped(text, maxTextLength));
  const rows = groups.map((group) => {
    const { first } = group;
    const rules = [first.rule, ...first.parts.map(({ rule }) => rule)];
    return [
      `**${first.rule.severity}**`,
      effectTexts(group, maxTextLength).map(cell).join("<br>"),
      cell(placeText(group, hasManyStacks)),
      rules.map(({ id }) => `\`${id}\``).join("<br>"),
    ];
  });
  return [table(["", "What happens", "Where", "Rule"], rows)];
}

function placeText({ first, others }: FindingGroup, namesStacks: boolean): string {
  const place = `${locationOf(first)}${andOthers(others)}`;
  return namesStacks ? `${place} (stack ${first.stack})` : place;
}

function effectTexts(group: FindingGroup, maxTextLength: number): string[] {
  const { lead, also, subjects } = groupText(group, maxTextLength);
  const effects = [lead, ...also.map(({ text }) => text)];
  return subjects === undefined ? effects : [...effects, `of ${subjects}`];
}

/** The reasons and the advice of the rules that found something, a line for each rule. */
function advice(groups: readonly FindingGroup[]): string[] {
  const rules = groups.flatMap(({ first: { rule, parts } }) => [
    rule,
    ...parts.map((part) => part.rule),
  ]);
  const lines = rules.map(({ id, title, why, fix }) => `- **${title}** (\`${id}\`). ${why} ${fix}`);
  return [...new Set(lines)];
}

/** The changes and the ignored findings, folded. */
function lists({ stacks, ignored }: Review): string[] {
  const tables = stacks.flatMap(changeTables);
  const ignoredItems = ignored.map(
    ({ finding, reason }) =>
      `- \`${finding.rule.id}\` ${escaped(`${finding.message} (${reason})`)}`,
  );
  return [
    ...tables.flatMap(({ title, changes }) => details(title, [changesTable(changes)])),
    ...details("Ignored", ignoredItems),
  ];
}

function changesTable(changes: readonly SubjectChange[]): string {
  const rows = changes.map((change) => [
    change.action,
    escaped(change.subject),
    escaped(change.details.join("; ")),
  ]);
  return table(["", "Of", "What"], rows);
}
