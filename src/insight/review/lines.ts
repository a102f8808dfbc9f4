import type { Preview } from "../engine/preview";
import type { Declaration } from "../ingress/arguments";
import type { Line } from "../report/finding";

/** Finds the line of a resource in the program. */
export type LineOf = (declaration: Declaration) => Line | undefined;

/**
 * Finds lines in the program as it is now. A resource that a change deletes is in the program before the change alone; a resource
 * that a refresh no longer finds is still in the program.
 */
export function linesIn({ steps, kind }: Preview): LineOf {
  const declared = steps.filter(({ after }) => after !== undefined);
  const linesNow = new Map(declared.map(({ urn, after }) => [urn, after?.line]));
  return ({ urn, line }) => {
    if (kind === "refresh") return line;
    if (linesNow.has(urn)) return linesNow.get(urn) ?? line;
    return line && { ...line, isOld: true };
  };
}
