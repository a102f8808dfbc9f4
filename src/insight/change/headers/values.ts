import { type Item, isHidden } from "../../ingress/value";

/** The values of headers by their names in lower case. */
export type Headers = ReadonlyMap<string, Item>;

/** The values that are not hidden. */
export type KnownHeaders = ReadonlyMap<string, string>;

export const knownHeaders = (headers: Headers): KnownHeaders =>
  new Map([...headers].flatMap(([name, value]) => (isHidden(value) ? [] : [[name, value]])));
