import type { Finding } from "./finding";

/** Findings with one cause: a line of the program that a loop runs several times, to the same effect each time. */
export interface FindingGroup {
  readonly first: Finding;
  /** Empty if the cause has a single finding. */
  readonly others: readonly Finding[];
}

/** Groups findings, in the order of the first finding of each group. Findings without a line are alone. */
export const groupsOf = (findings: readonly Finding[]): FindingGroup[] =>
  [...Map.groupBy(findings, causeOf).values()].flatMap(([first, ...others]) =>
    first ? [{ first, others }] : [],
  );

/** A key that findings of one cause share. A finding without a line shares its key with no other. */
function causeOf(finding: Finding): unknown {
  const { line, project, stack, rule, effect, resource, argument, parts } = finding;
  if (!line) return finding;
  const [type] = resource.split(" ", 1);
  const isWhole = resource.endsWith(` ${argument}`);
  const others = parts.map((part) => [
    part.rule.id,
    part.rule.severity,
    effectOf(part.message, finding),
  ]);
  const place = [line.file, line.line, type, isWhole ? "" : argument];
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
