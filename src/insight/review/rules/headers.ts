import { isObject, isSet } from "../../../core/schema/values";
import { accessOf } from "../../ingress/access";
import { type Block, isInForce, isOpaque, listAt, valueAt } from "../../ingress/blocks";
import { oauth, ofRoute } from "./example";
import { isCredential, isIdentity, isProtective, isShared, isSharing, isWeakened } from "./header-values";
import { type Find, match, matchRemoved, rule } from "./rule";

/** Which headers routes set or remove. */

const paths = ["add", "remove"] as const;
type Path = (typeof paths)[number];

/** The headers of a module by their names in lower case; those of a module that is off are none. */
interface Headers extends Readonly<Record<Path, ReadonlyMap<string, string>>> {
  /** Which of the two is a secret as a whole, or known only at apply. */
  readonly hidden: readonly Path[];
}

function headersOf(block: Block | undefined): Headers {
  if (!block || !isInForce(block)) return { add: new Map(), remove: new Map(), hidden: [] };
  const added = valueAt(block, "add");
  const entries = Object.entries(isObject(added) ? added : {}).filter(([, value]) => isSet(value));
  return {
    add: new Map(entries.map(([name, value]) => [name.toLowerCase(), String(value)])),
    remove: new Map((listAt(block, "remove") ?? []).map((name) => [name.toLowerCase(), ""])),
    hidden: paths.filter((path) => isOpaque(valueAt(block, path))),
  };
}

/** The headers of an object on both sides, and whether a protection keeps somebody from its responses. */
interface Sides {
  readonly was: Headers;
  readonly now: Headers;
  readonly isGuarded: boolean;
}

/**
 * The headers that one side alone sets or removes, or that both set to other values: those that are readable, whatever is
 * hidden beside them. A secret on both sides is no other value as far as is known.
 */
const changesOf = ({ was, now }: Sides) =>
  paths
    .filter((path) => !was.hidden.includes(path) && !now.hidden.includes(path))
    .flatMap((path) =>
      [...new Set([...was[path].keys(), ...now[path].keys()])]
        .map((name) => ({ path, name, was: was[path].get(name), now: now[path].get(name) }))
        .filter((each) => each.was !== each.now),
    );

type HeaderChange = ReturnType<typeof changesOf>[number];

/** What is found of a header: a message of one of the rules. */
type Verdict =
  | ("lost" | "removed" | "other" | "shared" | "uncontrolled" | "sharing")
  | ("set" | "kept" | "withheld" | "cookie" | "plain");

function onRequest({ path, name, now }: HeaderChange, sides: Sides): Verdict | undefined {
  if (path === "add") return now === undefined ? undefined : isIdentity(name) ? "set" : "plain";
  if (sides.now.add.has(name)) return undefined;
  if (now === undefined) return "kept";
  return isCredential(name) ? "withheld" : undefined;
}

function onResponse({ path, name, was, now }: HeaderChange, sides: Sides): Verdict | undefined {
  if (path === "remove") {
    if (now === undefined) return undefined;
    if (isProtective(name)) return "removed";
    return name === "cache-control" && sides.isGuarded && !sides.now.add.has(name) ? "uncontrolled" : undefined;
  }
  if (isProtective(name)) {
    if (was === undefined || now === undefined) return was === undefined ? undefined : "lost";
    if (isOpaque(was) || isOpaque(now)) return undefined;
    return isWeakened(name, was, now) ? "lost" : "other";
  }
  if (name === "set-cookie") return now === undefined ? undefined : "cookie";
  if (!isSharing(name)) return undefined;
  return isShared(name, sides.was.add, sides.now.add, sides.isGuarded)
    ? "shared"
    : sides.isGuarded
      ? "sharing"
      : undefined;
}

const verdicts = { requestHeaders: onRequest, responseHeaders: onResponse };

/** Finds headers of objects that are there after the change. */
const headersThat =
  (...wanted: readonly Verdict[]): Find =>
  (change) => {
    const { action, after, modules } = change;
    if (action === "deleted" || action === "retained") return false;
    const isGuarded = accessOf(after) !== "open";
    return modules.map(({ name: module, was, now }) => {
      const block = now ?? was;
      if (!block || (module !== "requestHeaders" && module !== "responseHeaders")) return false;
      const sides = { was: headersOf(was), now: headersOf(now), isGuarded };
      const found = Map.groupBy(changesOf(sides), (each) => verdicts[module](each, sides));
      return wanted.map((verdict) => {
        const all = found.get(verdict) ?? [];
        const values = { names: all.map(({ name }) => name).join(", ") };
        if (!all[0]) return false;
        return now ? match(now, all[0].path, verdict, values) : matchRemoved(change, block, verdict, values);
      });
    });
  };

/** Routes take requests of another one, and do not remove the headers by which that one's upstream knows the sender. */
const unstripped: Find = (change, { to }) =>
  (to.get(change) ?? []).map(({ from }) => {
    const [old, kept] = [from.before, change.after].map(({ modules }) => headersOf(modules.requestHeaders).remove);
    const names = [...(old?.keys() ?? [])].filter((name) => isIdentity(name) && !kept?.has(name));
    const { own } = change.after;
    return own && names.length > 0 && match(own, "match", "handed", { names: names.join(", "), from: from.title });
  });

const responses = (add: object) => ({ responseHeaders: { add } });

export const headerRules = [
  rule("security-header-dropped", "medium", {
    title: "A header that protects users is dropped from responses, or protects less",
    why: "Browsers no longer enforce https, or what a page may load and who may embed it.",
    fix: "Keep the header, or make sure that the upstream sends it.",
    messages: {
      lost: "responses no longer have {names} as before",
      removed: "{names} of the upstream is removed from responses",
    },
    example: ofRoute(responses({ "content-security-policy": "default-src 'self'" }), {}),
    find: headersThat("lost", "removed"),
  }),
  rule("security-header-changed", "low", {
    title: "A header that protects users changes",
    why: "Browsers enforce something else.",
    fix: "Test the site with the new value.",
    messages: { other: "responses have another {names}" },
    example: ofRoute(responses({ "referrer-policy": "origin" }), responses({ "referrer-policy": "no-referrer" })),
    find: headersThat("other"),
  }),
  rule("responses-shared", "medium", {
    title: "Pages of other sites, or shared caches, may have responses",
    why: "A page that a user visits can use the session of the user, and a cache can answer without a login.",
    fix: "Name the origins that need access, and let caches store only what is public.",
    messages: {
      shared: "pages of other origins, or shared caches, may have responses: {names}",
      uncontrolled: "caches may store responses: {names} of the upstream is removed",
    },
    example: ofRoute({ oauth }, { oauth, ...responses({ "access-control-allow-origin": "*" }) }),
    find: headersThat("shared", "uncontrolled"),
  }),
  rule("sharing-changed", "low", {
    title: "A header on sharing responses changes behind a protection",
    why: "It decides which pages and caches may have what the protection keeps from others.",
    fix: "Make sure that the origins are yours, and that no shared cache stores responses.",
    messages: { sharing: "responses have other headers on sharing: {names}" },
    example: ofRoute({ oauth }, { oauth, ...responses({ "access-control-allow-origin": "https://app.acme.com" }) }),
    find: headersThat("sharing"),
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
    example: ofRoute({}, { requestHeaders: { add: { "x-user": "admin" } } }),
    find: [headersThat("set", "kept", "withheld", "cookie"), unstripped],
  }),
  rule("request-header-set", "low", {
    title: "A header is set on every request",
    why: "Upstreams may trust what the edge sends.",
    fix: "Make sure that the upstream expects it.",
    messages: { plain: "every request has {names}" },
    example: ofRoute({}, { requestHeaders: { add: { "x-canary": "1" } } }),
    find: headersThat("plain"),
  }),
];
