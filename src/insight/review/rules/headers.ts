import { isObject, isSet } from "../../../core/schema/values";
import { accessOf } from "../../ingress/access";
import { type Block, isInForce, isOpaque, valueAt } from "../../ingress/blocks";
import { type Find, headerModules, inModules, match, rule } from "./rule";

/** Which headers routes set or remove, and what they mean to browsers, caches and upstreams, as far as texts show. */

/** Words in the names of headers by which upstreams know who sends a request, or what it is. */
const IDENTITY =
  /^(?!.*user-agent$)(authorization|proxy-authorization|cookie|origin|host|forwarded|remote-.*|impersonate-.*|tailscale-.*|.*(^|-)(user|userid|username|users|email|mail|groups?|roles?|scopes?|scope-orgid|admin|internal|tenant|account|auth|access|identity|principal|subject|token|jwt|assertion|secret|key|cert|certificate|api-?key|session|impersonate|webauth|client-(ip|id|dn)|real-ip|connecting-ip|cluster-client-ip|subrequest|method|override)(-.*)?|x-forwarded-(?!proto$|port$|prefix$).*|x-(original|rewrite|ms-client|amzn?|goog|ssl|client)-.*|true-client-ip)$/;

/** Headers in which clients send what proves who they are. */
const CREDENTIALS = ["authorization", "cookie"];

/** Headers that browsers follow to protect the users of a site. */
const PROTECTIVE =
  /^(strict-transport-security|content-security-policy|x-frame-options|x-content-type-options|referrer-policy|permissions-policy|cross-origin-(opener|embedder|resource)-policy)$/;

/** Headers by which pages of other origins, and shared caches, get responses. */
const SHARING =
  /^(access-control-.*|(cdn-|surrogate-|.*-cdn-)?cache-control|surrogate-control|expires|pragma|vary|timing-allow-origin)$/;

/** The values of headers by their names in lower case. */
type Headers = ReadonlyMap<string, string>;

/** The headers that a module in force sets, or removes (with the value `true`); `undefined` if they are hidden as a whole. */
function headersAt(block: Block | undefined, path: "add" | "remove"): Headers | undefined {
  const held = block && isInForce(block) ? valueAt(block, path) : undefined;
  if (isOpaque(held)) return undefined;
  const entries = isObject(held)
    ? Object.entries(held)
    : [held ?? []].flat().map((name) => [String(name), true] as const);
  return new Map(entries.flatMap(([name, value]) => (isSet(value) ? [[name.toLowerCase(), String(value)]] : [])));
}

/**
 * The headers that one side alone sets or removes, or that both set to other values: those that are readable, whatever is
 * hidden beside them. A secret on both sides is no other value as far as is known.
 */
function headerChanges(before: Block | undefined, after: Block | undefined) {
  const added = headersAt(after, "add");
  return (["add", "remove"] as const).flatMap((path) => {
    const [old, own] = [headersAt(before, path), path === "add" ? added : headersAt(after, path)];
    if (!old || !own) return [];
    return [...new Set([...old.keys(), ...own.keys()])]
      .map((name) => ({ old, own, path, name, was: old.get(name), now: own.get(name), isAdded: added?.has(name) }))
      .filter(({ was, now }) => was !== now);
  });
}

type HeaderChange = ReturnType<typeof headerChanges>[number];

const maxAge = (value: string): number => Number(/max-age\s*=\s*"?(\d+)/i.exec(value)?.[1] ?? 0);

/** The sources of each directive of a policy. */
function directives(policy: string): ReadonlyMap<string, readonly string[]> {
  const all = [...policy.toLowerCase().matchAll(/([^;\s]+)([^;]*)/g)];
  return new Map(all.map(([, name = "", sources = ""]) => [name, sources.match(/\S+/g) ?? []]));
}

/** Whether a source of a directive admits what none of the old sources did, as far as texts show. */
const isWider = (source: string, old: readonly string[]): boolean =>
  !old.includes(source) && source !== "'none'" && !(old.includes("*") && !/^'unsafe|^(data|blob):/.test(source));

/** Whether the value of a protective header protects less. */
function isWeakened(name: string, before: string, after: string): boolean {
  if (name === "strict-transport-security") {
    return maxAge(after) < maxAge(before) || (/includesubdomains/i.test(before) && !/includesubdomains/i.test(after));
  }
  if (name !== "content-security-policy") return false;
  const now = directives(after);
  return [...directives(before)].some(([directive, sources]) => {
    const others = now.get(directive);
    return !others || others.some((source) => isWider(source, sources));
  });
}

const allowsCredentials = (values: Headers): boolean =>
  /^\s*true\s*$/i.test(values.get("access-control-allow-credentials") ?? "");

const allowsAllOrigins = (values: Headers): boolean =>
  /^\s*(\*|null|.*\/\/\*.*)\s*$/.test(values.get("access-control-allow-origin") ?? "");

/** Whether shared caches may store responses, by whichever of the headers that say so. */
const isCached = (values: Headers): boolean =>
  [...values].some(
    ([name, value]) =>
      (/cache-control$|^surrogate-control$/.test(name) && /\bpublic\b|\bs-maxage\b/i.test(value)) ||
      (/cdn-cache-control$|^surrogate-control$/.test(name) && /max-age\s*=\s*[1-9]/i.test(value)),
  );

const isPublic = (values: Headers): boolean => !/\bno-store\b|\bprivate\b/i.test(values.get("cache-control") ?? "");

/** Whether a header gives pages of other origins the session of a user, or shared caches what a protection guards. */
function isShared({ name, old: was, own: now }: HeaderChange, isGuarded: boolean): boolean {
  const isOfOrigins = name.startsWith("access-control");
  const openings = isOfOrigins ? [allowsAllOrigins, allowsCredentials] : [isCached, isPublic];
  const mayBeRead = isGuarded || (isOfOrigins && allowsCredentials(now));
  return mayBeRead && openings.some((isOpen) => isOpen(now) && !isOpen(was));
}

/** The message of a rule for a header that is set or removed. `isGuarded`: a protection keeps somebody from the responses. */
const verdicts: Readonly<Record<string, (change: HeaderChange, isGuarded: boolean) => string | false>> = {
  "requestHeaders add": ({ name, now }) => now !== undefined && (IDENTITY.test(name) ? "set" : "plain"),
  "requestHeaders remove": ({ name, now, isAdded }) =>
    !isAdded && (now === undefined ? "kept" : CREDENTIALS.includes(name) && "withheld"),
  "responseHeaders add": (change, isGuarded) => {
    const { name, was, now } = change;
    if (PROTECTIVE.test(name)) {
      if (was === undefined || now === undefined) return was !== undefined && "lost";
      return !isOpaque(was) && !isOpaque(now) && (isWeakened(name, was, now) ? "lost" : "other");
    }
    if (name === "set-cookie") return now !== undefined && "cookie";
    if (!SHARING.test(name)) return false;
    return isShared(change, isGuarded) ? "shared" : isGuarded && "sharing";
  },
  "responseHeaders remove": ({ name, now, isAdded }, isGuarded) => {
    if (now === undefined) return false;
    if (PROTECTIVE.test(name)) return "removed";
    return name === "cache-control" && isGuarded && !isAdded && "uncontrolled";
  },
};

/** Finds headers of objects that are there after the change, by the verdicts. */
const headers = inModules(["kept", "begun", "ended"], headerModules, ({ name: module, was, now }, { after }) => {
  const block = now ?? was;
  if (!block || !after.own) return false;
  const isGuarded = accessOf(after) !== "open";
  const found = Map.groupBy(headerChanges(was, now), (each) => verdicts[`${module} ${each.path}`]?.(each, isGuarded));
  return [...found].map(([verdict, all]) => {
    const names = all.map(({ name }) => name).join(", ");
    return typeof verdict === "string" && match(block, now ? (all[0]?.path ?? "") : "", verdict, { names });
  });
});

/** Finds routes that take requests of another route, without removing the headers of identity that the other route removed. */
const unstripped: Find = (change, { takeoversTo }) =>
  (takeoversTo.get(change) ?? []).map(({ from }) => {
    const [old, kept] = [from.before, change.after].map(({ modules }) => headersAt(modules.requestHeaders, "remove"));
    const names = [...(old?.keys() ?? [])].filter((name) => IDENTITY.test(name) && !kept?.has(name));
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
