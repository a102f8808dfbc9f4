import { byType } from "../ingress/kinds";
import { type IgnoreEntry, type IgnoreTarget, isIgnoredBy, unusedOf } from "../report/exception";
import {
  bySeverity,
  type Finding,
  type IgnoredFinding,
  isAtLeast,
  type RuleDescription,
  type Severity,
} from "../report/finding";
import { printable } from "../report/text";
import type { Preview } from "../stack/preview";
import { changesOf, type IngressChange, type ObjectChange } from "./changes";
import { contextOf, isUntouched } from "./context";
import { ends, hasDrift, wholeChange } from "./drift";
import { rules } from "./rules";
import { acrossStacks, findProtectedElsewhere } from "./rules/across-stacks";
import type { Context, Match, Rule } from "./rules/rule";
import { type SubjectChange, summaryOf } from "./summary";
import { notReverted, planned, refreshed, reverted, ruleIds, type Wording } from "./wording";

/** What the change does to one stack. */
export interface StackReview {
  readonly project: string;
  readonly stack: string;
  /** Whether the changes were made already, outside Pulumi. */
  readonly kind: Preview["kind"];
  readonly changes: readonly SubjectChange[];
  /** What was changed outside Pulumi before these changes, as far as the preview has refreshed the state. */
  readonly drift: readonly SubjectChange[];
  /** The preview shows no resource of any kind. */
  readonly isEmpty: boolean;
  /** Unchanged resources that the preview leaves out. */
  readonly hidden: number;
}

/** What previews show. */
export interface Review {
  readonly stacks: readonly StackReview[];
  /** Those of the highest severity first. */
  readonly findings: readonly Finding[];
  readonly ignored: readonly IgnoredFinding[];
  /** Exceptions for rules of the review that ignore nothing. */
  readonly unused: readonly IgnoreEntry[];
}

interface Stack {
  readonly preview: Preview;
  readonly change: IngressChange;
  /** What the refresh before the change has found, if it is anything, as if it were a change. */
  readonly found?: Stack;
}

/** Reviews previews, of one stack or of several of the same program. */
export function review(previews: readonly Preview[], exceptions: readonly IgnoreEntry[] = []): Review {
  const stacks = previews.map(stackOf);
  const found = stacks.flatMap((each) => findingsOf(each, each.preview.kind === "refresh" ? refreshed : planned));
  const all = [...found, ...stacks.flatMap(driftFindings), ...acrossStackFindings(stacks)];
  const judged = all.map((finding) => judgedBy(exceptions, finding));
  const sorted = bySeverity(judged, ({ finding }) => finding.rule.severity);
  const own = exceptions.filter(({ rule }) => ruleIds.includes(rule));
  return {
    stacks: stacks.map(({ preview, change, found }) => {
      const { project, stack, kind, hidden, isEmpty } = preview;
      const drift = found ? summariesOf(found.change.objects) : [];
      return { project, stack, kind, hidden, isEmpty, changes: summariesOf(change.objects), drift };
    }),
    findings: byCause(sorted.flatMap(({ finding, reason }) => (reason === undefined ? [finding] : []))),
    ignored: sorted.flatMap(({ finding, reason }) => (reason === undefined ? [] : [{ finding, reason }])),
    unused: unusedOf(
      own,
      previews.map(({ stack }) => stack),
      all.map(exceptionalOf),
    ),
  };
}

/** A finding with the severity that an entry gives it, or with the reason for which one ignores it. */
function judgedBy(
  entries: readonly IgnoreEntry[],
  finding: Finding,
): { readonly finding: Finding; readonly reason?: string } {
  const own = entries.filter((each) => isIgnoredBy(each, exceptionalOf(finding)));
  const ignoring = own.find(({ severity }) => severity === undefined);
  if (ignoring) return { finding, reason: ignoring.reason };
  const severity = own[0]?.severity;
  return { finding: severity ? { ...finding, rule: { ...finding.rule, severity } } : finding };
}

/** One finding for each cause, with its other effects as parts. A cause is a change of one argument, or of one module. */
function byCause(findings: readonly Finding[]): Finding[] {
  const groups = Map.groupBy(findings, ({ stack, project, urn, subject, resource, argument }) => {
    const isOfModule = moduleResources.has(resource.split(" ")[0] ?? "");
    return JSON.stringify([project, stack, urn, subject, isOfModule ? "" : argument.split(/[.[]/)[0]]);
  });
  return [...groups.values()].flatMap(([first, ...others]) =>
    first ? [{ ...first, parts: others.map(({ rule, message, argument }) => ({ rule, message, argument })) }] : [],
  );
}

/** The types of resources that have no arguments but those of one module. */
const moduleResources = new Set([...byType.values()].flatMap(({ kind, type }) => (kind === "singleton" ? [type] : [])));

/** How many findings there are of each severity. */
export const countsOf = ({ findings }: Review): Record<Severity, number> => {
  const count = (severity: Severity) => findings.filter(({ rule }) => rule.severity === severity).length;
  return { high: count("high"), medium: count("medium"), low: count("low") };
};

/** Whether there is a finding of that severity, or of a higher one. */
export const hasFinding = ({ findings }: Review, least: Severity): boolean =>
  findings.some(({ rule }) => isAtLeast(rule.severity, least));

const stackOf = (preview: Preview): Stack => ({
  preview,
  change: changesOf(preview),
  ...(hasDrift(preview) && { found: foundBy(preview) }),
});

/** What a refresh has found, as if it were a change. */
const foundBy = (preview: Preview): Stack => stackOf({ ...preview, kind: "refresh", steps: preview.drift, drift: [] });

const summariesOf = (objects: readonly ObjectChange[]): SubjectChange[] =>
  objects.flatMap(summaryOf).map((each) => ({ ...each, subject: printable(each.subject) }));

const findingsOf = (stack: Stack, wording: Wording): Finding[] =>
  matchesIn(stack).flatMap((each) => worded(each, stack.preview, wording));

interface RuleMatch {
  readonly rule: Rule;
  readonly change: ObjectChange;
  readonly match: Match;
  readonly context: Context;
}

/** What all rules find in a stack. */
function matchesIn({ preview, change: ingress }: Stack): RuleMatch[] {
  const context = contextOf(preview, ingress);
  const concerned = ingress.objects.filter((change) => !isUntouched(change, context));
  return rules.flatMap((rule) =>
    concerned.flatMap((change) => rule.find(change, context).map((match) => ({ rule, change, match, context }))),
  );
}

/** A finding in words; none if the wording has nothing to say of the rule. */
function worded({ rule, change, match, context }: RuleMatch, preview: Preview, wording: Wording): Finding[] {
  const description = wording.describe(rule, change, context);
  return description ? [findingOf(description, preview, change, match, wording.effect(rule, change, match))] : [];
}

/** What another party has changed before the change, told apart by whether the change ends it. */
function driftFindings({ preview, found }: Stack): Finding[] {
  if (!found) return [];
  const isEnded = ends(preview, findingsOf(stackOf(wholeChange(preview)), planned));
  return matchesIn(found).flatMap((each) => {
    const left = worded(each, found.preview, notReverted);
    return left.some(isEnded) ? worded(each, found.preview, reverted) : left;
  });
}

const acrossStackFindings = (stacks: readonly Stack[]): Finding[] =>
  stacks.flatMap((stack) =>
    stacks
      .filter((other) => other !== stack && other.preview.project === stack.preview.project)
      .flatMap((other) =>
        findProtectedElsewhere(stack.change.objects, other.change.objects, other.preview.stack).map(
          ({ change, match }) =>
            findingOf(acrossStacks, stack.preview, change, match, planned.effect(acrossStacks, change, match)),
        ),
      ),
  );

function findingOf(
  rule: RuleDescription,
  { project, stack }: Preview,
  { kind, key, title }: ObjectChange,
  { source, path }: Match,
  effect: string,
): Finding {
  const argument = [source.prefix, path].filter((part) => part !== "").join(".");
  return {
    ...{ rule, project, stack, subject: printable(title), object: `${kind} ${key}` },
    ...{ urn: source.urn, resource: printable(source.resource) },
    message: printable(`${title}: ${effect}`),
    effect: printable(effect),
    argument: printable(argument === "" ? source.name : argument),
    parts: [],
    ...(source.line && { line: source.line }),
  };
}

function exceptionalOf({ rule, resource, argument, stack }: Finding): IgnoreTarget {
  const [type = "", ...name] = resource.split(" ");
  return { rule: rule.id, type, name: name.join(" "), argument, stacks: [stack] };
}
