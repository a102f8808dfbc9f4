import { resourceClassName } from "../../core/definitions/define";
import { parseUrn } from "../../core/pulumi/urn";
import { changesOf, type IngressChange } from "../change/change";
import { type SubjectChange, summaryOf } from "../change/summary";
import type { Preview } from "../engine/preview";
import type { Unread } from "../engine/unread";
import { byType } from "../ingress/declared-object";
import type { Finding } from "../report/finding";
import { printable } from "../report/text";
import { type Context, contextOf } from "../rules/context";
import { notReviewed } from "../rules/index";
import type { PlacedFinding } from "./causes";
import { driftIn, fromStateBeforeRefresh } from "./drift";
import { type LineOf, linesIn } from "./lines";
import { isInModuleResource, matchesOf, type RuleMatch } from "./matches";
import { type ChangeOrigin, formatMessage, wordingOf } from "./wording";

/** The findings of a single stack. */

/** A stack, with the facts of its preview from which findings are made. */
export interface StackFacts {
  readonly preview: Preview;
  readonly lineOf: LineOf;
  readonly context: Context;
  /** The drift that the refresh of the preview found, as a preview of its own; `undefined` if the refresh found none. */
  readonly drift: StackFacts | undefined;
}

export function readStack(preview: Preview, change: IngressChange): StackFacts {
  const drift = driftIn(preview);
  return {
    preview,
    lineOf: linesIn(preview),
    context: contextOf(change),
    drift: drift && readStack(drift, changesOf(drift)),
  };
}

/** Summaries of the changes of a stack, an object each. */
export const summariesOf = ({ changes }: Context): SubjectChange[] =>
  changes
    .flatMap((change) => summaryOf(change) ?? [])
    .map((summary) => ({ ...summary, subject: printable(summary.subject) }));

/** The findings of the changes that a preview shows. */
export function changeFindings(stack: StackFacts): PlacedFinding[] {
  const origin = stack.preview.kind === "refresh" ? "refreshed" : "planned";
  return matchesOf(stack.context).flatMap((ruleMatch) => findingOf(stack, ruleMatch, origin));
}

/**
 * The findings on drift. The planned change reverts the drift of a match if the comparison of the state before the refresh with the
 * program no longer has the match.
 */
export function driftFindings({ preview, drift }: StackFacts): PlacedFinding[] {
  if (!drift) return [];
  const whole = fromStateBeforeRefresh(preview);
  const remaining = new Set(matchesOf(contextOf(changesOf(whole))).map(identityOf));
  const planned = new Set(whole.steps.map(({ urn }) => urn));
  return matchesOf(drift.context).flatMap((ruleMatch) => {
    const isRemaining = remaining.has(identityOf(ruleMatch));
    // If the program has renamed a resource, the plan does not contain its old name, and the drift counts as not reverted.
    const isPlanned = planned.has(ruleMatch.match.declaration.urn);
    return findingOf(drift, ruleMatch, isPlanned && !isRemaining ? "reverted" : "notReverted");
  });
}

const identityOf = ({ rule, match: { declaration, path } }: RuleMatch): string =>
  JSON.stringify([rule.id, declaration.urn, declaration.prefix, path]);

/** The finding of a match; none if the match is drift that its rule ignores. */
function findingOf(stack: StackFacts, ruleMatch: RuleMatch, origin: ChangeOrigin): PlacedFinding[] {
  const wording = wordingOf(ruleMatch, stack.context, origin);
  if (!wording) return [];
  const { kind, key, title } = ruleMatch.change;
  const { declaration, path } = ruleMatch.match;
  const argument = [declaration.prefix, path].filter((part) => part !== "").join(".");
  const isOfWholeResource = argument === "";
  const finding: Finding = {
    rule: wording.rule,
    project: stack.preview.project,
    stack: stack.preview.stack,
    ...sentence(title, wording.effect),
    object: `${kind} ${key}`,
    urn: declaration.urn,
    resource: printable(declaration.resource),
    argument: printable(isOfWholeResource ? declaration.name : argument),
    isOfWholeResource,
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

/** The sentence of a finding, with its two parts. */
const sentence = (
  subject: string,
  effect: string,
): Pick<Finding, "subject" | "effect" | "message"> => ({
  subject: printable(subject),
  effect: printable(effect),
  message: printable(`${subject}: ${effect}`),
});

/** The findings on the parts of a preview that this release cannot read. */
export const unreadFindings = (preview: Preview): PlacedFinding[] =>
  preview.unread.map((part) => {
    const { subject, resource, urn, isInModuleResource } = placeOf(part, preview);
    const finding: Finding = {
      rule: notReviewed,
      project: preview.project,
      stack: preview.stack,
      ...sentence(subject, unreadText(part)),
      object: `unread part of ${resource}`,
      urn,
      resource: printable(resource),
      argument: printable(part.what),
      isOfWholeResource: false,
      parts: [],
    };
    return { finding, isInModuleResource };
  });

/** The place of a part that was not read. */
interface UnreadPlace {
  readonly subject: string;
  readonly resource: string;
  readonly urn: string;
  readonly isInModuleResource: boolean;
}

/** The resource that has a part, or the stack if no resource has it. */
function placeOf({ urn = "" }: Unread, { stack }: Preview): UnreadPlace {
  if (urn === "") {
    const subject = `the preview of stack ${stack}`;
    return { subject, resource: `Stack ${stack}`, urn, isInModuleResource: false };
  }
  const { type, name } = parseUrn(urn);
  const className = resourceClassName(type) ?? type;
  const resource = `${className} ${name}`;
  const isInModuleResource = byType.get(className)?.kind === "singleton";
  return { subject: resource, resource, urn, isInModuleResource };
}

function unreadText({ what, isLacking }: Unread): string {
  const message = notReviewed.messages[isLacking ? "lacking" : "unknown"] ?? "";
  return formatMessage(message, { what });
}
