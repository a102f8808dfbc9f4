import type { Finding } from "./finding";

/** Findings that a loop of the program repeats: the same line, with the same effect on several objects. */
export interface FindingGroup {
  readonly first: Finding;
  /** The repetitions of the first finding. */
  readonly others: readonly Finding[];
}

/** Groups findings, in the order of the first finding of each group. Findings without a line are alone. */
export const groupsOf = (findings: readonly Finding[]): FindingGroup[] =>
  [...Map.groupBy(findings, repetitionKey).values()].flatMap(([first, ...others]) =>
    first ? [{ first, others }] : [],
  );

/** A key that repeated findings share. A finding without a line is its own key. */
function repetitionKey(finding: Finding): string | Finding {
  const { line, project, stack, rule, effect, resource, argument, isOfWholeResource, parts } =
    finding;
  if (!line) return finding;
  const [resourceClass] = resource.split(" ", 1);
  const place = [line.file, line.line, resourceClass, isOfWholeResource ? "" : argument];
  // Findings of drift have another severity and other advice than findings of planned changes.
  const described = [rule.id, rule.severity, rule.why, rule.fix];
  const partKeys = parts.map((part) => [
    part.rule.id,
    part.rule.severity,
    effectOf(part.message, finding),
  ]);
  return JSON.stringify([project, stack, place, described, effect, partKeys]);
}

/** A message without the name of the subject. */
export const effectOf = (message: string, { subject }: Finding): string =>
  message.startsWith(`${subject}: `) ? message.slice(subject.length + 2) : message;
