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
