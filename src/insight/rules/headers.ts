import { headersAt } from "../change/headers/changes";
import { type HeaderEffect, headersWithEffect } from "../change/headers/effects";
import { assertedBy } from "../change/headers/request-names";
import type { ObjectChange } from "../change/objects";
import type { Reassignment } from "../change/reassignments";
import type { IngressObject } from "../ingress/ingress";
import { oauth, routeWith } from "./example-programs";
import { at, type Match, rule } from "./rule";

/**
 * The rules of the headers that routes set or remove. `change/headers/effects.ts` decides what a changed header does to browsers,
 * caches and upstreams; the id of a message is the name of such an effect.
 */

export const headerRules = [
  rule({
    id: "security-header-dropped",
    severity: "medium",
    title: "A header that protects users is dropped from responses, or protects less",
    why: "Browsers no longer enforce https, or what a page may load and who may embed it.",
    fix: "Keep the header, or make sure that the upstream sends it.",
    messages: {
      protectionWeakened: "responses protect users less by {names}",
      protectionRemoved: "responses no longer have {names} of the upstream",
    },
    example: {
      before: routeWith({
        responseHeaders: { add: { "content-security-policy": "default-src 'self'" } },
      }),
      after: routeWith(),
    },
    find: (change) => matchesWithEffect(change, "protectionWeakened", "protectionRemoved"),
  }),
  rule({
    id: "security-header-changed",
    severity: "low",
    title: "A header that protects users changes",
    why: "Browsers enforce something else.",
    fix: "Test the site with the new value.",
    messages: { protectionChanged: "responses have another {names}" },
    example: {
      before: routeWith({ responseHeaders: { add: { "referrer-policy": "origin" } } }),
      after: routeWith({ responseHeaders: { add: { "referrer-policy": "no-referrer" } } }),
    },
    find: (change) => matchesWithEffect(change, "protectionChanged"),
  }),
  rule({
    id: "pages-redirected",
    severity: "high",
    title: "Each page sends its visitors to another site",
    why: "Browsers follow the header as soon as they have the page, so visitors cannot use the route.",
    fix: "Remove the header, unless the route exists only to send visitors there.",
    messages: { visitorsRedirected: "each page sends its visitors to another site ({names})" },
    example: {
      before: routeWith(),
      after: routeWith({
        responseHeaders: { add: { refresh: "0; url=https://shop.example.net/" } },
      }),
    },
    find: (change) => matchesWithEffect(change, "visitorsRedirected"),
  }),
  rule({
    id: "response-header-acted-on",
    severity: "medium",
    title: "Browsers or proxies act on a header that every response has",
    why: "Such a header sends requests elsewhere, erases data of users, widens the rights of scripts, or changes how a response is read. With a constant value, it does so for every response.",
    fix: "Set the header in the upstream, for the responses that need it.",
    messages: {
      headerActedOn: "browsers or proxies act on a header that every response has: {names}",
      neededHeaderRemoved: "clients no longer get {names} of the upstream",
    },
    example: {
      before: routeWith(),
      after: routeWith({ responseHeaders: { add: { location: "https://shop.example.net/" } } }),
    },
    find: (change) => matchesWithEffect(change, "headerActedOn", "neededHeaderRemoved"),
  }),
  rule({
    id: "response-header-noticed",
    severity: "low",
    title: "Responses name other addresses or more of the upstream",
    why: "Browsers load what responses name, or send reports there. Headers of the upstream may show which software it runs.",
    fix: "Make sure that the addresses are yours, and that clients may see the headers.",
    messages: {
      headerNoticed: "browsers act on a header that every response has: {names}",
      headerShown: "clients may see {names} of the upstream again",
    },
    example: {
      before: routeWith({ responseHeaders: { remove: ["server"] } }),
      after: routeWith(),
    },
    find: (change) => matchesWithEffect(change, "headerNoticed", "headerShown"),
  }),
  rule({
    id: "responses-shared",
    severity: "medium",
    title: "Pages of other sites, or shared caches, may have responses",
    why: "A page that a user visits can use the session of the user, and a cache can answer without a login.",
    fix: "Name the origins that need access, and let caches store only what is public.",
    messages: {
      responsesShared: "pages of other origins, or shared caches, may have responses: {names}",
      cacheControlRemoved:
        "caches may store responses, which no longer have {names} of the upstream",
    },
    example: {
      before: routeWith({ oauth }),
      after: routeWith({ oauth, responseHeaders: { add: { "access-control-allow-origin": "*" } } }),
    },
    find: (change) => matchesWithEffect(change, "responsesShared", "cacheControlRemoved"),
  }),
  rule({
    id: "sharing-changed",
    severity: "low",
    title: "A header on sharing responses changes behind a protection",
    why: "It decides which pages and caches may have what the protection keeps from others.",
    fix: "Make sure that the origins are yours, and that no shared cache stores responses.",
    messages: { sharingChanged: "responses have other headers on sharing: {names}" },
    example: {
      before: routeWith({ oauth }),
      after: routeWith({
        oauth,
        responseHeaders: { add: { "access-control-allow-origin": "https://app.acme.com" } },
      }),
    },
    find: (change) => matchesWithEffect(change, "sharingChanged"),
  }),
  rule({
    id: "identity-asserted",
    severity: "medium",
    title: "A header that names the sender to upstreams is set, removed, or no longer removed",
    why: "An upstream that trusts the header takes the request for a request of another user. An upstream that needs the header rejects the request.",
    fix: "Make sure that the upstream neither trusts nor needs it.",
    messages: {
      senderAsserted: "every request asserts {names} to the upstream",
      clientHeaderPassed: "clients may send {names} to the upstream",
      cookieSet: "every client gets the same cookie",
      headerNoLongerRemoved:
        "clients may send {names} to the upstream: the {from} served these requests before, and removed {names}",
      credentialRemoved: "the upstream no longer gets {names} of its clients",
    },
    example: {
      before: routeWith(),
      after: routeWith({ requestHeaders: { add: { "x-user": "admin" } } }),
    },
    *find(change, { reassignedTo }) {
      yield* matchesWithEffect(
        change,
        "senderAsserted",
        "clientHeaderPassed",
        "cookieSet",
        "credentialRemoved",
      );
      yield* headersNoLongerRemoved(change, reassignedTo.get(change) ?? []);
    },
  }),
  rule({
    id: "request-header-set",
    severity: "low",
    title: "A header is set on every request",
    why: "Upstreams may trust what the edge sends.",
    fix: "Make sure that the upstream expects it.",
    messages: {
      headerAdded: "every request has {names}",
      credentialRotated: "every request has another {names}",
    },
    example: {
      before: routeWith(),
      after: routeWith({ requestHeaders: { add: { "x-canary": "1" } } }),
    },
    find: (change) => matchesWithEffect(change, "headerAdded", "credentialRotated"),
  }),
];

/** Yields a match for each changed header that has one of the effects. */
function* matchesWithEffect<Effect extends HeaderEffect>(
  change: ObjectChange,
  ...effects: readonly Effect[]
): Generator<Match<Effect>> {
  for (const { effect, args, path, names } of headersWithEffect(change, ...effects))
    yield at(args, path, effect, { names: names.join(", ") });
}

/** Yields a match for each route that removed headers from requests which this route takes over without removing the headers. */
function* headersNoLongerRemoved(
  route: ObjectChange,
  takenOver: readonly Reassignment[],
): Generator<Match<"headerNoLongerRemoved">> {
  const { args } = route.after;
  if (!args) return;
  const removedNow = removedRequestHeaders(route.after);
  for (const { from } of takenOver) {
    const removedBefore = removedRequestHeaders(from.before);
    const passed = removedBefore.filter((name) => isOfSender(name) && !removedNow.includes(name));
    if (passed.length === 0) continue;
    const values = { names: passed.join(", "), from: from.title };
    yield at(args, "match", "headerNoLongerRemoved", values);
  }
}

/** True if a header asserts something about the sender. Any other header of a client may reach the upstream. */
const isOfSender = (name: string): boolean => assertedBy(name) !== undefined;

const removedRequestHeaders = ({ modules }: IngressObject): string[] => [
  ...(headersAt(modules.requestHeaders, "remove")?.keys() ?? []),
];
