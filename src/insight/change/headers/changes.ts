import { isSet } from "../../../core/schema/values";
import { type Arguments, isInForce, listAt, textsIn, valueAt } from "../../ingress/arguments";
import { type Item, isHidden, isValueMap } from "../../ingress/value";
import type { Headers } from "./values";

/** The headers that a change sets, removes, or no longer sets or removes. */

/** A module that sets or removes headers. */
export type HeaderModule = "requestHeaders" | "responseHeaders";

export const headerModules: readonly HeaderModule[] = ["requestHeaders", "responseHeaders"];

/** The argument that sets headers, or the argument that removes them. */
type HeaderArgument = "add" | "remove";

/** A header that only one side sets or removes, or that both sides set to different values. */
export interface HeaderChange {
  readonly path: HeaderArgument;
  /** In lower case. */
  readonly name: string;
  /** The value before the change, {@link REMOVED} for a removed header; `undefined` if the module did not set or remove the header. */
  readonly was: Item | undefined;
  /** The same after the change. */
  readonly now: Item | undefined;
  /** All headers of the same argument, before and after the change. */
  readonly headersBefore: Headers;
  readonly headersAfter: Headers;
  /** True if the module sets the header after the change. */
  readonly isSetAfter: boolean;
}

/**
 * The changes of all headers that can be read. Nothing shows whether a secret on both sides changes: another rule reports it.
 */
export const headerChanges = (
  before: Arguments | undefined,
  after: Arguments | undefined,
): HeaderChange[] => [...changesAt("add", before, after), ...changesAt("remove", before, after)];

function changesAt(
  path: HeaderArgument,
  before: Arguments | undefined,
  after: Arguments | undefined,
): HeaderChange[] {
  const headersBefore = headersAt(before, path);
  const headersAfter = headersAt(after, path);
  if (!headersBefore || !headersAfter) return [];
  const setAfter = headersAt(after, "add");
  const names = new Set([...headersBefore.keys(), ...headersAfter.keys()]);
  const headers = [...names].map((name): HeaderChange => {
    const was = headersBefore.get(name);
    const now = headersAfter.get(name);
    const isSetAfter = setAfter?.has(name) ?? false;
    return { path, name, was, now, headersBefore, headersAfter, isSetAfter };
  });
  return headers.filter(({ was, now }) => was !== now);
}

/** The value of a header that a module removes. */
const REMOVED = "removed";

/** The headers that a module in force sets or removes; `undefined` if they are hidden as a whole, or if the name of a header is hidden. */
export function headersAt(args: Arguments | undefined, path: HeaderArgument): Headers | undefined {
  if (!isInForce(args)) return new Map();
  if (isHidden(valueAt(args, path))) return undefined;
  return path === "add" ? addedHeaders(args) : removedHeaders(args);
}

/** The headers that a module sets, by their names in lower case. */
function addedHeaders(args: Arguments): Headers {
  const headers = valueAt(args, "add");
  if (!isValueMap(headers)) return new Map();
  const stated = Object.entries(headers).filter(([, value]) => isSet(value));
  return new Map(
    stated.map(([name, value]) => [name.toLowerCase(), isHidden(value) ? value : String(value)]),
  );
}

/** The headers that a module removes, by their names in lower case; `undefined` if a name is hidden, which may be any name. */
function removedHeaders(args: Arguments): Headers | undefined {
  const items = listAt(args, "remove") ?? [];
  const names = textsIn(items);
  if (names.length < items.length) return undefined;
  return new Map(names.map((name) => [name.toLowerCase(), REMOVED]));
}
