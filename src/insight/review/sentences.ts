import type { SubjectChange } from "../change/summary";
import { clippedList, type Extent } from "../report/extent";
import {
  type Finding,
  type FindingPart,
  type RuleDescription,
  severities,
} from "../report/finding";
import { effectOf, type FindingGroup } from "../report/group";
import { count, tally } from "../report/text";
import { countsOf, type Review, type StackReview } from "./findings";

/*
 * The sentences about a review that text and Markdown have in common. A format escapes them before it prints them, except notes: these
 * are Markdown, and contain no text of a program but the names of stacks.
 */

/** `shop/dev: 2 parts of the ingress change; 2 high, 1 medium, 0 low`. */
export function summaryLine(review: Review, extent: Extent): string {
  const { high, medium, low } = countsOf(review);
  const isPlanned = review.stacks.some(({ kind }) => kind === "preview");
  const drifts = review.stacks.flatMap(driftChanges).length;
  const parts: string[] = [];
  if (isPlanned) parts.push(plannedText(review.stacks.flatMap(plannedChanges).length));
  if (drifts > 0 || !isPlanned) parts.push(driftText(drifts));
  const changes = parts.join(", ");
  return `${stacksText(review, extent)}: ${changes}; ${high} high, ${medium} medium, ${low} low`;
}

/** The names of the stacks, or only their number if the extent has no room for names. */
function stacksText({ stacks }: Review, { maxTextLength, namesStacks }: Extent): string {
  if (!namesStacks) return count(stacks.length, "stack");
  const names = stacks.map(({ project, stack, isEmpty }) =>
    isEmpty ? "a stack without resources" : `${project}/${stack}`,
  );
  return clippedList(names, maxTextLength);
}

const plannedText = (changes: number): string =>
  `${ingressParts(changes)} ${changes > 1 ? "change" : "changes"}`;

const driftText = (drifts: number): string =>
  `${ingressParts(drifts)} ${drifts > 1 ? "were" : "was"} changed outside Pulumi`;

const ingressParts = (number: number): string =>
  `${number === 0 ? "nothing" : count(number, "part")} of the ingress`;

/** The changes of a stack that are planned. */
const plannedChanges = ({ kind, changes }: StackReview) => (kind === "refresh" ? [] : changes);

/** The changes of a stack that were made outside Pulumi. */
const driftChanges = ({ kind, changes, drift }: StackReview) =>
  kind === "refresh" ? changes : drift;

/** Changes in a list, with the title of the list. */
export interface ChangeTable {
  readonly title: string;
  readonly changes: readonly SubjectChange[];
}

/** The changes of a stack: the drift, and the planned changes. */
export function changeTables(stack: StackReview): ChangeTable[] {
  const name = `${stack.project}/${stack.stack}`;
  const tables = [
    { title: `Changed outside Pulumi in ${name}`, changes: driftChanges(stack) },
    { title: `Changes in ${name}`, changes: plannedChanges(stack) },
  ];
  return tables.filter(({ changes }) => changes.length > 0);
}

/** A group of findings in sentences. */
export interface GroupText {
  /** The effect on the only object, or the effect on each object. */
  readonly lead: string;
  /** The other effects of the same cause, with the rules that found them. */
  readonly also: readonly { readonly text: string; readonly rule: RuleDescription }[];
  /** The objects of several findings; absent for a single finding, whose lead names its object. */
  readonly subjects?: string;
}

export function groupText({ first, others }: FindingGroup, maxTextLength: number): GroupText {
  if (others.length === 0) return { lead: first.message, also: alsoTexts(first.parts) };
  // The effects are the same for all objects, whose names come after them.
  const parts = first.parts.map((part) => ({ ...part, message: effectOf(part.message, first) }));
  const subjects = [first, ...others].map(({ subject }) => subject);
  return {
    lead: `${subjects.length} times in one line of the program: ${first.effect}`,
    also: alsoTexts(parts),
    subjects: clippedList(subjects, maxTextLength),
  };
}

const alsoTexts = (parts: readonly FindingPart[]): GroupText["also"] =>
  parts.map(({ message, rule }) => ({ text: `also ${message}`, rule }));

/** The end of the place of a group: ` and of 2 other resources`. */
export const andOthers = (others: readonly Finding[]): string =>
  others.length === 0 ? "" : ` and of ${count(others.length, "other resource")}`;

/** The note on the parts that a report of limited length leaves out, in a list. The list is empty for a whole report. */
export function lengthNotes(
  review: Review,
  groups: readonly FindingGroup[],
  extent: Extent,
  howToSeeAll: string,
): string[] {
  const parts = leftOutFindings(groups.slice(extent.groupCount));
  if (!extent.listsChanges) parts.push(...leftOutLists(review));
  if (Number.isFinite(extent.maxTextLength)) parts.push("the ends of long texts");
  if (parts.length === 0) return [];
  return [
    `Left out, because the length of this report is limited: ${parts.join(", ")}. For the full report, ${howToSeeAll}.`,
  ];
}

function leftOutFindings(groups: readonly FindingGroup[]): string[] {
  const findings = groups.flatMap(({ first, others }) => [first, ...others]);
  if (findings.length === 0) return [];
  const counts = tally(severities, findings, ({ rule }) => rule.severity);
  const present = severities.filter((severity) => counts[severity] > 0);
  const bySeverity = present.map((severity) => `${counts[severity]} ${severity}`);
  return [`${count(findings.length, "finding")} (${bySeverity.join(", ")})`];
}

function leftOutLists({ stacks, ignored }: Review): string[] {
  const changes = stacks.flatMap(changeTables).flatMap((table) => table.changes);
  const lists: string[] = [];
  if (changes.length > 0) lists.push(`the list of ${count(changes.length, "change")}`);
  if (ignored.length > 0) lists.push(`the list of ${count(ignored.length, "ignored finding")}`);
  return lists;
}

/**
 * The notes on the parts of a stack that its preview does not show.
 *
 * @param printName Makes the name of a stack fit for a note, which is Markdown.
 */
export function previewNotes(
  stacks: readonly StackReview[],
  { namesStacks }: Extent,
  printName: (name: string) => string,
): string[] {
  const all = stacks.flatMap((stack) => stackNotes({ ...stack, stack: printName(stack.stack) }));
  if (namesStacks || all.length === 0) return all;
  return [`Left out: ${count(all.length, "note")} on what the review cannot see.`];
}

function stackNotes({ stack, unchangedLeftOut, isEmpty }: StackReview): string[] {
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
