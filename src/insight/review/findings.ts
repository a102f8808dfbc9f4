import { byType } from "../ingress/kinds";
import { type Subject, subjectsOf } from "../ingress/subjects";
import { type Exception, type Exceptional, excepts, unusedOf } from "../report/exception";
import { bySeverity, type Finding, type IgnoredFinding, isAtLeast, type Severity } from "../report/finding";
import { printable } from "../report/text";
import type { Preview } from "../stack/preview";
import { contextOf, isUntouched } from "./context";
import { ruleIds, rules } from "./rules";
import { acrossStacks } from "./rules/across-stacks";
import type { Hit, Rule } from "./rules/rule";
import { changeOf, type SubjectChange } from "./summary";

/** What the change does to one stack. */
export interface StackReview {
  readonly project: string;
  readonly stack: string;
  readonly changes: readonly SubjectChange[];
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
  readonly unused: readonly Exception[];
}

interface Stack {
  readonly preview: Preview;
  readonly subjects: readonly Subject[];
}

/** Reviews previews, of one stack or of several of the same program. */
export function review(previews: readonly Preview[], exceptions: readonly Exception[] = []): Review {
  const stacks = previews.map((preview): Stack => ({ preview, subjects: subjectsOf(preview) }));
  const all = [...stacks.flatMap(findingsOf), ...acrossStackFindings(stacks)];
  const judged = bySeverity(all, ({ rule }) => rule.severity).map((finding) => ({
    finding,
    reason: exceptions.find((each) => excepts(each, exceptionalOf(finding)))?.reason,
  }));
  const own = exceptions.filter(({ rule }) => ruleIds.includes(rule));
  return {
    stacks: stacks.map(({ preview: { project, stack, hidden, isEmpty }, subjects }) => ({
      ...{ project, stack, hidden, isEmpty },
      changes: subjects.flatMap(changeOf).map((each) => ({ ...each, subject: printable(each.subject) })),
    })),
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

function findingsOf({ preview, subjects }: Stack): Finding[] {
  const context = contextOf(preview, subjects);
  const concerned = subjects.filter((subject) => !isUntouched(subject, context));
  return rules.flatMap((rule) =>
    concerned.flatMap((subject) => rule.find(subject, context).map((hit) => findingOf(rule, preview, subject, hit))),
  );
}

const acrossStackFindings = (stacks: readonly Stack[]): Finding[] =>
  stacks.flatMap((stack) =>
    stacks
      .filter((other) => other !== stack && other.preview.project === stack.preview.project)
      .flatMap((other) =>
        acrossStacks
          .compare(stack.subjects, other.subjects, other.preview.stack)
          .map(({ subject, hit }) => findingOf(acrossStacks.rule, stack.preview, subject, hit)),
      ),
  );

function findingOf(rule: Rule, { project, stack }: Preview, { name }: Subject, { says, source, path }: Hit): Finding {
  const argument = [source.prefix, path].filter((part) => part !== "").join(".");
  return {
    ...{ rule, project, stack, subject: printable(name), urn: source.urn, resource: printable(source.resource) },
    message: printable(`${name}: ${says}`),
    argument: printable(argument === "" ? source.name : argument),
    parts: [],
    ...(source.line && { line: source.line }),
  };
}

function exceptionalOf({ rule, resource, argument, stack }: Finding): Exceptional {
  const [type = "", ...name] = resource.split(" ");
  return { rule: rule.id, type, name: name.join(" "), argument, stacks: [stack] };
}
