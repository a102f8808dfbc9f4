import type { SubjectChange } from "../change/summary";
import { clipped, type Extent, GITHUB_LIMIT, printWithin } from "../report/extent";
import { type Finding, locationOf } from "../report/finding";
import { type FindingGroup, groupsOf } from "../report/group";
import { details, escaped, table } from "../report/markdown";
import type { Review } from "./findings";
import {
  andOthers,
  changeTables,
  effectsOf,
  leftOut,
  messagesOf,
  notesOn,
  subjectsOf,
  summaryLine,
} from "./sentences";

/** A comment for a pull request, by default of a length that GitHub accepts. */
export function asMarkdown(review: Review, maxLength = GITHUB_LIMIT): string {
  const groups = groupsOf(review.findings);
  return printWithin((extent) => markdownOf(review, groups, extent), groups.length, maxLength);
}

function markdownOf(review: Review, groups: readonly FindingGroup[], extent: Extent): string {
  const { stacks, ignored } = review;
  const { findings, hasLists, longest } = extent;
  const listed = groups.slice(0, findings);
  const ignoredItems = ignored.map(
    ({ finding, reason }) =>
      `- \`${finding.rule.id}\` ${escaped(`${finding.message} (${reason})`)}`,
  );
  return [
    stacks.every(({ kind }) => kind === "refresh") ? "### Ingress drift" : "### Ingress review",
    escaped(summaryLine(review, extent)),
    ...leftOut(review, groups, extent, "run the command with `--format text`"),
    ...(listed.length === 0 ? [] : [findingsTable(listed, stacks.length > 1, longest)]),
    ...details("Why, and what to do", advice(listed.map(({ first }) => first))),
    ...(hasLists ? stacks.flatMap(changeTables) : []).flatMap(({ title, changes }) =>
      details(title, [changesTable(changes)]),
    ),
    ...details("Ignored", hasLists ? ignoredItems : []),
    ...notesOn(
      { stacks: stacks.map((stack) => ({ ...stack, stack: escaped(stack.stack) })) },
      extent,
    ),
  ].join("\n\n");
}

const findingsTable = (
  groups: readonly FindingGroup[],
  isOfSeveral: boolean,
  longest: number,
): string =>
  table(
    ["", "What happens", "Where", "Rule"],
    groups.map(({ first, others }) => [
      `**${first.rule.severity}**`,
      effectCells(first, others, longest)
        .map((text) => escaped(clipped(text, longest)))
        .join("<br>"),
      escaped(
        clipped(
          `${locationOf(first)}${andOthers(others)}${isOfSeveral ? ` (stack ${first.stack})` : ""}`,
          longest,
        ),
      ),
      [first, ...first.parts].map(({ rule }) => `\`${rule.id}\``).join("<br>"),
    ]),
  );

function effectCells(first: Finding, others: readonly Finding[], longest: number): string[] {
  const isAlone = others.length === 0;
  const [message = "", ...parts] = isAlone ? messagesOf(first) : effectsOf(first);
  const also = parts.map((part) => `also ${part}`);
  if (isAlone) return [message, ...also];
  return [
    `${others.length + 1} times in one line of the program: ${message}`,
    ...also,
    `of ${subjectsOf(first, others, longest)}`,
  ];
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
