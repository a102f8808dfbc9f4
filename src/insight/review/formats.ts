import { unusedJson } from "../report/exception";
import { clipped, clippedList, type Extent, GITHUB_LIMIT, printWithin } from "../report/extent";
import { type Finding, type FindingPart, locationOf, type Severity, severities } from "../report/finding";
import { effectOf, type FindingGroup, groupsOf } from "../report/group";
import { details, escaped, table } from "../report/markdown";
import { count, jsonReport, printable, type Style, styled, tally } from "../report/text";
import type { SubjectChange } from "./changes";
import { countsOf, type Review, type StackReview } from "./findings";

const colours: Readonly<Record<Severity, Style>> = { high: ["red", "bold"], medium: "yellow", low: "cyan" };

/** For people at a terminal. */
export function asText(review: Review, isColoured: boolean, maxLength = Number.POSITIVE_INFINITY): string {
  const groups = groupsOf(review.findings);
  return printWithin((extent) => textOf(review, groups, isColoured, extent), groups.length, maxLength);
}

function textOf(review: Review, groups: readonly FindingGroup[], isColoured: boolean, extent: Extent): string {
  const { findings, hasLists, longest } = extent;
  const title = (severity: Severity) => styled(colours[severity], severity.toUpperCase(), isColoured);
  const blocks = [
    block([summaryLine(review, extent)]),
    ...groups.slice(0, findings).map((group) => `${title(group.first.rule.severity)}  ${groupBlock(group, longest)}`),
    ...(hasLists ? review.stacks.flatMap(changeLines).map(block) : []),
    ...(hasLists && review.ignored.length > 0 ? [block(ignoredLines(review))] : []),
    ...leftOut(review, groups, extent, "run the command without `--max-length`").map((note) => block([note])),
    ...notesOn(review, extent).map((note) => block([note])),
  ];
  return blocks.join("\n\n");
}

const groupBlock = (group: FindingGroup, longest: number): string =>
  block(groupLines(group, longest).map((line) => clipped(line, longest)));

const block = (lines: readonly string[]): string => lines.map(printable).join("\n");

/** `shop/dev: 2 parts of the ingress change; 2 high, 1 medium, 0 low`. */
function summaryLine(review: Review, { longest, hasNames }: Extent): string {
  const { high, medium, low } = countsOf(review);
  const names = review.stacks.map(({ project, stack, isEmpty }) => (isEmpty ? EMPTY : `${project}/${stack}`));
  const stacks = hasNames ? clippedList(names, longest) : count(names.length, "stack");
  const isPlan = review.stacks.some(({ kind }) => kind === "preview");
  const [changes, drifts] = [review.stacks.flatMap(plannedIn).length, review.stacks.flatMap(driftIn).length];
  const parts = [
    ...(isPlan ? [`${partsOf(changes)} ${changes > 1 ? "change" : "changes"}`] : []),
    ...(drifts > 0 || !isPlan ? [`${partsOf(drifts)} ${drifts > 1 ? "were" : "was"} changed outside Pulumi`] : []),
  ];
  return `${stacks}: ${parts.join(", ")}; ${high} high, ${medium} medium, ${low} low`;
}

const partsOf = (number: number): string => `${number === 0 ? "nothing" : count(number, "part")} of the ingress`;

/** What is planned of a stack, and what was changed outside Pulumi. */
const plannedIn = ({ kind, changes }: StackReview) => (kind === "refresh" ? [] : changes);
const driftIn = ({ kind, changes, drift }: StackReview) => (kind === "refresh" ? changes : drift);

/** What changes in a stack, with titles. */
const changeTables = (review: StackReview) =>
  [
    { title: `Changed outside Pulumi in ${review.project}/${review.stack}`, changes: driftIn(review) },
    { title: `Changes in ${review.project}/${review.stack}`, changes: plannedIn(review) },
  ].filter((each) => each.changes.length > 0);

/** The severity comes before them. */
function groupLines({ first, others }: FindingGroup, longest: number): string[] {
  const isAlone = others.length === 0;
  const [message, ...parts] = isAlone ? messagesOf(first) : effectsOf(first);
  return [
    isAlone ? (message ?? "") : `${others.length + 1} times in one line of the program: ${message}`,
    ...parts.map((part, index) => `  also ${part}${ruleOf(first.parts[index])}`),
    ...(isAlone ? [] : [`  of   ${subjectsOf(first, others, longest)}`]),
    `  at   ${locationOf(first)}${andOthers(others)} (stack ${first.stack})`,
    `  why  ${first.rule.why}`,
    `  do   ${first.rule.fix}`,
    `  rule ${first.rule.id}`,
  ];
}

const ruleOf = (part: FindingPart | undefined): string => (part ? ` (${part.rule.severity}, ${part.rule.id})` : "");

const messagesOf = ({ message, parts }: Finding): string[] => [message, ...parts.map((part) => part.message)];

const effectsOf = (finding: Finding): string[] => messagesOf(finding).map((message) => effectOf(message, finding));

const subjectsOf = (first: Finding, others: readonly Finding[], longest: number): string =>
  clippedList(
    [first, ...others].map(({ subject }) => subject),
    longest,
  );

const andOthers = (others: readonly Finding[]): string =>
  others.length === 0 ? "" : ` and of ${count(others.length, "other resource")}`;

/** What a report that is limited in length does not list, and what to do to see it; nothing of a whole report. */
function leftOut(review: Review, groups: readonly FindingGroup[], extent: Extent, todo: string): string[] {
  const { findings, hasLists, longest } = extent;
  const missing = groups.slice(findings).flatMap(({ first, others }) => [first, ...others]);
  const counts = tally(severities, missing, ({ rule }) => rule.severity);
  const bySeverity = severities.flatMap((severity) =>
    counts[severity] > 0 ? [`${counts[severity]} ${severity}`] : [],
  );
  const changes = hasLists ? 0 : review.stacks.flatMap(changeTables).flatMap((each) => each.changes).length;
  const ignored = hasLists ? 0 : review.ignored.length;
  const parts = [
    ...(missing.length > 0 ? [`${count(missing.length, "finding")} (${bySeverity.join(", ")})`] : []),
    ...(changes > 0 ? [`the list of ${count(changes, "change")}`] : []),
    ...(ignored > 0 ? [`the list of ${count(ignored, "ignored finding")}`] : []),
    ...(Number.isFinite(longest) ? ["the ends of long texts"] : []),
  ];
  if (parts.length === 0) return [];
  return [`Left out, because the length of this report is limited: ${parts.join(", ")}. For the full report, ${todo}.`];
}

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
function notes({ stack, unchangedLeftOut, isEmpty }: StackReview): string[] {
  if (isEmpty) {
    return ["Note: a preview shows no resources at all, so nothing was reviewed. Check that it is of the right stack."];
  }
  if (unchangedLeftOut === 0) return [];
  const left = `leaves out ${count(unchangedLeftOut, "unchanged resource")}`;
  return [
    `Note: the preview of ${stack} ${left}, so overlaps with them and protections that they state are not seen; ` +
      "make it with `pulumi preview --json --show-sames`.",
  ];
}

function notesOn({ stacks }: Pick<Review, "stacks">, { longest, hasNames }: Extent): string[] {
  const all = stacks.flatMap(notes);
  if (hasNames || all.length === 0) return all.map((note) => clipped(note, longest));
  return [`Left out: ${count(all.length, "note")} on what the review cannot see.`];
}

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
    ({ finding, reason }) => `- \`${finding.rule.id}\` ${escaped(`${finding.message} (${reason})`)}`,
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
    ...notesOn({ stacks: stacks.map((each) => ({ ...each, stack: escaped(each.stack) })) }, extent),
  ].join("\n\n");
}

const findingsTable = (groups: readonly FindingGroup[], isOfSeveral: boolean, longest: number): string =>
  table(
    ["", "What happens", "Where", "Rule"],
    groups.map(({ first, others }) => [
      `**${first.rule.severity}**`,
      effectCells(first, others, longest)
        .map((text) => escaped(clipped(text, longest)))
        .join("<br>"),
      escaped(
        clipped(`${locationOf(first)}${andOthers(others)}${isOfSeveral ? ` (stack ${first.stack})` : ""}`, longest),
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
  return [...new Set(all.map(({ id, title, why, fix }) => `- **${title}** (\`${id}\`). ${why} ${fix}`))];
};

const changesTable = (changes: readonly SubjectChange[]): string =>
  table(
    ["", "Of", "What"],
    changes.map((each) => [each.fate, escaped(each.subject), escaped(each.details.join("; "))]),
  );

/** For programs; docs/review-formats.md describes it. */
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

const findingJson = ({ rule, message, effect: _, object: __, line, parts, ...finding }: Finding) => ({
  rule: rule.id,
  severity: rule.severity,
  message,
  ...finding,
  line: line ?? null,
  why: rule.why,
  todo: rule.fix,
  parts: parts.map(partJson),
});
