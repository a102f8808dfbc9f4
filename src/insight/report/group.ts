import { type Finding, isOfWholeResource } from "./finding";

/** Findings that a loop of the program repeats: the same line, with the same effect on several objects. */
export interface FindingGroup {
  readonly first: Finding;
  /** Empty if the finding is not repeated. */
  readonly others: readonly Finding[];
}

/** Groups findings, in the order of the first finding of each group. Findings without a line are alone. */
export const groupsOf = (findings: readonly Finding[]): FindingGroup[] =>
  [...Map.groupBy(findings, repetitionKey).values()].flatMap(([first, ...others]) =>
    first ? [{ first, others }] : [],
  );

/** A key that repeated findings share. A finding without a line shares its key with no other. */
function repetitionKey(finding: Finding): unknown {
  const { line, project, stack, rule, effect, resource, argument, parts } = finding;
  if (!line) return finding;
  const [type] = resource.split(" ", 1);
  const others = parts.map((part) => [
    part.rule.id,
    part.rule.severity,
    effectOf(part.message, finding),
  ]);
  const place = [line.file, line.line, type, isOfWholeResource(finding) ? "" : argument];
  return JSON.stringify([
    project,
    stack,
    ...place,
    rule.id,
    rule.severity,
    rule.why,
    rule.fix,
    effect,
    others,
  ]);
}

/** A message without the name of the subject. */
export const effectOf = (message: string, { subject }: Finding): string =>
  message.startsWith(`${subject}: `) ? message.slice(subject.length + 2) : message;
