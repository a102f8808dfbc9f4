import { assertedBy } from "../change/headers/request-names";
import { headerChanges, headersAt, verdicts } from "../change/headers/verdicts";
import { accessOf } from "../ingress/access";
import { type Find, headerModules, inModules, match, rule } from "./rule";

/** Which headers routes set or remove, and what they mean to browsers, caches and upstreams, as far as texts show. */

/** Finds headers of objects that are there after the change, by the verdicts. */
const headers = inModules(
  ["stays", "starts", "ends"],
  headerModules,
  ({ name: module, before: was, after: now }, { after }) => {
    const args = now ?? was;
    if (!args || !after.args) return false;
    const isGuarded = accessOf(after) !== "open";
    const found = Map.groupBy(headerChanges(was, now), (each) => verdicts[`${module} ${each.path}`]?.(each, isGuarded));
    return [...found].map(([verdict, all]) => {
      const names = all.map(({ name }) => name).join(", ");
      return verdict !== undefined && match(args, now ? (all[0]?.path ?? "") : "", verdict, { names });
    });
  },
);

/** Finds routes that take requests of another route, without removing the headers of identity that the other route removed. */
const unstripped: Find = (change, { takeoversTo }) =>
  (takeoversTo.get(change) ?? []).map(({ from }) => {
    const [old, kept] = [from.before, change.after].map(({ modules }) => headersAt(modules.requestHeaders, "remove"));
    const names = [...(old?.keys() ?? [])].filter((name) => assertedBy(name) && !kept?.has(name));
    const { args } = change.after;
    return args && names.length > 0 && match(args, "match", "handed", { names: names.join(", "), from: from.title });
  });

export const headerRules = [
  rule("security-header-dropped", "medium", {
    title: "A header that protects users is dropped from responses, or protects less",
    why: "Browsers no longer enforce https, or what a page may load and who may embed it.",
    fix: "Keep the header, or make sure that the upstream sends it.",
    messages: {
      lost: "responses protect users less by {names}",
      removed: "{names} of the upstream is removed from responses",
    },
    find: headers,
  }),
  rule("security-header-changed", "low", {
    title: "A header that protects users changes",
    why: "Browsers enforce something else.",
    fix: "Test the site with the new value.",
    messages: { other: "responses have another {names}" },
    find: headers,
  }),
  rule("pages-redirected", "high", {
    title: "Each page sends its visitors to another site",
    why: "Browsers follow the header as soon as they have the page, so visitors cannot use the route.",
    fix: "Remove the header, unless the route exists only to send visitors there.",
    messages: { redirected: "each page sends its visitors to another site ({names})" },
    find: headers,
  }),
  rule("response-header-acted-on", "medium", {
    title: "Browsers or proxies act on a header that every response has",
    why: "Such a header sends requests elsewhere, erases data of users, widens the rights of scripts, or changes how a response is read. With a constant value, it does so for every response.",
    fix: "Set the header in the upstream, for the responses that need it.",
    messages: {
      acted: "browsers or proxies act on a header that every response has: {names}",
      withheldFromClients: "clients no longer get {names} of the upstream",
    },
    find: headers,
  }),
  rule("response-header-noticed", "low", {
    title: "Responses name other addresses or more of the upstream",
    why: "Browsers load what responses name, or send reports there. Headers of the upstream may show which software it runs.",
    fix: "Make sure that the addresses are yours, and that clients may see the headers.",
    messages: {
      noticed: "browsers act on a header that every response has: {names}",
      shown: "clients may see {names} of the upstream again",
    },
    find: headers,
  }),
  rule("responses-shared", "medium", {
    title: "Pages of other sites, or shared caches, may have responses",
    why: "A page that a user visits can use the session of the user, and a cache can answer without a login.",
    fix: "Name the origins that need access, and let caches store only what is public.",
    messages: {
      shared: "pages of other origins, or shared caches, may have responses: {names}",
      uncontrolled: "caches may store responses: {names} of the upstream is removed",
    },
    find: headers,
  }),
  rule("sharing-changed", "low", {
    title: "A header on sharing responses changes behind a protection",
    why: "It decides which pages and caches may have what the protection keeps from others.",
    fix: "Make sure that the origins are yours, and that no shared cache stores responses.",
    messages: { sharing: "responses have other headers on sharing: {names}" },
    find: headers,
  }),
  rule("identity-asserted", "medium", {
    title: "A header by which upstreams know the sender is set or removed for every request, or no longer removed",
    why: "An upstream that trusts the header takes the request for a request of another user. An upstream that needs the header rejects the request.",
    fix: "Make sure that the upstream neither trusts nor needs it.",
    messages: {
      set: "every request asserts {names} to the upstream",
      kept: "clients may send {names} to the upstream",
      cookie: "every client gets the same cookie",
      handed: "clients may send {names} to the upstream in requests that the {from} served, and that it removed",
      withheld: "the upstream no longer gets {names} of its clients",
    },
    find: [headers, unstripped],
  }),
  rule("request-header-set", "low", {
    title: "A header is set on every request",
    why: "Upstreams may trust what the edge sends.",
    fix: "Make sure that the upstream expects it.",
    messages: { plain: "every request has {names}", rotated: "every request has another {names}" },
    find: headers,
  }),
];
