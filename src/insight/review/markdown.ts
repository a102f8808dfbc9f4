import type { SubjectChange } from "../change/summary";
import { clipped, type Extent, GITHUB_LIMIT, printWithin } from "../report/extent";
import { type Finding, locationOf } from "../report/finding";
import { type FindingGroup, groupsOf } from "../report/group";
import { details, escaped, table } from "../report/markdown";
import type { Review } from "./findings";
import { andOthers, changeTables, groupText, leftOut, notesOn, summaryLine } from "./sentences";

/** A comment for a pull request, by default of a length that GitHub accepts. */
export function asMarkdown(review: Review, maxLength = GITHUB_LIMIT): string {
  const groups = groupsOf(review.findings);
  return printWithin((extent) => markdownOf(review, groups, extent), groups.length, maxLength);
}

function markdownOf(review: Review, groups: readonly FindingGroup[], extent: Extent): string {
  const { stacks, ignored } = review;
  const { findingCount, listsChanges, maxTextLength } = extent;
  const listed = groups.slice(0, findingCount);
  const ignoredItems = ignored.map(
    ({ finding, reason }) =>
      `- \`${finding.rule.id}\` ${escaped(`${finding.message} (${reason})`)}`,
  );
  return [
    stacks.every(({ kind }) => kind === "refresh") ? "### Ingress drift" : "### Ingress review",
    escaped(summaryLine(review, extent)),
    ...leftOut(review, groups, extent, "run the command with `--format text`"),
    ...(listed.length === 0 ? [] : [findingsTable(listed, stacks.length > 1, maxTextLength)]),
    ...details("Why, and what to do", advice(listed.map(({ first }) => first))),
    ...(listsChanges ? stacks.flatMap(changeTables) : []).flatMap(({ title, changes }) =>
      details(title, [changesTable(changes)]),
    ),
    ...details("Ignored", listsChanges ? ignoredItems : []),
    // The notes contain code, so the names of stacks in them are escaped instead of the notes.
    ...notesOn(
      { stacks: stacks.map((stack) => ({ ...stack, stack: escaped(stack.stack) })) },
      extent,
    ),
  ].join("\n\n");
}

const findingsTable = (
  groups: readonly FindingGroup[],
  isOfSeveral: boolean,
  maxTextLength: number,
): string =>
  table(
    ["", "What happens", "Where", "Rule"],
    groups.map((group) => [
      `**${group.first.rule.severity}**`,
      effectTexts(group, maxTextLength)
        .map((text) => escaped(clipped(text, maxTextLength)))
        .join("<br>"),
      escaped(clipped(placeText(group, isOfSeveral), maxTextLength)),
      [group.first, ...group.first.parts].map(({ rule }) => `\`${rule.id}\``).join("<br>"),
    ]),
  );

const placeText = ({ first, others }: FindingGroup, isOfSeveral: boolean): string =>
  `${locationOf(first)}${andOthers(others)}${isOfSeveral ? ` (stack ${first.stack})` : ""}`;

function effectTexts(group: FindingGroup, maxTextLength: number): string[] {
  const { lead, also, subjects } = groupText(group, maxTextLength);
  return [lead, ...also, ...(subjects === undefined ? [] : [`of ${subjects}`])];
}

const advice = (findings: readonly Finding[]): string[] => {
  const all = findings.flatMap(({ rule, parts }) => [rule, ...parts.map((part) => part.rule)]);
  return [
    ...new Set(all.map(({ id, title, why, fix }) => `- **${title}** (\`${id}\`). ${why} ${fix}`)),
  ];
};

const changesTable = (changes: readonly SubjectChange[]): string =>
  table(
    ["", "Of", "What"],
    changes.map(({ action, subject, details: parts }) => [
      action,
      escaped(subject),
      escaped(parts.join("; ")),
    ]),
  );
