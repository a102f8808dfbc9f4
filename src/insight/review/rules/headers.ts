import { isObject, isSet } from "../../../core/schema/values";
import { accessOf } from "../../ingress/access";
import { type Block, isInForce, isOpaque, listAt, valueAt } from "../../ingress/blocks";
import { isCredential, isIdentity, isProtective, isShared, isSharing, isWeakened } from "./header-values";
import { type Find, inModules, isOfHeaders, match, rule } from "./rule";

/** Which headers routes set or remove. */

const paths = ["add", "remove"] as const;

/** The headers of a module by their names in lower case, and which lists of them are hidden as a whole. A module that is off has none. */
function headersOf(declared: Block | undefined) {
  const block = declared && isInForce(declared) ? declared : undefined;
  const added = block && valueAt(block, "add");
  const entries = isObject(added) ? Object.entries(added).filter(([, value]) => isSet(value)) : [];
  const removed = (block && listAt(block, "remove")) ?? [];
  return {
    add: new Map(entries.map(([name, value]) => [name.toLowerCase(), String(value)])),
    remove: new Map(removed.map((name) => [name.toLowerCase(), ""])),
    hidden: paths.filter((path) => block && isOpaque(valueAt(block, path))),
  };
}

type Headers = ReturnType<typeof headersOf>;

/**
 * The headers that one side alone sets or removes, or that both set to other values: those that are readable, whatever is
 * hidden beside them. A secret on both sides is no other value as far as is known.
 */
const changesOf = (before: Headers, after: Headers) =>
  paths
    .filter((path) => !before.hidden.includes(path) && !after.hidden.includes(path))
    .flatMap((path) =>
      [...new Set([...before[path].keys(), ...after[path].keys()])]
        .map((name) => ({ before, after, path, name, was: before[path].get(name), now: after[path].get(name) }))
        .filter(({ was, now }) => was !== now),
    );

type HeaderChange = ReturnType<typeof changesOf>[number];

/** What is found of a header that is set or removed: a message of a rule. `isGuarded`: a protection keeps somebody from the responses. */
const verdicts: Readonly<Record<string, (change: HeaderChange, isGuarded: boolean) => string | false>> = {
  "requestHeaders add": ({ name, now }) => now !== undefined && (isIdentity(name) ? "set" : "plain"),
  "requestHeaders remove": ({ name, now, after }) =>
    !after.add.has(name) && (now === undefined ? "kept" : isCredential(name) && "withheld"),
  "responseHeaders add": ({ name, was, now, before, after }, isGuarded) => {
    if (isProtective(name)) {
      if (was === undefined || now === undefined) return was !== undefined && "lost";
      return !isOpaque(was) && !isOpaque(now) && (isWeakened(name, was, now) ? "lost" : "other");
    }
    if (name === "set-cookie") return now !== undefined && "cookie";
    if (!isSharing(name)) return false;
    return isShared(name, before.add, after.add, isGuarded) ? "shared" : isGuarded && "sharing";
  },
  "responseHeaders remove": ({ name, now, after }, isGuarded) => {
    if (now === undefined) return false;
    if (isProtective(name)) return "removed";
    return name === "cache-control" && isGuarded && !after.add.has(name) && "uncontrolled";
  },
};

/** Finds headers of objects that are there after the change, by the verdicts. */
const headers = inModules(["kept", "begun", "ended"], isOfHeaders, ({ name: module, was, now }, { action, after }) => {
  const block = now ?? was;
  if (!block || action === "deleted" || action === "retained") return false;
  const isGuarded = accessOf(after) !== "open";
  const found = Map.groupBy(changesOf(headersOf(was), headersOf(now)), (each) =>
    verdicts[`${module} ${each.path}`]?.(each, isGuarded),
  );
  return [...found].map(([verdict, all]) => {
    const names = all.map(({ name }) => name).join(", ");
    return verdict && match(block, now ? (all[0]?.path ?? "") : "", verdict, { names });
  });
});

/** Routes take requests of another one, and do not remove the headers by which that one's upstream knows the sender. */
const unstripped: Find = (change, { to }) =>
  (to.get(change) ?? []).map(({ from }) => {
    const [old, kept] = [from.before, change.after].map(({ modules }) => headersOf(modules.requestHeaders).remove);
    const names = [...(old?.keys() ?? [])].filter((name) => isIdentity(name) && !kept?.has(name));
    const { own } = change.after;
    return own && names.length > 0 && match(own, "match", "handed", { names: names.join(", "), from: from.title });
  });

export const headerRules = [
  rule("security-header-dropped", "medium", {
    title: "A header that protects users is dropped from responses, or protects less",
    why: "Browsers no longer enforce https, or what a page may load and who may embed it.",
    fix: "Keep the header, or make sure that the upstream sends it.",
    messages: {
      lost: "responses no longer have {names} as before",
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
    messages: { plain: "every request has {names}" },
    find: headers,
  }),
];
