import { unusedJson } from "../report/exception";
import { type Finding, type FindingPart, locationOf, type Severity } from "../report/finding";
import { details, escaped, table } from "../report/markdown";
import { count, jsonReport, printable, type Style, styled } from "../report/text";
import type { SubjectChange } from "./changes";
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
function summaryLine(review: Review): string {
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
const changeTables = (review: StackReview) =>
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

/** A comment for a pull request. */
export function asMarkdown(review: Review): string {
  const { stacks, findings, ignored } = review;
  return [
    stacks.every(({ kind }) => kind === "refresh") ? "### Ingress drift" : "### Ingress review",
    escaped(summaryLine(review)),
    ...(findings.length === 0 ? [] : [findingsTable(findings, stacks.length > 1)]),
    ...details("Why, and what to do", advice(findings)),
    ...stacks.flatMap(changeTables).flatMap(({ title, changes }) => details(title, [changesTable(changes)])),
    ...details(
      "Ignored",
      ignored.map(({ finding, reason }) => `- \`${finding.rule.id}\` ${escaped(`${finding.message} (${reason})`)}`),
    ),
    ...stacks.flatMap((stack) => notes({ ...stack, stack: escaped(stack.stack) })),
  ].join("\n\n");
}

const findingsTable = (findings: readonly Finding[], isOfSeveral: boolean): string =>
  table(
    ["", "What happens", "Where", "Rule"],
    findings.map((finding) => [
      `**${finding.rule.severity}**`,
      [finding.message, ...finding.parts.map(({ message }) => `also ${message}`)].map(escaped).join("<br>"),
      escaped(`${locationOf(finding)}${isOfSeveral ? ` (stack ${finding.stack})` : ""}`),
      [finding, ...finding.parts].map(({ rule }) => `\`${rule.id}\``).join("<br>"),
    ]),
  );

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
