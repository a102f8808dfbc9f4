import { classIn } from "../../core/definitions/define";
import { parseUrn } from "../../core/schema/urn";
import { changesOf, type IngressChange } from "../change/change";
import { argumentChangesOf, type ObjectChange } from "../change/objects";
import { type SubjectChange, summaryOf } from "../change/summary";
import type { Preview } from "../engine/preview";
import type { Declaration } from "../ingress/arguments";
import { byType } from "../ingress/kinds";
import {
  bySeverity,
  type Finding,
  type FindingPart,
  isAtLeast,
  type Line,
  type Severity,
  severities,
} from "../report/finding";
import { applySuppressions, type Suppression } from "../report/suppression";
import { printable, tally } from "../report/text";
import { allRules, notReviewed, ruleIds } from "../rules/index";
import { type Context, contextOf, matchesIn } from "../rules/rule";
import { type ChangeOrigin, driftOf, type RuleMatch, wholeChange, worded } from "./drift";

/** What previews show. */
export type Review = ReturnType<typeof review>;

/** What the change does to one stack. */
export type StackReview = Review["stacks"][number];

interface Stack {
  readonly preview: Preview;
  /** Finds the line of a resource. */
  readonly lineOf: (source: Declaration) => Line | undefined;
  readonly context: Context;
  /** What the refresh before the change has found, if it is anything, as if it were a change. */
  readonly found?: Stack;
}

/**
 * Reviews previews, of one stack or of several of the same program.
 *
 * @param changes The changes of the previews, if a caller has them.
 */
export function review(
  previews: readonly Preview[],
  suppressions: readonly Suppression[] = [],
  changes: readonly IngressChange[] = previews.map(changesOf),
) {
  const stacks = previews.map((preview, index) => stackOf(preview, changes[index]));
  const all = [
    ...stacks.flatMap((each) => findingsOf(each, each.preview.kind === "refresh" ? "refreshed" : "planned")),
    ...stacks.flatMap(driftFindings),
    ...previews.flatMap(unreadFindings),
  ];
  const { kept, ignored, unused } = applySuppressions(
    suppressions.filter(({ rule }) => ruleIds.includes(rule)),
    previews.map(({ stack }) => stack),
    all,
    ({ rule, resource, argument, stack }) => ({ rule: rule.id, resource, argument, stacks: [stack] }),
  );
  const isPlanned = previews.some(({ kind }) => kind === "preview");
  const findings = kept.map(({ finding, severity = finding.rule.severity }) => {
    return { ...finding, rule: { ...finding.rule, severity } };
  });
  return {
    stacks: stacks.map(({ preview: { project, stack, kind, hidden, isEmpty }, context, found }) => ({
      project,
      stack,
      kind,
      isEmpty,
      unchangedLeftOut: hidden,
      changes: summariesOf(context),
      // What was changed outside Pulumi before these changes, as far as the preview has refreshed the state.
      drift: found ? summariesOf(found.context) : [],
    })),
    findings: byCause(bySeverity(findings, ({ rule }) => rule.severity)),
    ignored: bySeverity(ignored, ({ finding }) => finding.rule.severity),
    // Suppressions for rules of the review that ignore nothing. Many of those for planned changes match no drift.
    unused: isPlanned ? unused : unused.filter(({ isExpired }) => isExpired),
  };
}

/** One finding for each cause, with its other effects as parts. A cause is a change of one argument, or of one module. */
function byCause(findings: readonly Finding[]): Finding[] {
  const groups = Map.groupBy(findings, ({ stack, project, urn, subject, object, resource, argument }) => {
    const isOfModule = byType.get(resource.split(" ")[0] ?? "")?.kind === "singleton";
    return JSON.stringify([project, stack, urn, subject, object, isOfModule ? "" : argument.split(/[.[]/)[0]]);
  });
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, parts: others.filter(isNewTo(first)).map(partOf) }] : [],
  );
}

const partOf = ({ rule, message, argument }: Finding): FindingPart => ({ rule, message, argument });

/** Whether an effect says something that the effects before it do not. */
const isNewTo =
  (first: Finding) =>
  ({ message }: Finding, index: number, others: readonly Finding[]): boolean =>
    message !== first.message && others.findIndex((other) => other.message === message) === index;

/** How many findings there are of each severity. */
export const countsOf = ({ findings }: Review): Record<Severity, number> =>
  tally(severities, findings, ({ rule }) => rule.severity);

/** Whether there is a finding of that severity, or of a higher one. */
export const hasFinding = ({ findings }: Review, least: Severity): boolean =>
  findings.some(({ rule }) => isAtLeast(rule.severity, least));

function stackOf(preview: Preview, change = changesOf(preview)): Stack {
  const drift = driftOf(preview);
  const context = contextOf(change);
  return { preview, context, lineOf: linesIn(preview), ...(drift && { found: stackOf(drift) }) };
}

/**
 * Lines in the program as it is now. What a change deletes is in the program before the change alone; what a refresh no longer
 * finds is still in the program.
 */
function linesIn({ steps, kind }: Preview): Stack["lineOf"] {
  const declared = new Map(steps.flatMap(({ urn, after }) => (after ? [[urn, after.line]] : [])));
  return ({ urn, line }) => {
    if (kind === "refresh" || !line) return line;
    return declared.has(urn) ? (declared.get(urn) ?? line) : { ...line, isOld: true };
  };
}

const summariesOf = ({ changes }: Context): SubjectChange[] =>
  changes.flatMap((change) => summaryOf(change) ?? []).map((each) => ({ ...each, subject: printable(each.subject) }));

const findingsOf = (stack: Stack, tense: ChangeOrigin): Finding[] =>
  matchesOf(stack).flatMap((found) => findingOf(stack, found, tense));

/** What all rules find in a stack. What several rules share looks at each object once. */
function matchesOf({ context }: Stack): RuleMatch[] {
  const concerned = context.changes.filter((change) => !isUntouched(change, context));
  const finds = new Set(allRules.flatMap(({ find }) => find));
  const found = new Map([...finds].map((find) => [find, concerned.map((change) => matchesIn(find(change, context)))]));
  return allRules.flatMap((rule) =>
    concerned.flatMap((change, index) => {
      const matches = rule.find.flatMap((find) => found.get(find)?.[index] ?? []);
      return matches.filter(({ message }) => message in rule.messages).map((match) => ({ rule, change, match }));
    }),
  );
}

/** Whether an object, its provider and the routes that serve its requests stay the same, as most of a large stack do. */
function isUntouched(change: ObjectChange, { takeoversFrom, takeoversTo, provider }: Context): boolean {
  if (takeoversFrom.has(change) || takeoversTo.has(change) || summaryOf(change) !== undefined) return false;
  return argumentChangesOf(change).every(({ before: was, after: now }) => {
    if (!was || !now) return true;
    const { isMoved, hasOtherKey } = provider(now.declaration.provider);
    const isSameProvider = was.declaration.provider === now.declaration.provider && !isMoved && !hasOtherKey;
    return isSameProvider && now.uncertainOwner === undefined;
  });
}

/** What was changed outside Pulumi before the change, told apart by whether the change ends it. */
function driftFindings({ preview, found }: Stack): Finding[] {
  if (!found) return [];
  const idOf = ({ rule, match: { source, path } }: RuleMatch) =>
    JSON.stringify([rule.id, source.urn, source.prefix, path]);
  const whole = wholeChange(preview);
  const left = new Set(matchesOf(stackOf(whole)).map(idOf));
  // A resource that the program has renamed is in the plan under another name: nothing is known of it.
  const known = new Set(whole.steps.map(({ urn }) => urn));
  return matchesOf(found).flatMap((each) => {
    const isEnded = !left.has(idOf(each)) && known.has(each.match.source.urn);
    return findingOf(found, each, isEnded ? "reverted" : "notReverted");
  });
}

/** The parts of a preview that nothing has judged. */
const unreadFindings = ({ project, stack, unread }: Preview): Finding[] =>
  unread.map(({ urn = "", what, isLacking }): Finding => {
    const { type, name } = parseUrn(urn);
    const resource = printable(urn === "" ? `Stack ${stack}` : `${classIn(type)} ${name}`);
    const message = notReviewed.messages[isLacking ? "lacking" : "unknown"] ?? "";
    const effect = printable(message.replace("{what}", what));
    const subject = urn === "" ? `the preview of stack ${stack}` : resource;
    return {
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
  });

function findingOf(
  { preview: { project, stack }, context, lineOf }: Stack,
  found: RuleMatch,
  tense: ChangeOrigin,
): Finding | [] {
  const words = worded(found, context, tense);
  if (!words) return [];
  const { kind, key, title } = found.change;
  const { source, path } = found.match;
  const line = lineOf(source);
  const argument = [source.prefix, path].filter((part) => part !== "").join(".");
  return {
    rule: words.rule,
    project,
    stack,
    subject: printable(title),
    object: `${kind} ${key}`,
    urn: source.urn,
    resource: printable(source.resource),
    message: printable(`${title}: ${words.effect}`),
    effect: printable(words.effect),
    argument: printable(argument === "" ? source.name : argument),
    parts: [],
    ...(line && { line }),
  };
}
