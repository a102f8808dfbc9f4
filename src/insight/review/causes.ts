import type { Finding, FindingPart } from "../report/finding";

/** The cause of findings: the change of a single argument of a resource, or of a module resource as a whole. */

export interface PlacedFinding {
  readonly finding: Finding;
  /** True if the resource of the finding is a module resource, all of whose arguments are a single cause. */
  readonly isInModuleResource: boolean;
}

/** Joins the findings of the same cause: the first finding gets the others as parts. */
export const joinedByCause = (findings: readonly PlacedFinding[]): Finding[] =>
  [...Map.groupBy(findings, causeOf).values()].flatMap(([first, ...others]) =>
    first ? [withParts(first.finding, others)] : [],
  );

/** A key that the findings of the same cause share. */
function causeOf({ finding, isInModuleResource }: PlacedFinding): string {
  const { project, stack, urn, subject, object, argument, isOfWholeResource } = finding;
  const outermostArgument = argument.split(/[.[]/)[0];
  const changed = isInModuleResource || isOfWholeResource ? "" : outermostArgument;
  return JSON.stringify([project, stack, urn, subject, object, changed]);
}

/** A finding with other findings as its parts, each message once. */
function withParts(first: Finding, others: readonly PlacedFinding[]): Finding {
  const parts = new Map<string, FindingPart>();
  for (const { finding } of others) {
    const { rule, message, argument } = finding;
    const isNew = message !== first.message && !parts.has(message);
    if (isNew) parts.set(message, { rule, message, argument });
  }
  return { ...first, parts: [...parts.values()] };
}
