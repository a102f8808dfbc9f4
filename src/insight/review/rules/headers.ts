import { isObject, isSet } from "../../../core/schema/values";
import { accessOf } from "../../ingress/access";
import { type Block, isInForce, isOpaque, listAt, valueAt } from "../../ingress/blocks";
import type { Configuration } from "../../ingress/ingress";
import type { ObjectChange } from "../changes";
import { oauth, ofRoute } from "./example";
import { type Context, listed, type Match, match, matchRemoved, type Rule } from "./rule";

/** What headers that routes set or remove mean to browsers, caches and upstreams. */

/** Words in the names of headers by which upstreams know who sends a request, or what it is. */
const IDENTITY =
  /^(authorization|proxy-authorization|cookie|origin|host|forwarded|via|remote-.*|impersonate-.*|tailscale-.*|.*(^|-)(user|userid|username|users|email|mail|groups?|roles?|scopes?|scope-orgid|admin|internal|tenant|account|auth|access|identity|principal|subject|token|jwt|assertion|secret|key|cert|certificate|api-?key|session|impersonate|webauth|client-(ip|id|dn)|real-ip|connecting-ip|cluster-client-ip|subrequest|method|override)(-.*)?|x-forwarded-(?!proto$|port$|prefix$).*|x-(original|rewrite|ms-client|amzn?|goog|ssl|client)-.*|true-client-ip)$/;

const isIdentity = (name: string): boolean => IDENTITY.test(name) && name !== "via" && !/user-agent$/.test(name);

/** Headers that browsers follow to protect the users of a site. */
const PROTECTIVE = [
  ...["strict-transport-security", "content-security-policy", "x-frame-options", "x-content-type-options"],
  ...["referrer-policy", "permissions-policy"],
  ...["cross-origin-opener-policy", "cross-origin-embedder-policy", "cross-origin-resource-policy"],
];

const ORIGIN = "access-control-allow-origin";
const CREDENTIALS = "access-control-allow-credentials";

/** Headers by which pages of other origins, and shared caches, get responses. */
const isSharing = (name: string): boolean =>
  /^(access-control-|(cdn-|surrogate-|.*-cdn-)?cache-control$|surrogate-control$|expires$|pragma$|vary$|timing-allow-origin$)/.test(
    name,
  );

/** The headers of a module by their names in lower case; those of a module that is off are none. */
interface Headers {
  readonly add: ReadonlyMap<string, string>;
  readonly remove: ReadonlySet<string>;
  /** Which of the two is a secret as a whole, or known only at apply. */
  readonly hidden: readonly string[];
}

function headersOf(block: Block | undefined): Headers {
  if (!block || !isInForce(block)) return { add: new Map(), remove: new Set(), hidden: [] };
  const added = valueAt(block, "add");
  const entries = Object.entries(isObject(added) ? added : {}).filter(([, value]) => isSet(value));
  return {
    add: new Map(entries.map(([name, value]) => [name.toLowerCase(), String(value)])),
    remove: new Set((listAt(block, "remove") ?? []).map((name) => name.toLowerCase())),
    hidden: ["add", "remove"].filter((path) => isOpaque(valueAt(block, path))),
  };
}

interface HeaderChange {
  readonly was: Headers;
  readonly now: Headers;
  /** A match at the headers that are set, or at those that are removed; none without a name. */
  readonly at: (path: "add" | "remove", message: string, names: readonly string[]) => Match[];
}

/** What changes of the headers of an object that is there after the change: what is readable, whatever is hidden beside it. */
function headerChanges(change: ObjectChange, module: "requestHeaders" | "responseHeaders"): HeaderChange[] {
  const [before, after] = [change.before.modules[module], change.after.modules[module]];
  const block = after ?? before;
  if (!block || change.action === "deleted" || change.action === "retained") return [];
  return [
    {
      ...{ was: headersOf(before), now: headersOf(after) },
      at: (path, message, names) => {
        if (names.length === 0) return [];
        const values = { names: listed(names) };
        return [after ? match(after, path, message, values) : matchRemoved(change, block, message, values)];
      },
    },
  ];
}

/** Names that one side sets or removes, and that the other one, as far as it can be read, does not. */
const namesOnlyIn = (one: Headers, other: Headers, path: "add" | "remove"): string[] =>
  other.hidden.includes(path) ? [] : [...one[path].keys()].filter((name) => !other[path].has(name));
const lostFrom = (path: "add" | "remove", { was, now }: HeaderChange): string[] => namesOnlyIn(was, now, path);
const addedTo = (path: "add" | "remove", { was, now }: HeaderChange): string[] => namesOnlyIn(now, was, path);

/** Names that both sides set, to other values. A secret on both sides is no other value as far as is known. */
const changedIn = ({ was, now }: HeaderChange): string[] =>
  [...now.add.keys()].filter((name) => was.add.has(name) && was.add.get(name) !== now.add.get(name));

const isReadable = (name: string, { was, now }: HeaderChange): boolean =>
  [was, now].every(({ add }) => !isOpaque(add.get(name)));

const maxAge = (value: string): number => Number(/max-age\s*=\s*"?(\d+)/i.exec(value)?.[1] ?? 0);

/** The sources of each directive of a policy. */
const directives = (policy: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    policy.split(";").flatMap((text) => {
      const [name = "", ...sources] = text.trim().toLowerCase().split(/\s+/);
      return name === "" ? [] : [[name, sources]];
    }),
  );

/** A source that admits all others of its kind. */
const isWider = (source: string, old: readonly string[]): boolean =>
  !old.includes(source) && source !== "'none'" && !(old.includes("*") && !/^'unsafe|^(data|blob):/.test(source));

/** Whether the value of a protective header protects less, as far as a comparison of texts shows. */
function isWeakened(name: string, before: string, after: string): boolean {
  if (name === "strict-transport-security") {
    const isShorter = maxAge(after) < maxAge(before);
    return isShorter || (/includesubdomains/i.test(before) && !/includesubdomains/i.test(after));
  }
  if (name === "content-security-policy") {
    const now = directives(after);
    return [...directives(before)].some(([directive, sources]) => {
      const others = now.get(directive);
      return !others || others.some((source) => isWider(source, sources));
    });
  }
  return /unsafe|allow(all|-from)|downgrade|cross-origin/i.test(after);
}

/** Values of protective headers that change, by whether they protect less. */
const protectiveChanges = (change: HeaderChange, isWeaker: boolean): string[] =>
  changedIn(change).filter(
    (name) =>
      PROTECTIVE.includes(name) &&
      isReadable(name, change) &&
      isWeakened(name, change.was.add.get(name) ?? "", change.now.add.get(name) ?? "") === isWeaker,
  );

const isFramedByPolicy = ({ add }: Headers): boolean =>
  /frame-ancestors/i.test(add.get("content-security-policy") ?? "");

const findDropped = (change: HeaderChange): Match[] => {
  const gone = lostFrom("add", change).filter(
    (name) => PROTECTIVE.includes(name) && !(name === "x-frame-options" && isFramedByPolicy(change.now)),
  );
  const removed = addedTo("remove", change).filter((name) => PROTECTIVE.includes(name));
  return [
    ...change.at("add", "lost", [...gone, ...protectiveChanges(change, true)]),
    ...change.at("remove", "removed", removed),
  ];
};

const allowsCredentials = ({ add }: Headers): boolean => /^\s*true\s*$/i.test(add.get(CREDENTIALS) ?? "");
const originOf = ({ add }: Headers): string => (add.get(ORIGIN) ?? "").trim();
const isForAll = (origin: string): boolean => /^(\*|null|.*\/\/\*.*)$/.test(origin);

/** Whether shared caches may store responses, by whichever of the headers that say so. */
const isCached = ({ add }: Headers): boolean =>
  [...add].some(
    ([name, value]) =>
      (/cache-control$|^surrogate-control$/.test(name) && /\bpublic\b|\bs-maxage\b/i.test(value)) ||
      (/cdn-cache-control$|^surrogate-control$/.test(name) && /max-age\s*=\s*[1-9]/i.test(value)),
  );
const isPrivate = ({ add }: Headers): boolean => /\bno-store\b|\bprivate\b/i.test(add.get("cache-control") ?? "");

/** Sharing headers that come, go or change, and whether pages get the user's session, or caches the responses. */
function sharing(change: HeaderChange, isGuarded: boolean): { readonly grave: string[]; readonly slight: string[] } {
  const { was, now } = change;
  const all = [...new Set([...addedTo("add", change), ...changedIn(change), ...lostFrom("add", change)])].filter(
    isSharing,
  );
  const isOther = (isOpen: (headers: Headers) => boolean) => isOpen(now) && !isOpen(was);
  const reads =
    (allowsCredentials(now) && originOf(now) !== "" && !(allowsCredentials(was) && originOf(was) === originOf(now))) ||
    (isGuarded && (isOther((headers) => isForAll(originOf(headers))) || isOther(allowsCredentials)));
  const stores = isGuarded && (isOther(isCached) || (isPrivate(was) && !isPrivate(now)));
  const grave = all.filter((name) => (name.startsWith("access-control") ? reads : stores));
  return { grave, slight: isGuarded ? all.filter((name) => !grave.includes(name)) : [] };
}

const findSharing = (change: ObjectChange, severity: "grave" | "slight"): Match[] =>
  headerChanges(change, "responseHeaders").flatMap((headers) =>
    headers.at("add", "found", sharing(headers, accessOf(change.after) !== "open")[severity]),
  );

/** The upstream's `Cache-Control` behind a protection, if responses have it no longer, nor another one in its place. */
const findUncontrolled = (change: ObjectChange): Match[] =>
  accessOf(change.after) === "open"
    ? []
    : headerChanges(change, "responseHeaders").flatMap((headers) =>
        headers.at(
          "remove",
          "removed",
          addedTo("remove", headers).filter((name) => name === "cache-control" && !headers.now.add.has(name)),
        ),
      );

/** Headers in which clients send what proves who they are. */
const CREDENTIAL_HEADERS = ["authorization", "cookie"];

/** Names that are set on requests anew, or to another value. */
const setNames = (change: HeaderChange): string[] => [...addedTo("add", change), ...changedIn(change)];

/** The identity headers that a route removes, so that clients cannot send them. */
const removedBy = ({ modules }: Configuration): string[] => [...headersOf(modules.requestHeaders).remove];

/** Matches at routes that take requests of another one, and do not remove the headers that it removed. */
const findUnstripped = (change: ObjectChange, { to }: Context): Match[] =>
  (to.get(change) ?? []).flatMap(({ from }) => {
    const kept = removedBy(change.after);
    const names = removedBy(from.before).filter((name) => isIdentity(name) && !kept.includes(name));
    const { own } = change.after;
    return own && names.length > 0 ? [match(own, "match", "handed", { names: listed(names), from: from.title })] : [];
  });

export const headerRules: readonly Rule[] = [
  {
    id: "security-header-dropped",
    severity: "medium",
    title: "A header that protects users is dropped from responses, or protects less",
    why: "Browsers no longer enforce https, or what a page may load and who may embed it.",
    fix: "Keep the header, or make sure that the upstream sends it.",
    messages: {
      lost: "responses no longer have {names} as before",
      removed: "{names} of the upstream is removed from responses",
    },
    example: ofRoute({ responseHeaders: { add: { "content-security-policy": "default-src 'self'" } } }, {}),
    find: (change) => headerChanges(change, "responseHeaders").flatMap(findDropped),
  },
  {
    id: "security-header-changed",
    severity: "low",
    title: "A header that protects users changes",
    why: "Browsers enforce something else.",
    fix: "Test the site with the new value.",
    messages: { found: "responses have another {names}" },
    example: ofRoute(
      { responseHeaders: { add: { "referrer-policy": "same-origin" } } },
      { responseHeaders: { add: { "referrer-policy": "no-referrer" } } },
    ),
    find: (change) =>
      headerChanges(change, "responseHeaders").flatMap((headers) =>
        headers.at("add", "found", protectiveChanges(headers, false)),
      ),
  },
  {
    id: "responses-shared",
    severity: "medium",
    title: "Pages of other sites, or shared caches, may have responses",
    why: "A page that a user visits can use the session of the user, and a cache can answer without a login.",
    fix: "Name the origins that need access, and let caches store only what is public.",
    messages: {
      found: "pages of other origins, or shared caches, may have responses: {names}",
      removed: "caches may store responses: {names} of the upstream is removed",
    },
    example: ofRoute({ oauth }, { oauth, responseHeaders: { add: { [ORIGIN]: "*" } } }),
    find: (change) => [...findSharing(change, "grave"), ...findUncontrolled(change)],
  },
  {
    id: "sharing-changed",
    severity: "low",
    title: "A header on sharing responses changes behind a protection",
    why: "It decides which pages and caches may have what the protection keeps from others.",
    fix: "Make sure that the origins are yours, and that no shared cache stores responses.",
    messages: { found: "responses have other headers on sharing: {names}" },
    example: ofRoute({ oauth }, { oauth, responseHeaders: { add: { [ORIGIN]: "https://app.acme.com" } } }),
    find: (change) => findSharing(change, "slight"),
  },
  {
    id: "identity-asserted",
    severity: "medium",
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
    find: (change, context) => [
      ...headerChanges(change, "requestHeaders").flatMap((headers) => [
        ...headers.at("add", "set", setNames(headers).filter(isIdentity)),
        ...headers.at(
          "remove",
          "kept",
          lostFrom("remove", headers).filter((name) => !headers.now.add.has(name)),
        ),
        ...headers.at(
          "remove",
          "withheld",
          addedTo("remove", headers).filter((name) => CREDENTIAL_HEADERS.includes(name) && !headers.now.add.has(name)),
        ),
      ]),
      ...headerChanges(change, "responseHeaders").flatMap((headers) =>
        headers.at(
          "add",
          "cookie",
          setNames(headers).filter((name) => name === "set-cookie"),
        ),
      ),
      ...findUnstripped(change, context),
    ],
  },
  {
    id: "request-header-set",
    severity: "low",
    title: "A header is set on every request",
    why: "Upstreams may trust what the edge sends.",
    fix: "Make sure that the upstream expects it.",
    messages: { found: "every request has {names}" },
    example: ofRoute({}, { requestHeaders: { add: { "x-canary": "1" } } }),
    find: (change) =>
      headerChanges(change, "requestHeaders").flatMap((headers) =>
        headers.at(
          "add",
          "found",
          setNames(headers).filter((name) => !isIdentity(name)),
        ),
      ),
  },
];
