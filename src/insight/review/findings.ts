import { type Subject, subjectsOf } from "../ingress/subjects";
import type { Preview } from "../stack/preview";
import type { ProgramLine } from "../stack/resource";
import type { Exception } from "./config";
import { rules } from "./rules";
import { acrossStacks } from "./rules/across-stacks";
import { type Found, type Rule, type Severity, severities } from "./rules/rule";
import { changeOf, type SubjectChange } from "./summary";

/** One thing that a reviewer should know, at one argument. */
export interface Finding {
  readonly rule: Rule;
  readonly project: string;
  readonly stack: string;
  readonly subject: string;
  /** What happens, in one sentence that begins with the subject. */
  readonly message: string;
  readonly urn: string;
  /** Class and name of the resource. */
  readonly resource: string;
  /** Path of the argument, from the resource; the resource's own name where it is about all of it. */
  readonly argument: string;
  readonly line?: ProgramLine;
}

/** What the change does to one stack. */
export interface StackReview {
  readonly project: string;
  readonly stack: string;
  readonly changes: readonly SubjectChange[];
  /** Unchanged resources that the preview leaves out. */
  readonly hidden: number;
}

/** All that there is to say. */
export interface Review {
  readonly stacks: readonly StackReview[];
  /** The gravest first. */
  readonly findings: readonly Finding[];
  readonly ignored: readonly { readonly finding: Finding; readonly reason: string }[];
}

interface Stack {
  readonly preview: Preview;
  readonly subjects: readonly Subject[];
}

/** Reviews previews, of one stack or of several of the same program. */
export function review(previews: readonly Preview[], exceptions: readonly Exception[] = []): Review {
  const stacks = previews.map((preview): Stack => ({ preview, subjects: subjectsOf(preview) }));
  const all = [...stacks.flatMap(findingsOf), ...acrossStackFindings(stacks)].sort(bySeverity);
  const judged = all.map((finding) => ({ finding, reason: exceptions.find((each) => excepts(each, finding))?.reason }));
  return {
    stacks: stacks.map(({ preview: { project, stack, hidden }, subjects }) => ({
      ...{ project, stack, hidden },
      changes: subjects.flatMap(changeOf).map((each) => ({ ...each, subject: printable(each.subject) })),
    })),
    findings: judged.flatMap(({ finding, reason }) => (reason === undefined ? [finding] : [])),
    ignored: judged.flatMap(({ finding, reason }) => (reason === undefined ? [] : [{ finding, reason }])),
  };
}

/** How many findings there are of each severity. */
export const countsOf = ({ findings }: Review): Record<Severity, number> => {
  const count = (severity: Severity) => findings.filter(({ rule }) => rule.severity === severity).length;
  return { high: count("high"), medium: count("medium"), low: count("low") };
};

/** Whether there is a finding of that severity, or a graver one. */
export const hasFinding = ({ findings }: Review, least: Severity): boolean =>
  findings.some(({ rule }) => severities.indexOf(rule.severity) <= severities.indexOf(least));

const findingsOf = ({ preview, subjects }: Stack): Finding[] =>
  rules.flatMap((rule) =>
    subjects.flatMap((subject) =>
      rule.find(subject, subjects).map((found) => findingOf(rule, preview, subject, found)),
    ),
  );

const acrossStackFindings = (stacks: readonly Stack[]): Finding[] =>
  stacks.flatMap((stack) =>
    stacks
      .filter((other) => other !== stack && other.preview.project === stack.preview.project)
      .flatMap((other) =>
        acrossStacks
          .compare(stack.subjects, other.subjects, other.preview.stack)
          .map(({ subject, found }) => findingOf(acrossStacks.rule, stack.preview, subject, found)),
      ),
  );

function findingOf(rule: Rule, { project, stack }: Preview, { name }: Subject, { says, source, path }: Found): Finding {
  const argument = [source.prefix, path].filter((part) => part !== "").join(".");
  return {
    ...{ rule, project, stack, subject: printable(name), urn: source.urn, resource: printable(source.resource) },
    message: printable(`${name}: ${says}`),
    argument: printable(argument === "" ? source.resource.slice(source.resource.indexOf(" ") + 1) : argument),
    ...(source.line && { line: source.line }),
  };
}

/** Texts of a program without what moves a terminal's cursor or begins a line of its own. */
const printable = (text: string): string => text.replace(/\p{Cc}/gu, " ");

const excepts = ({ rule, resource, stack }: Exception, finding: Finding): boolean =>
  rule === finding.rule.id &&
  (resource === undefined || finding.resource === resource || finding.resource.endsWith(` ${resource}`)) &&
  (stack === undefined || stack === finding.stack);

const bySeverity = (a: Finding, b: Finding): number =>
  severities.indexOf(a.rule.severity) - severities.indexOf(b.rule.severity);
