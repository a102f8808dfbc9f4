import { isObject, isSet } from "../../../core/schema/values";
import { type Arguments, isHidden, isInForce, valueAt } from "../../ingress/arguments";
import { actionOf, isNeeded } from "./browser-actions";
import { compareCookies } from "./cookies";
import { compareProtective, type Headers, isProtective } from "./protective";
import { assertedBy } from "./request-names";
import { isOnSharing, isSameSharing, isShared } from "./sharing";

/** Which headers a change sets or removes, and which message of a rule each of them has. */

/** Headers in which clients send what proves who they are. */
const CREDENTIALS = ["authorization", "cookie"];

/** The headers that a module in force sets, or removes (with the value `true`); `undefined` if they are hidden as a whole. */
export function headersAt(args: Arguments | undefined, path: "add" | "remove"): Headers | undefined {
  const held = args && isInForce(args) ? valueAt(args, path) : undefined;
  if (isHidden(held)) return undefined;
  const entries = isObject(held)
    ? Object.entries(held)
    : [held ?? []].flat().map((name) => [String(name), true] as const);
  return new Map(entries.flatMap(([name, value]) => (isSet(value) ? [[name.toLowerCase(), String(value)]] : [])));
}

/**
 * The headers that only one side sets or removes, or that both set to other values: those that are readable, whatever is
 * hidden beside them. A secret on both sides is no other value as far as is known.
 */
export function headerChanges(before: Arguments | undefined, after: Arguments | undefined) {
  const added = headersAt(after, "add");
  return (["add", "remove"] as const).flatMap((path) => {
    const old = headersAt(before, path);
    const own = path === "add" ? added : headersAt(after, path);
    if (!old || !own) return [];
    return [...new Set([...old.keys(), ...own.keys()])]
      .map((name) => ({ old, own, path, name, was: old.get(name), now: own.get(name), isAdded: added?.has(name) }))
      .filter(({ was, now }) => was !== now);
  });
}

type HeaderChange = ReturnType<typeof headerChanges>[number];

/** The message of a rule for a header; `undefined` for none. */
type Verdict = string | undefined;

/** A rotated credential admits the same sender. Another value of any other header of this kind asserts another sender. */
function ofRequest({ name, was, now }: HeaderChange): Verdict {
  if (now === undefined) return undefined;
  const asserted = assertedBy(name);
  if (asserted === undefined) return "plain";
  return asserted === "credential" && was !== undefined ? "rotated" : "set";
}

function ofProtective({ name, was, now, old, own }: HeaderChange): Verdict {
  // Another rule reports a value that is not shown.
  if (isHidden(was) || isHidden(now)) return now === undefined ? "lost" : undefined;
  const comparison = compareProtective(name, was, now, { before: old, after: own });
  if (comparison === "weaker") return "lost";
  return comparison === "other" && was !== undefined && now !== undefined ? "other" : undefined;
}

function ofSharing(change: HeaderChange, isGuarded: boolean): Verdict {
  const { name, was, now, old, own } = change;
  if (was !== undefined && now !== undefined && isSameSharing(name, was, now)) return undefined;
  if (isShared(name, old, own, isGuarded)) return "shared";
  return isGuarded ? "sharing" : undefined;
}

function ofCookie({ was, now }: HeaderChange): Verdict {
  const isSame = was !== undefined && now !== undefined && compareCookies(was, now) === "same";
  return now === undefined || isSame ? undefined : "cookie";
}

function ofResponse(change: HeaderChange, isGuarded: boolean): Verdict {
  const { name, was, now } = change;
  if (isProtective(name)) return ofProtective(change);
  if (name === "set-cookie") return ofCookie(change);
  if (isOnSharing(name)) return ofSharing(change, isGuarded);
  const isOther = now !== undefined && now.trim() !== was?.trim();
  return isOther ? actionOf(name, now) : undefined;
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
