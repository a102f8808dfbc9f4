import { isSet } from "../../../core/schema/values";
import { type Arguments, isInForce, listAt, textsIn, valueAt } from "../../ingress/arguments";
import { type Item, isHidden, isValueMap } from "../../ingress/value";
import type { Headers } from "./values";

/** The headers that a change sets, removes, or no longer does. */

/** A module that sets or removes headers. */
export type HeaderModule = "requestHeaders" | "responseHeaders";

export const headerModules: readonly HeaderModule[] = ["requestHeaders", "responseHeaders"];

/** A header that only one side sets or removes, or that both sides set to different values. */
export interface HeaderChange {
  readonly path: "add" | "remove";
  /** In lower case. */
  readonly name: string;
  /** The value before the change; `undefined` if the module did not set or remove the header. A removed header has the value `"true"`. */
  readonly was: Item | undefined;
  readonly now: Item | undefined;
  /** All headers that the module sets or removes, before and after the change. */
  readonly headersBefore: Headers;
  readonly headersAfter: Headers;
  /** Whether the module sets the header after the change. */
  readonly isSetAfter: boolean;
}

/** The headers that a module in force sets, or removes (with the value `true`); `undefined` if they are hidden as a whole. */
export function headersAt(
  args: Arguments | undefined,
  path: "add" | "remove",
): Headers | undefined {
  if (!isInForce(args)) return new Map();
  const headers = valueAt(args, path);
  if (isHidden(headers)) return undefined;
  if (!isValueMap(headers)) {
    return new Map(textsIn(listAt(args, path) ?? []).map((name) => [name.toLowerCase(), "true"]));
  }
  const stated = Object.entries(headers).filter(([, value]) => isSet(value));
  return new Map(
    stated.map(([name, value]) => [name.toLowerCase(), isHidden(value) ? value : String(value)]),
  );
}

/**
 * The changes of all headers that can be read. Nothing shows whether a secret on both sides changes: another rule reports it.
 */
export const headerChanges = (
  before: Arguments | undefined,
  after: Arguments | undefined,
): HeaderChange[] => [...changesAt("add", before, after), ...changesAt("remove", before, after)];

function changesAt(
  path: "add" | "remove",
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
    return {
      path,
      name,
      was,
      now,
      headersBefore,
      headersAfter,
      isSetAfter: setAfter?.has(name) ?? false,
    };
  });
  return headers.filter(({ was, now }) => was !== now);
}
