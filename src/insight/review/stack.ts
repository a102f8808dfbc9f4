import { resourceClassName } from "../../core/definitions/define";
import { parseUrn } from "../../core/pulumi/urn";
import { changesOf } from "../change/change";
import { type SubjectChange, summaryOf } from "../change/summary";
import type { Preview } from "../engine/preview";
import { byType } from "../ingress/declared-object";
import type { Finding } from "../report/finding";
import { printable } from "../report/text";
import { type Context, contextOf } from "../rules/context";
import { notReviewed } from "../rules/index";
import type { PlacedFinding } from "./causes";
import { driftOf, wholeChange } from "./drift";
import { type LineOf, linesIn } from "./lines";
import { isInModuleResource, matchesOf, type RuleMatch } from "./matches";
import { type ChangeOrigin, formatMessage, wordingOf } from "./wording";

/** The findings of one stack. */

/** A stack whose changes are reviewed. */
export interface ReviewedStack {
  readonly preview: Preview;
  readonly lineOf: LineOf;
  readonly context: Context;
  /** The changes that were made outside Pulumi, reviewed as a stack of their own; absent if the refresh found none. */
  readonly drift?: ReviewedStack;
}

export function reviewedStack(preview: Preview, change = changesOf(preview)): ReviewedStack {
  const context = contextOf(change);
  const stack = { preview, context, lineOf: linesIn(preview) };
  const drift = driftOf(preview);
  return drift ? { ...stack, drift: reviewedStack(drift) } : stack;
}

/** The changes of the objects of a stack in a few words. */
export const summariesOf = ({ changes }: Context): SubjectChange[] =>
  changes
    .flatMap((change) => summaryOf(change) ?? [])
    .map((summary) => ({ ...summary, subject: printable(summary.subject) }));

/** The findings of the changes that a preview shows. */
export function changeFindings(stack: ReviewedStack): PlacedFinding[] {
  const origin = stack.preview.kind === "refresh" ? "refreshed" : "planned";
  return matchesOf(stack.context).flatMap((ruleMatch) => findingOf(stack, ruleMatch, origin));
}

/** The findings of what was changed outside Pulumi before the change, by whether the change ends it. */
export function driftFindings({ preview, drift }: ReviewedStack): PlacedFinding[] {
  if (!drift) return [];
  const whole = wholeChange(preview);
  const remaining = new Set(matchesOf(reviewedStack(whole).context).map(identityOf));
  // A resource that the program has renamed is in the plan under another name: nothing is known of it.
  const planned = new Set(whole.steps.map(({ urn }) => urn));
  return matchesOf(drift.context).flatMap((ruleMatch) => {
    const isReverted =
      !remaining.has(identityOf(ruleMatch)) && planned.has(ruleMatch.match.declaration.urn);
    return findingOf(drift, ruleMatch, isReverted ? "reverted" : "notReverted");
  });
}

const identityOf = ({ rule, match: { declaration, path } }: RuleMatch): string =>
  JSON.stringify([rule.id, declaration.urn, declaration.prefix, path]);

/** The finding of a match; none if the rule ignores drift, and the match is drift. */
function findingOf(
  stack: ReviewedStack,
  ruleMatch: RuleMatch,
  origin: ChangeOrigin,
): PlacedFinding[] {
  const wording = wordingOf(ruleMatch, stack.context, origin);
  if (!wording) return [];
  const { kind, key, title } = ruleMatch.change;
  const { declaration, path } = ruleMatch.match;
  const argument = [declaration.prefix, path].filter((part) => part !== "").join(".");
  const finding: Finding = {
    rule: wording.rule,
    project: stack.preview.project,
    stack: stack.preview.stack,
    subject: printable(title),
    object: `${kind} ${key}`,
    urn: declaration.urn,
    resource: printable(declaration.resource),
    message: printable(`${title}: ${wording.effect}`),
    effect: printable(wording.effect),
    argument: printable(argument === "" ? declaration.name : argument),
    parts: [],
  };
  const line = stack.lineOf(declaration);
  return [
    {
      finding: line ? { ...finding, line } : finding,
      isInModuleResource: isInModuleResource(ruleMatch),
    },
  ];
}

/** The findings of the parts of a preview that no rule has judged. */
export const unreadFindings = ({ project, stack, unread }: Preview): PlacedFinding[] =>
  unread.map(({ urn = "", what, isLacking }) => {
    const { type, name } = parseUrn(urn);
    const className = resourceClassName(type);
    const resource = printable(urn === "" ? `Stack ${stack}` : `${className} ${name}`);
    const subject = urn === "" ? `the preview of stack ${stack}` : resource;
    const message = notReviewed.messages[isLacking ? "lacking" : "unknown"] ?? "";
    const effect = printable(formatMessage(message, { what }));
    const finding: Finding = {
      rule: notReviewed,
      project,
      stack,
      subject: printable(subject),
      object: `not read ${urn}`,
      urn,
      resource,
      message: printable(`${subject}: ${effect}`),
      effect,
      argument: printable(what),
      parts: [],
    };
    return { finding, isInModuleResource: byType.get(className ?? "")?.kind === "singleton" };
  });
