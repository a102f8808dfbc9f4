import { type Arguments, listAt, membersAt } from "./arguments";
import { isMailProvider, isPublicDomain, registeredDomain } from "./public-domains";
import { canonicalHost } from "./urls";
import { type Item, isHidden } from "./value";

/** The principals that a module admits, read from the entries of its lists. */

/** An entry of a list that names whom a module admits. */
export interface PrincipalEntry {
  /** The argument that has the list, such as `emailDomains`; for a module other than OAuth, its path. */
  readonly list: string;
  /** The path of the list in the module. */
  readonly path: string;
  /** The noun for the entries of the list. */
  readonly noun: string;
  /** The entry as the program writes it. */
  readonly text: Item;
}

/** A user, a group, or another party that an entry names. */
export interface Principal extends PrincipalEntry {
  /** The form that all spellings of the entry share. */
  readonly canonical: string;
}

/** The lists that together name whom a module admits. */
export interface PrincipalList {
  readonly paths: readonly string[];
  /** The principals in the lists; `undefined` if a list is hidden. */
  readonly principals: readonly Principal[] | undefined;
}

/** The lists of an OAuth provider, by the names of their arguments, with nouns for their entries. */
const OAUTH_LISTS = {
  emailAddresses: "e-mail addresses",
  emailDomains: "e-mail domains",
  teams: "teams",
  organizations: "organizations",
};

/** The principals that all lists of an OAuth provider admit together. */
export function oauthUsers(args: Arguments): PrincipalList {
  const provider = providerPath(args);
  const lists = Object.entries(OAUTH_LISTS).map(([list, noun]) => ({
    list,
    noun,
    path: `${provider}.${list}`,
  }));
  const principals = lists.map((list) =>
    listAt(args, list.path)?.map((text) => readPrincipal({ ...list, text })),
  );
  const isKnown = principals.every((listed) => listed !== undefined);
  return {
    paths: lists.map(({ path }) => path),
    principals: isKnown ? principals.flat() : undefined,
  };
}

/** The path of the only OAuth provider of a module; `provider` if none can be read. */
export const providerPath = (args: Arguments): string =>
  membersAt(args, "provider").map((name) => `provider.${name}`)[0] ?? "provider";

/** The entries of a list that name somebody; `undefined` for a hidden list. */
export const namesAt = (args: Arguments, path: string): Item[] | undefined =>
  listAt(args, path)?.filter((text) => isHidden(text) || canonicalName(text) !== "");

export const readPrincipal = (entry: PrincipalEntry): Principal => ({
  ...entry,
  canonical: canonicalEntry(entry),
});

/** Entries of OAuth lists are equal in any spelling, and entries of other modules only as they are written. */
function canonicalEntry({ list, text }: PrincipalEntry): string {
  // No user, domain or group has a name that begins with a null character.
  if (isHidden(text)) return `\0${text.description}`;
  if (!Object.hasOwn(OAUTH_LISTS, list)) return text;
  const name = canonicalName(text);
  return isMailList(list) ? withCanonicalDomain(name) : name;
}

/** Letter case, the width of letters, white space at the ends, a leading `@` and a trailing dot mean nothing. */
const canonicalName = (text: string): string =>
  text.normalize("NFKC").trim().toLowerCase().replace(/^@/, "").replace(/\.$/, "");

const isMailList = (list: string): boolean => list.startsWith("email");

/** DNS has `müller.example` as `xn--mller-kva.example`. A name with an invisible letter is another name, so it stays as it is. */
function withCanonicalDomain(name: string): string {
  const start = domainStart(name);
  const domain = name.slice(start);
  const isInternational = /\P{ASCII}/u.test(domain) && !/\p{DI}/u.test(name);
  return isInternational ? name.slice(0, start) + canonicalHost(domain) : name;
}

/**
 * The index behind the last separator. An entry may also be a URL, or another text that a URL parser would cut at a separator: only a
 * whole domain is made canonical.
 */
const domainStart = (name: string): number =>
  1 + Math.max(...["@", ":", "/", "?", "#", "\\"].map((separator) => name.lastIndexOf(separator)));

/** True if the first entry admits everybody whom the second admits. The two may be of different lists. False if either entry is hidden. */
export function includes(wide: Principal, narrow: Principal): boolean {
  if (isHidden(wide.text) || isHidden(narrow.text)) return false;
  if (wide.list === narrow.list) return wide.canonical === narrow.canonical;
  if (wide.list === "emailDomains" && narrow.list === "emailAddresses")
    return narrow.canonical.endsWith(`@${wide.canonical}`);
  if (wide.list === "organizations" && narrow.list === "teams")
    return narrow.canonical.startsWith(`${wide.canonical}/`);
  return false;
}

/**
 * True if two plain entries may admit the same people: one includes the other, or both are in domains of the same owner, and at least one is
 * for a whole domain.
 */
export function mayOverlap(first: Principal, second: Principal): boolean {
  if (includes(first, second) || includes(second, first)) return true;
  if (!isMailList(first.list) || !isMailList(second.list)) return false;
  // Two addresses without wildcards name two people.
  if (!isForWholeDomain(first) && !isForWholeDomain(second)) return false;
  const owner = registeredMailDomain(first);
  return owner !== undefined && owner === registeredMailDomain(second);
}

/** True if the entries are comparable. Nothing shows whether the members of an organization have addresses of a domain. */
export const isSameKind = (first: Principal, second: Principal): boolean =>
  kindOf(first) === kindOf(second);

function kindOf({ list }: Principal): "mail" | "organization" | "other" {
  if (isMailList(list)) return "mail";
  return list === "teams" || list === "organizations" ? "organization" : "other";
}

/** The beginning of an address with a wildcard in place of a user's name. */
const ANY_USER = /^[*%]*@/;

/** True for an entry that names all addresses of a domain: `acme.com` in a list of domains, `*@acme.com` in a list of addresses. */
const isForWholeDomain = ({ list, canonical }: Principal): boolean =>
  list === "emailDomains" || (list === "emailAddresses" && ANY_USER.test(canonical));

/** The registered domain of an address or of a domain. */
const registeredMailDomain = ({ canonical }: Principal): string | undefined =>
  registeredDomain(withoutWildcards(canonical.slice(domainStart(canonical))));

/** A domain without the wildcards before it: `gmail.com` for `*.gmail.com` and `*@gmail.com`. */
const withoutWildcards = (name: string): string =>
  name
    .replace(ANY_USER, "")
    .replace(/^[*%.]*\./, "")
    .replace(/^[*%]+$/, "");

/** True if everybody can get an account that an entry admits. A hidden entry does not count. */
export function isForEverybody(principal: Principal): boolean {
  const { list, canonical, text } = principal;
  if (isHidden(text)) return false;
  if (isWildcard(canonical)) return true;
  if (isForWholeDomain(principal)) return isPublicDomain(withoutWildcards(canonical));
  // A list of addresses may have a bare domain by mistake: `gmail.com`.
  return list === "emailAddresses" && isMailProvider(canonical);
}

/** True if an entry of a list may match every name: a wildcard alone, such as `*` or `.*`, or a blank text. */
export function isWildcard(text: string): boolean {
  const name = canonicalName(text);
  return name === "" || (/[*%]/.test(name) && /^[\^.*$%/@]*$/.test(name));
}
