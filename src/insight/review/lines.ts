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
  const declared = new Map(steps.flatMap(({ urn, after }) => (after ? [[urn, after.line]] : [])));
  return ({ urn, line }) => {
    if (kind === "refresh" || !line) return line;
    return declared.has(urn) ? (declared.get(urn) ?? line) : { ...line, isOld: true };
  };
}
