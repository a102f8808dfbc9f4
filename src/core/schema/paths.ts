import type { Row } from "./field";

/*
 * Paths of values: the names of rows with dots between them, and behind the row of a map the names of its members, which
 * may hold anything, as in `requestHeaders.add["X-A"]`.
 */

/** Whether a row's values are maps: the program chooses the names of their members. */
export const isMap = ({ kind }: Row): boolean => kind === "headers" || kind === "json";

/** The path of a member of the map at a path. */
export const memberPath = (path: string, name: string): string => `${path}[${JSON.stringify(name)}]`;

/** Whether a path is another one, or leads to something below it. */
export const isWithin = (path: string, outer: string): boolean =>
  path.startsWith(outer) && /^([.[]|$)/.test(path.slice(outer.length));

/** A path without the names of maps' members, which may be secrets. */
export const withoutMembers = (path: string): string => path.replaceAll(/\["(?:[^"\\]|\\.)*"\]/g, '["[secret]"]');

/** The names that a path consists of. */
export const namesIn = (path: string): string[] =>
  [...path.matchAll(/\[("(?:[^"\\]|\\.)*")\]|[^.[]+/g)].map(([name, quoted]) =>
    quoted === undefined ? name : unquoted(quoted),
  );

/** A state may have been edited: what cannot be read is the name of nothing. */
function unquoted(text: string): string {
  try {
    return JSON.parse(text) as string;
  } catch {
    return text;
  }
}

/** What paths lead to, as a tree. */
export interface Marks {
  /** Whether a path ends here, and so marks all that is below. */
  isMarked: boolean;
  readonly members: Map<string, Marks>;
}

/** The tree of paths. */
export function marksOf(paths: Iterable<string>): Marks {
  const root = unmarked();
  for (const path of paths) {
    let marks = root;
    for (const name of namesIn(path)) {
      const next = marks.members.get(name) ?? unmarked();
      marks.members.set(name, next);
      marks = next;
    }
    marks.isMarked = true;
  }
  return root;
}

const unmarked = (): Marks => ({ isMarked: false, members: new Map() });
