import { isSet } from "../../../core/schema/values";
import { type Arguments, isInForce, listAt, textsIn, valueAt } from "../../ingress/arguments";
import { type Item, isHidden, isValueMap, type Value } from "../../ingress/value";
import { actionOf, isNeeded } from "./browser-actions";
import { compareCookies } from "./cookies";
import { compareProtective, isProtective } from "./protective";
import { assertedBy } from "./request-names";
import { isOnSharing, isSameSharing, isShared } from "./sharing";
import { type Headers, knownHeaders } from "./values";

/** Which headers a change sets or removes, and which message of a rule each of them has. */

/** Headers in which clients send what proves who they are. */
const CREDENTIALS = ["authorization", "cookie"];

/** The headers that a module in force sets, or removes (with the value `true`); `undefined` if they are hidden as a whole. */
export function headersAt(args: Arguments | undefined, path: "add" | "remove"): Headers | undefined {
  if (!isInForce(args)) return new Map();
  const headers = valueAt(args, path);
  if (isHidden(headers)) return undefined;
  if (!isValueMap(headers))
    return new Map(textsIn(listAt(args, path) ?? []).map((name) => [name.toLowerCase(), "true"]));
  const stated = Object.entries(headers).filter(([, value]) => isSet(value));
  return new Map(stated.map(([name, value]): [string, Item] => [name.toLowerCase(), headerValue(value)]));
}

const headerValue = (value: Value): Item => (isHidden(value) ? value : String(value));

/** A header that a module sets or removes on one side of a change, or sets to another value. */
export interface HeaderChange {
  /** The argument that sets or removes it. */
  readonly path: "add" | "remove";
  /** The name in lower case. */
  readonly name: string;
  readonly was: Item | undefined;
  readonly now: Item | undefined;
  /** All headers that the argument sets or removes, before and after the change. */
  readonly before: Headers;
  readonly after: Headers;
  /** Whether the module sets the header after the change. */
  readonly isAdded: boolean;
}

/**
 * The headers that only one side sets or removes, or that both sides set to different values, as far as they can be read. Nothing
 * shows whether a secret on both sides changes: another rule reports it.
 */
export function headerChanges(before: Arguments | undefined, after: Arguments | undefined): HeaderChange[] {
  const added = headersAt(after, "add");
  return (["add", "remove"] as const).flatMap((path) => {
    const old = headersAt(before, path);
    const next = headersAt(after, path);
    if (!old || !next) return [];
    const changes = [...new Set([...old.keys(), ...next.keys()])].map((name): HeaderChange => {
      const isAdded = added?.has(name) ?? false;
      return { path, name, was: old.get(name), now: next.get(name), before: old, after: next, isAdded };
    });
    return changes.filter(({ was, now }) => was !== now);
  });
}

const isKnown = (value: Item | undefined): value is string => typeof value === "string";

/** The message of a rule for a header; `undefined` for none. */
type Verdict = string | undefined;

/** A rotated credential admits the same sender. Another value of any other header of this kind asserts another sender. */
function ofRequest({ name, was, now }: HeaderChange): Verdict {
  if (now === undefined) return undefined;
  const asserted = assertedBy(name);
  if (asserted === undefined) return "plain";
  return asserted === "credential" && was !== undefined ? "rotated" : "set";
}

function ofProtective({ name, was, now, before, after }: HeaderChange): Verdict {
  // Another rule reports a value that is not shown.
  if (isHidden(was) || isHidden(now)) return now === undefined ? "lost" : undefined;
  const comparison = compareProtective(name, was, now, { before: knownHeaders(before), after: knownHeaders(after) });
  if (comparison === "weaker") return "lost";
  return comparison === "other" && was !== undefined && now !== undefined ? "other" : undefined;
}

function ofSharing(change: HeaderChange, isGuarded: boolean): Verdict {
  const { name, was, now, before, after } = change;
  if (isKnown(was) && isKnown(now) && isSameSharing(name, was, now)) return undefined;
  if (isShared(name, knownHeaders(before), knownHeaders(after), isGuarded)) return "shared";
  return isGuarded ? "sharing" : undefined;
}

function ofCookie({ was, now }: HeaderChange): Verdict {
  const isSame = isKnown(was) && isKnown(now) && compareCookies(was, now) === "same";
  return now === undefined || isSame ? undefined : "cookie";
}

function ofResponse(change: HeaderChange, isGuarded: boolean): Verdict {
  const { name, was, now } = change;
  if (isProtective(name)) return ofProtective(change);
  if (name === "set-cookie") return ofCookie(change);
  if (isOnSharing(name)) return ofSharing(change, isGuarded);
  const isSame = isKnown(was) && isKnown(now) && was.trim() === now.trim();
  return now === undefined || isSame ? undefined : actionOf(name, now);
}

/** What becomes of the header of an upstream that is removed from responses, or no longer. */
function ofRemoval({ name, now, isAdded }: HeaderChange, isGuarded: boolean): Verdict {
  if (isAdded) return undefined;
  if (now === undefined) return isProtective(name) || isOnSharing(name) ? undefined : "shown";
  if (isProtective(name)) return "removed";
  if (name === "cache-control" && isGuarded) return "uncontrolled";
  return isNeeded(name) ? "withheldFromClients" : undefined;
}

/** The message of a rule for a header that is set or removed. `isGuarded`: a protection keeps somebody from the responses. */
export const verdicts: Readonly<Record<string, (change: HeaderChange, isGuarded: boolean) => Verdict>> = {
  "requestHeaders add": ofRequest,
  "requestHeaders remove": ({ name, now, isAdded }) => {
    if (isAdded) return undefined;
    if (now === undefined) return "kept";
    return CREDENTIALS.includes(name) ? "withheld" : undefined;
  },
  "responseHeaders add": ofResponse,
  "responseHeaders remove": ofRemoval,
};
