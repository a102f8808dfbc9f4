import { isObject } from "../../../core/schema/values";
import { accessOf } from "../../ingress/access";
import { type Block, isInForce, isOpaque, listAt, valueAt } from "../../ingress/blocks";
import type { ObjectChange } from "../changes";
import { protective } from "./protective-headers";
import { type Hit, hit, type Rule, sourceOfRemoved } from "./rule";
import { listed } from "./words";

/** What headers that routes add or remove mean to browsers and upstreams. */

/** Headers by which upstreams know who sends a request, or what it is. */
const identifying =
  /^(authorization|proxy-authorization|cookie|origin|host|forwarded|x-forwarded-(?!proto$|port$|prefix$).*|x-real-ip|true-client-ip|x-original-.*|x-rewrite-url|x-(http-)?method(-override)?|cf-connecting-ip|remote-.*|x-remote-.*|tailscale-.*|ssl-client-.*|x-ssl-.*|x-scope-orgid|x-(is|auth|user|email|group|role|scope|admin|internal|tenant|account|access|webauth|impersonate)s?(-(?!agent\b).*)?|x-user(id|name)|x-api-?key|x-client-(cert|ip|id|dn|verify).*|x-ms-client-.*|x-amzn?-.*|x-goog-.*|impersonate-.*|.*-(user|userid|user-id|username|identity|principal|email|roles?|groups?|token|subject))$/;

interface Headers {
  readonly block: Block;
  readonly add: ReadonlyMap<string, unknown>;
  readonly remove: ReadonlySet<string>;
}

/** The headers of a module by their names in lower case; those of a module that is off are none. */
function headersOf(block: Block): Headers {
  const added = isInForce(block) ? valueAt(block, "add") : {};
  const removed = (isInForce(block) && listAt(block, "remove")) || [];
  const add = new Map(Object.entries(isObject(added) ? added : {}).map(([name, value]) => [name.toLowerCase(), value]));
  return { block, add, remove: new Set(removed.map((name) => name.toLowerCase())) };
}

const NONE = { add: new Map<string, unknown>(), remove: new Set<string>() };

interface Change {
  readonly was: Omit<Headers, "block">;
  readonly now: Omit<Headers, "block">;
  /** A hit at the headers that are added, or at those that are removed. */
  readonly hit: (path: "add" | "remove", says: string) => Hit;
}

/** One change, or none if there is nothing to compare. */
function changesOf(subject: ObjectChange, module: "requestHeaders" | "responseHeaders"): Change[] {
  const parts = [subject.before.modules[module], subject.after.modules[module]];
  const isReadable = parts.every(
    (block) => !block || !["add", "remove"].some((path) => isOpaque(valueAt(block, path))),
  );
  const [before, after] = parts.map((block) => block && headersOf(block));
  if (!isReadable || subject.action === "deleted" || subject.action === "retained") return [];
  const [was, now] = [before ?? NONE, after ?? NONE];
  if (after) return [{ was, now, hit: (path, says) => hit(after.block, path, says) }];
  if (!before) return [];
  return [{ was, now, hit: (_path, says) => ({ says, source: sourceOfRemoved(subject, before.block), path: "" }) }];
}

function whenDropped({ was, now, hit: at }: Change): Hit[] {
  const lost = [...was.add].flatMap(([name, value]) =>
    protective.get(name)?.(String(value), now.add.get(name), now.add) ? [name] : [],
  );
  const removed = [...now.remove].filter((name) => protective.has(name) && !was.remove.has(name));
  return [
    ...(lost.length > 0 ? [at("add", `responses no longer have ${listed(lost)} as before`)] : []),
    ...(removed.length > 0 ? [at("remove", `${listed(removed)} of the upstream is removed from responses`)] : []),
  ];
}

const origin = (headers: Change["now"]): string => String(headers.add.get("access-control-allow-origin") ?? "").trim();
const isCached = (headers: Change["now"]): boolean =>
  ["cache-control", "cdn-cache-control", "surrogate-control"].some((name) =>
    /\bpublic\b|\bs-maxage\b/i.test(String(headers.add.get(name) ?? "")),
  );
const isKept = (headers: Change["now"]): boolean =>
  /\bno-store\b|\bprivate\b/i.test(String(headers.add.get("cache-control") ?? ""));
const allowsCredentials = (headers: Change["now"]): boolean =>
  /^\s*true\s*$/i.test(String(headers.add.get("access-control-allow-credentials") ?? ""));

/** A browser sends no credentials to every origin: without them, what a login protects is not read. */
function whenShared({ was, now, hit: at }: Change, isGuarded: boolean): Hit[] {
  const isOpen = (headers: Change["now"]) =>
    /^(\*|null|.*\/\/\*.*)$/.test(origin(headers)) && (allowsCredentials(headers) || isGuarded);
  const isOther =
    allowsCredentials(now) && origin(now) !== "" && !(allowsCredentials(was) && origin(was) === origin(now));
  const isStored = (isCached(now) && !isCached(was)) || (isKept(was) && !isKept(now));
  const cached = isGuarded && isStored ? [at("add", "shared caches may store responses")] : [];
  if (!isOther && !(isOpen(now) && !isOpen(was))) return cached;
  const who = /^(\*|null)$/.test(origin(now)) ? "pages of every origin" : `pages of ${origin(now)}`;
  return [
    ...cached,
    at("add", `${who} may read responses${allowsCredentials(now) ? ", with the user's credentials" : ""}`),
  ];
}

function whenAsserted({ was, now, hit: at }: Change): Hit[] {
  const added = [...now.add.keys()].filter((name) => identifying.test(name) && was.add.get(name) !== now.add.get(name));
  const kept = [...was.remove].filter((name) => identifying.test(name) && !now.remove.has(name) && !now.add.has(name));
  return [
    ...(added.length > 0 ? [at("add", `every request asserts ${listed(added)} to the upstream`)] : []),
    ...(kept.length > 0 ? [at("remove", `clients may send ${listed(kept)} to the upstream`)] : []),
  ];
}

export const headerRules: readonly Rule[] = [
  {
    id: "security-header-dropped",
    severity: "medium",
    title: "A header that protects users is dropped from responses",
    why: "Browsers no longer enforce https, or what a page may load and who may embed it.",
    todo: "Keep the header, or make sure that the upstream sends it.",
    example: "`strict-transport-security` is removed from `responseHeaders.add`",
    find: (subject) => changesOf(subject, "responseHeaders").flatMap(whenDropped),
  },
  {
    id: "responses-shared",
    severity: "medium",
    title: "Pages of other sites, or shared caches, may have responses",
    why: "A page that a user visits can use the session of the user, and a cache can answer without a login.",
    todo: "Name the origins that need access, and let caches store only what is public.",
    example: "`access-control-allow-origin: *` is added to `responseHeaders.add`",
    find: (subject) =>
      changesOf(subject, "responseHeaders").flatMap((change) => whenShared(change, accessOf(subject.after) !== "open")),
  },
  {
    id: "identity-asserted",
    severity: "medium",
    title: "A header by which upstreams know the sender is set for every request, or no longer removed",
    why: "An upstream that trusts the header takes a request for that of another user.",
    todo: "Make sure that the upstream does not trust it.",
    example: "`x-user` is added to `requestHeaders.add`, or removed from `requestHeaders.remove`",
    find: (subject) => [
      ...changesOf(subject, "requestHeaders").flatMap(whenAsserted),
      ...changesOf(subject, "responseHeaders")
        .filter(({ was, now }) => now.add.has("set-cookie") && was.add.get("set-cookie") !== now.add.get("set-cookie"))
        .map((change) => change.hit("add", "every client gets the same cookie")),
    ],
  },
];
