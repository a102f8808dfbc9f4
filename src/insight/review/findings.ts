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
import { changesOf, type ObjectChange } from "./changes";
import { contextOf, isUntouched } from "./context";
import { ends, hasDrift, wholeChange } from "./drift";
import { ending, type Form, lasting, planned, refreshed } from "./form";
import { ruleIds, rules } from "./rules";
import { acrossStacks } from "./rules/across-stacks";
import type { Hit } from "./rules/rule";
import { type SubjectChange, summaryOf } from "./summary";

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
  readonly subjects: readonly ObjectChange[];
  /** What the refresh before the change has found, if it is anything, as if it were a change. */
  readonly found?: Stack;
}

/** Reviews previews, of one stack or of several of the same program. */
export function review(previews: readonly Preview[], exceptions: readonly IgnoreEntry[] = []): Review {
  const stacks = previews.map(stackOf);
  const found = stacks.flatMap((each) => findingsOf(each, each.preview.kind === "refresh" ? refreshed : planned));
  const all = [...found, ...stacks.flatMap(driftFindings), ...acrossStackFindings(stacks)];
  const judged = bySeverity(all, ({ rule }) => rule.severity).map((finding) => ({
    finding,
    reason: exceptions.find((each) => isIgnoredBy(each, exceptionalOf(finding)))?.reason,
  }));
  const own = exceptions.filter(({ rule }) => ruleIds.includes(rule));
  return {
    stacks: stacks.map(({ preview, subjects, found }) => {
      const { project, stack, kind, hidden, isEmpty } = preview;
      const drift = found ? summariesOf(found.subjects) : [];
      return { project, stack, kind, hidden, isEmpty, changes: summariesOf(subjects), drift };
    }),
    findings: byCause(judged.flatMap(({ finding, reason }) => (reason === undefined ? [finding] : []))),
    ignored: judged.flatMap(({ finding, reason }) => (reason === undefined ? [] : [{ finding, reason }])),
    unused: unusedOf(
      own,
      previews.map(({ stack }) => stack),
      all.map(exceptionalOf),
    ),
  };
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
  subjects: changesOf(preview).objects,
  ...(hasDrift(preview) && { found: foundBy(preview) }),
});

/** What a refresh has found, as if it were a change. */
const foundBy = (preview: Preview): Stack => stackOf({ ...preview, kind: "refresh", steps: preview.drift, drift: [] });

const summariesOf = (subjects: readonly ObjectChange[]): SubjectChange[] =>
  subjects.flatMap(summaryOf).map((each) => ({ ...each, subject: printable(each.subject) }));

function findingsOf({ preview, subjects }: Stack, form: Form): Finding[] {
  const context = contextOf(preview, subjects);
  const concerned = subjects.filter((subject) => !isUntouched(subject, context));
  return rules.flatMap((rule) =>
    concerned.flatMap((subject) =>
      rule.find(subject, context).flatMap((hit) => {
        const description = form.describe(rule, subject, context);
        return description ? [findingOf(description, preview, subject, hit, form.effect(rule, subject, hit))] : [];
      }),
    ),
  );
}

/** What another party has changed before the change, told apart by whether the change ends it. */
function driftFindings({ preview, found }: Stack): Finding[] {
  if (!found) return [];
  const isEnded = ends(preview, findingsOf(stackOf(wholeChange(preview)), planned));
  const ended = findingsOf(found, ending);
  return findingsOf(found, lasting).map((each, index) => (isEnded(each) ? (ended[index] ?? each) : each));
}

const acrossStackFindings = (stacks: readonly Stack[]): Finding[] =>
  stacks.flatMap((stack) =>
    stacks
      .filter((other) => other !== stack && other.preview.project === stack.preview.project)
      .flatMap((other) =>
        acrossStacks.compare(stack.subjects, other.subjects, other.preview.stack).map(({ subject, hit }) => {
          const effect = planned.effect(acrossStacks.rule, subject, hit);
          return findingOf(acrossStacks.rule, stack.preview, subject, hit, effect);
        }),
      ),
  );

function findingOf(
  rule: RuleDescription,
  { project, stack }: Preview,
  subject: ObjectChange,
  { source, path }: Hit,
  effect: string,
): Finding {
  const argument = [source.prefix, path].filter((part) => part !== "").join(".");
  return {
    ...{
      rule,
      project,
      stack,
      subject: printable(subject.title),
      object: `${subject.kind} ${subject.key}`,
      urn: source.urn,
      resource: printable(source.resource),
    },
    message: printable(`${subject.title}${effect}`),
    effect: printable(effect.replace(/^:? /, "")),
    argument: printable(argument === "" ? source.name : argument),
    parts: [],
    ...(source.line && { line: source.line }),
  };
}

function exceptionalOf({ rule, resource, argument, stack }: Finding): IgnoreTarget {
  const [type = "", ...name] = resource.split(" ");
  return { rule: rule.id, type, name: name.join(" "), argument, stacks: [stack] };
}
