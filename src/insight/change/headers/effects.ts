import { accessOf } from "../../ingress/access";
import type { Arguments } from "../../ingress/arguments";
import { type Item, isHidden } from "../../ingress/value";
import type { ModuleChange, ObjectChange } from "../objects";
import { oncePerChange } from "../once";
import { modulesWith } from "../select";
import { actionOf, isNeeded } from "./browser-actions";
import { type HeaderChange, type HeaderModule, headerChanges, headerModules } from "./changes";
import { isAsSafeCookie } from "./cookies";
import { compareProtective, isProtective } from "./protective";
import { assertedBy } from "./request-names";
import { isOnSharing, isSameSharing, isShared } from "./sharing";
import { knownHeaders } from "./values";

/** The effects that changes of headers have on browsers, caches and upstreams, as far as texts show. */

/** The effect of a change of request headers on the upstream. */
type RequestEffect =
  /** Every request asserts a sender. */
  | "senderAsserted"
  /** Every request gets another credential of the same sender. */
  | "credentialRotated"
  /** Every request has a header that asserts nothing about the sender. */
  | "headerAdded"
  /** Clients may send a header that was removed from their requests. */
  | "clientHeaderPassed"
  /** The upstream no longer gets the credentials of its clients. */
  | "credentialRemoved";

/** The effect of a change of response headers on clients. */
type ResponseEffect =
  /** Browsers protect users less. */
  | "protectionWeakened"
  /** Browsers protect users otherwise. */
  | "protectionChanged"
  /** A header of the upstream that protects users is removed. */
  | "protectionRemoved"
  /** Every client gets the same cookie. */
  | "cookieSet"
  /** Pages of other origins, or shared caches, may have responses. */
  | "responsesShared"
  /** A header on sharing changes behind a protection. */
  | "sharingChanged"
  /** A header by which the upstream controls caches is removed behind a protection. */
  | "cacheControlRemoved"
  /** Each page sends its visitors to another site. */
  | "visitorsRedirected"
  /** Browsers or proxies act on the header. */
  | "headerActedOn"
  /** A reviewer should look at the header: browsers act on it, or it names addresses. */
  | "headerNoticed"
  /** Clients see a header of the upstream again. */
  | "headerShown"
  /** A header of the upstream that clients need is removed. */
  | "neededHeaderRemoved";

export type HeaderEffect = RequestEffect | ResponseEffect;

/** Headers of a module whose changes have the same effect. */
export interface HeadersWithEffect<Effect extends HeaderEffect = HeaderEffect> {
  readonly effect: Effect;
  readonly args: Arguments;
  /** The argument that has the first of the headers; empty for a module that is removed. */
  readonly path: string;
  readonly names: readonly string[];
}

/** The headers whose changes have one of these effects. */
export function headersWithEffect<Effect extends HeaderEffect>(
  change: ObjectChange,
  ...effects: readonly Effect[]
): HeadersWithEffect<Effect>[] {
  const hasEffect = (headers: HeadersWithEffect): headers is HeadersWithEffect<Effect> =>
    effects.some((effect) => effect === headers.effect);
  return allHeaders(change).filter(hasEffect);
}

/** The headers of an object that is there after the change, by the effects of their changes. */
const allHeaders = oncePerChange((change): readonly HeadersWithEffect[] => {
  if (!change.after.args) return [];
  const isGuarded = accessOf(change.after) !== "open";
  return modulesWith(change, headerModules, "stays", "starts", "ends").flatMap((module) =>
    headersInModule(module, isGuarded),
  );
});

/** @param isGuarded True if a protection keeps anybody from the responses. */
function headersInModule(
  { name: module, before, after }: ModuleChange & { readonly name: HeaderModule },
  isGuarded: boolean,
): HeadersWithEffect[] {
  const args = after ?? before;
  if (!args) return [];
  const byEffect = Map.groupBy(headerChanges(before, after), (header) =>
    effectOf(module, header, isGuarded),
  );
  return [...byEffect].flatMap(([effect, headers]) => {
    if (effect === undefined) return [];
    const path = after ? (headers[0]?.path ?? "") : "";
    return [{ effect, args, path, names: headers.map(({ name }) => name) }];
  });
}

function effectOf(
  module: HeaderModule,
  header: HeaderChange,
  isGuarded: boolean,
): HeaderEffect | undefined {
  switch (`${module}.${header.path}` as const) {
    case "requestHeaders.add":
      return effectOnRequests(header);
    case "requestHeaders.remove":
      return effectOfRemovalFromRequests(header);
    case "responseHeaders.add":
      return effectOnResponses(header, isGuarded);
    case "responseHeaders.remove":
      return effectOfRemovalFromResponses(header, isGuarded);
  }
}

const isKnown = (value: Item | undefined): value is string => typeof value === "string";

/**
 * The effect of a header that is set on requests. A rotated credential admits the same sender. Another value of any other header that
 * asserts a sender asserts another sender.
 */
function effectOnRequests({ name, was, now }: HeaderChange): RequestEffect | undefined {
  if (now === undefined) return undefined;
  const asserted = assertedBy(name);
  if (asserted === undefined) return "headerAdded";
  return asserted === "credential" && was !== undefined ? "credentialRotated" : "senderAsserted";
}

/** The headers in which clients send credentials. */
const CREDENTIALS = ["authorization", "cookie"];

/** The effect of removing a header of clients from requests, or of no longer removing it. */
function effectOfRemovalFromRequests({
  name,
  now,
  isSetAfter,
}: HeaderChange): RequestEffect | undefined {
  if (isSetAfter) return undefined;
  if (now === undefined) return "clientHeaderPassed";
  return CREDENTIALS.includes(name) ? "credentialRemoved" : undefined;
}

function effectOnResponses(header: HeaderChange, isGuarded: boolean): ResponseEffect | undefined {
  const { name, was, now } = header;
  if (isProtective(name)) return effectOnProtection(header);
  if (name === "set-cookie") return effectOfCookie(header);
  if (isOnSharing(name)) return effectOnSharing(header, isGuarded);
  if (now === undefined) return undefined;
  const isSame = isKnown(was) && isKnown(now) && was.trim() === now.trim();
  return isSame ? undefined : actionOf(name, now);
}

function effectOnProtection(header: HeaderChange): ResponseEffect | undefined {
  const { name, was, now, headersBefore, headersAfter } = header;
  if (isHidden(was) && now === undefined) return "protectionWeakened";
  // Another rule reports a hidden value.
  if (isHidden(was) || isHidden(now)) return undefined;
  const headers = { before: knownHeaders(headersBefore), after: knownHeaders(headersAfter) };
  const comparison = compareProtective(name, was, now, headers);
  if (comparison === "weaker") return "protectionWeakened";
  const isOnBothSides = was !== undefined && now !== undefined;
  return comparison === "other" && isOnBothSides ? "protectionChanged" : undefined;
}

function effectOfCookie({ was, now }: HeaderChange): ResponseEffect | undefined {
  if (now === undefined) return undefined;
  const isHarmless = isKnown(was) && isKnown(now) && isAsSafeCookie(was, now);
  return isHarmless ? undefined : "cookieSet";
}

function effectOnSharing(header: HeaderChange, isGuarded: boolean): ResponseEffect | undefined {
  const { name, was, now } = header;
  if (isKnown(was) && isKnown(now) && isSameSharing(name, was, now)) return undefined;
  const headersBefore = knownHeaders(header.headersBefore);
  const headersAfter = knownHeaders(header.headersAfter);
  if (isShared(name, headersBefore, headersAfter, isGuarded)) return "responsesShared";
  return isGuarded ? "sharingChanged" : undefined;
}

/** The effect of removing a header of the upstream from responses, or of no longer removing it. */
function effectOfRemovalFromResponses(
  { name, now, isSetAfter }: HeaderChange,
  isGuarded: boolean,
): ResponseEffect | undefined {
  if (isSetAfter) return undefined;
  if (now === undefined) return effectOfShowing(name);
  if (isProtective(name)) return "protectionRemoved";
  if (name === "cache-control" && isGuarded) return "cacheControlRemoved";
  return isNeeded(name) ? "neededHeaderRemoved" : undefined;
}

/** The effect of a header of the upstream that clients see again. The upstream decides about protection and sharing. */
const effectOfShowing = (name: string): ResponseEffect | undefined =>
  isProtective(name) || isOnSharing(name) ? undefined : "headerShown";
