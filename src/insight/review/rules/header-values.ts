/** What the names and the values of headers mean to browsers, caches and upstreams, as far as texts show. */

/** Words in the names of headers by which upstreams know who sends a request, or what it is. */
const IDENTITY =
  /^(?!.*user-agent$)(authorization|proxy-authorization|cookie|origin|host|forwarded|remote-.*|impersonate-.*|tailscale-.*|.*(^|-)(user|userid|username|users|email|mail|groups?|roles?|scopes?|scope-orgid|admin|internal|tenant|account|auth|access|identity|principal|subject|token|jwt|assertion|secret|key|cert|certificate|api-?key|session|impersonate|webauth|client-(ip|id|dn)|real-ip|connecting-ip|cluster-client-ip|subrequest|method|override)(-.*)?|x-forwarded-(?!proto$|port$|prefix$).*|x-(original|rewrite|ms-client|amzn?|goog|ssl|client)-.*|true-client-ip)$/;

/** Whether upstreams know by a header who sends a request, or what it is. */
export const isIdentity = (name: string): boolean => IDENTITY.test(name);

/** Headers in which clients send what proves who they are. */
export const isCredential = (name: string): boolean => name === "authorization" || name === "cookie";

/** Headers that browsers follow to protect the users of a site. */
const PROTECTIVE =
  /^(strict-transport-security|content-security-policy|x-frame-options|x-content-type-options|referrer-policy|permissions-policy|cross-origin-(opener|embedder|resource)-policy)$/;

export const isProtective = (name: string): boolean => PROTECTIVE.test(name);

/** Headers by which pages of other origins, and shared caches, get responses. */
const SHARING =
  /^(access-control-.*|(cdn-|surrogate-|.*-cdn-)?cache-control|surrogate-control|expires|pragma|vary|timing-allow-origin)$/;

export const isSharing = (name: string): boolean => SHARING.test(name);

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

/** Whether the value of a protective header protects less. */
export function isWeakened(name: string, before: string, after: string): boolean {
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
  return false;
}

/** The values of headers by their names in lower case. */
type Values = ReadonlyMap<string, string>;

const allowsCredentials = (values: Values): boolean =>
  /^\s*true\s*$/i.test(values.get("access-control-allow-credentials") ?? "");

const allowsAllOrigins = (values: Values): boolean =>
  /^\s*(\*|null|.*\/\/\*.*)\s*$/.test(values.get("access-control-allow-origin") ?? "");

/** Whether shared caches may store responses, by whichever of the headers that say so. */
const isCached = (values: Values): boolean =>
  [...values].some(
    ([name, value]) =>
      (/cache-control$|^surrogate-control$/.test(name) && /\bpublic\b|\bs-maxage\b/i.test(value)) ||
      (/cdn-cache-control$|^surrogate-control$/.test(name) && /max-age\s*=\s*[1-9]/i.test(value)),
  );

const isPrivate = (values: Values): boolean => /\bno-store\b|\bprivate\b/i.test(values.get("cache-control") ?? "");

/** Whether a header gives pages of other origins the session of a user, or shared caches what a protection guards. */
export function isShared(name: string, was: Values, now: Values, isGuarded: boolean): boolean {
  const isNew = (isOpen: (values: Values) => boolean) => isOpen(now) && !isOpen(was);
  if (!name.startsWith("access-control")) return isGuarded && (isNew(isCached) || (isPrivate(was) && !isPrivate(now)));
  return (isGuarded || allowsCredentials(now)) && (isNew(allowsAllOrigins) || isNew(allowsCredentials));
}
