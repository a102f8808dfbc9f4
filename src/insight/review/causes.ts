import type { Finding, FindingPart } from "../report/finding";

/** The causes of findings: a change of one argument of a resource, or of one module resource. */

/** A finding, and whether its place is a module resource. */
export interface PlacedFinding {
  readonly finding: Finding;
  readonly isInModuleResource: boolean;
}

/** Joins the findings of one cause: the first has the others as parts. */
export const joinedByCause = (findings: readonly PlacedFinding[]): Finding[] =>
  [...Map.groupBy(findings, causeOf).values()].flatMap(([first, ...others]) =>
    first ? [withParts(first.finding, others)] : [],
  );

function causeOf({ finding, isInModuleResource }: PlacedFinding): string {
  const { project, stack, urn, subject, object, argument } = finding;
  const outermost = argument.split(/[.[]/)[0];
  return JSON.stringify([
    project,
    stack,
    urn,
    subject,
    object,
    isInModuleResource ? "" : outermost,
  ]);
}

function withParts(first: Finding, others: readonly PlacedFinding[]): Finding {
  const parts = new Map<string, FindingPart>();
  for (const { finding } of others) {
    const { rule, message, argument } = finding;
    const isNew = message !== first.message && !parts.has(message);
    if (isNew) parts.set(message, { rule, message, argument });
  }
  return { ...first, parts: [...parts.values()] };
}
