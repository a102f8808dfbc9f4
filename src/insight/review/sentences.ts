import { clipped, clippedList, type Extent } from "../report/extent";
import { type Finding, severities } from "../report/finding";
import { effectOf, type FindingGroup } from "../report/group";
import { count, tally } from "../report/text";
import { countsOf, type Review, type StackReview } from "./findings";

/** The sentences about a review that text and Markdown have in common, before a format prints them. */

/** `shop/dev: 2 parts of the ingress change; 2 high, 1 medium, 0 low`. */
export function summaryLine(review: Review, { longest, hasNames }: Extent): string {
  const { high, medium, low } = countsOf(review);
  const names = review.stacks.map(({ project, stack, isEmpty }) =>
    isEmpty ? EMPTY : `${project}/${stack}`,
  );
  const stacks = hasNames ? clippedList(names, longest) : count(names.length, "stack");
  const isPlan = review.stacks.some(({ kind }) => kind === "preview");
  const changes = review.stacks.flatMap(plannedIn).length;
  const drifts = review.stacks.flatMap(driftIn).length;
  const parts = [
    ...(isPlan ? [`${partsOf(changes)} ${changes > 1 ? "change" : "changes"}`] : []),
    ...(drifts > 0 || !isPlan
      ? [`${partsOf(drifts)} ${drifts > 1 ? "were" : "was"} changed outside Pulumi`]
      : []),
  ];
  return `${stacks}: ${parts.join(", ")}; ${high} high, ${medium} medium, ${low} low`;
}

const partsOf = (number: number): string =>
  `${number === 0 ? "nothing" : count(number, "part")} of the ingress`;

/** The changes of a stack that are planned. */
const plannedIn = ({ kind, changes }: StackReview) => (kind === "refresh" ? [] : changes);

/** The changes of a stack that were made outside Pulumi. */
const driftIn = ({ kind, changes, drift }: StackReview) => (kind === "refresh" ? changes : drift);

/** The changes of a stack, with titles. */
export const changeTables = (review: StackReview) =>
  [
    {
      title: `Changed outside Pulumi in ${review.project}/${review.stack}`,
      changes: driftIn(review),
    },
    { title: `Changes in ${review.project}/${review.stack}`, changes: plannedIn(review) },
  ].filter((table) => table.changes.length > 0);

export const messagesOf = ({ message, parts }: Finding): string[] => [
  message,
  ...parts.map((part) => part.message),
];

export const effectsOf = (finding: Finding): string[] =>
  messagesOf(finding).map((message) => effectOf(message, finding));

export const subjectsOf = (first: Finding, others: readonly Finding[], longest: number): string =>
  clippedList(
    [first, ...others].map(({ subject }) => subject),
    longest,
  );

export const andOthers = (others: readonly Finding[]): string =>
  others.length === 0 ? "" : ` and of ${count(others.length, "other resource")}`;

/** The note on what a report of limited length does not list, and how to see it; none in a whole report. */
export function leftOut(
  review: Review,
  groups: readonly FindingGroup[],
  extent: Extent,
  todo: string,
): string[] {
  const { findings, hasLists, longest } = extent;
  const missing = groups.slice(findings).flatMap(({ first, others }) => [first, ...others]);
  const counts = tally(severities, missing, ({ rule }) => rule.severity);
  const bySeverity = severities.flatMap((severity) =>
    counts[severity] > 0 ? [`${counts[severity]} ${severity}`] : [],
  );
  const changes = hasLists
    ? 0
    : review.stacks.flatMap(changeTables).flatMap((table) => table.changes).length;
  const ignored = hasLists ? 0 : review.ignored.length;
  const parts = [
    ...(missing.length > 0
      ? [`${count(missing.length, "finding")} (${bySeverity.join(", ")})`]
      : []),
    ...(changes > 0 ? [`the list of ${count(changes, "change")}`] : []),
    ...(ignored > 0 ? [`the list of ${count(ignored, "ignored finding")}`] : []),
    ...(Number.isFinite(longest) ? ["the ends of long texts"] : []),
  ];
  if (parts.length === 0) return [];
  return [
    `Left out, because the length of this report is limited: ${parts.join(", ")}. For the full report, ${todo}.`,
  ];
}

const EMPTY = "a stack without resources";

/** The notes on what a review of a preview cannot see. */
function notes({ stack, unchangedLeftOut, isEmpty }: StackReview): string[] {
  if (isEmpty) {
    return [
      "Note: a preview shows no resources at all, so nothing was reviewed. Check that it is of the right stack.",
    ];
  }
  if (unchangedLeftOut === 0) return [];
  const left = `leaves out ${count(unchangedLeftOut, "unchanged resource")}`;
  return [
    `Note: the preview of ${stack} ${left}, so overlaps with them and protections that they state are not seen; ` +
      "make it with `pulumi preview --json --show-sames`.",
  ];
}

export function notesOn(
  { stacks }: Pick<Review, "stacks">,
  { longest, hasNames }: Extent,
): string[] {
  const all = stacks.flatMap(notes);
  if (hasNames || all.length === 0) return all.map((note) => clipped(note, longest));
  return [`Left out: ${count(all.length, "note")} on what the review cannot see.`];
}
