import { type Arguments, listAt, membersAt } from "./arguments";
import { isMailProvider, isPublicDomain, registeredDomain } from "./public-domains";
import { commonHost } from "./routing";
import { type Item, isHidden } from "./value";

/** The principals that the entries of lists admit, in the form in which entries are compared. */

/** The lists of an OAuth provider, by the names of their arguments, and what their elements are. */
const userLists = {
  emailAddresses: "e-mail addresses",
  emailDomains: "e-mail domains",
  teams: "teams",
  organizations: "organizations",
};

/** Somebody whom a list admits, or a group of people. */
export interface Principal {
  readonly list: string;
  /** The noun for the entries of the list. */
  readonly noun: string;
  readonly path: string;
  /** The entry as the list has it. */
  readonly text: Item;
  /** The form that all spellings of the entry share. */
  readonly name: string;
}

/** Lists that together name whom a module admits. */
export interface PrincipalList {
  readonly paths: readonly string[];
  /** The principals in the lists; `undefined` if one of the lists is not known. */
  readonly principals: readonly Principal[] | undefined;
}

/** Reads an entry of a list. The entries of OAuth are compared without their spelling; those of other modules as they are. */
export function principalOf(list: string, text: Item, path = list, noun = ""): Principal {
  return { list, noun, path, text, name: sharedName(list, text) };
}

function sharedName(list: string, text: Item): string {
  // No list can name a text that begins so.
  if (isHidden(text)) return `\0${text.description}`;
  if (!(list in userLists)) return text;
  const name = canonicalName(text);
  return list.startsWith("email") ? withLookedUpDomain(name) : name;
}

/** The place behind the last sign that separates a domain from what is before it. */
const domainStart = (name: string): number =>
  1 + Math.max(...["@", ":", "/", "?", "#", "\\"].map((sign) => name.lastIndexOf(sign)));

/** `müller.example` is looked up as `xn--mller-kva.example`. A name with an invisible letter stays: it is another name. */
function withLookedUpDomain(name: string): string {
  const start = domainStart(name);
  const domain = name.slice(start);
  return /\P{ASCII}/u.test(domain) && !/\p{DI}/u.test(name)
    ? name.slice(0, start) + commonHost(domain)
    : name;
}

/** The path of the only OAuth provider of a module; `provider` if none can be read. */
export const providerPath = (args: Arguments): string =>
  membersAt(args, "provider").map((name) => `provider.${name}`)[0] ?? "provider";

/** The principals that all lists of an OAuth provider admit together. */
export function usersOf(args: Arguments): PrincipalList {
  const provider = providerPath(args);
  const lists = Object.entries(userLists).map(([list, noun]) => ({
    list,
    noun,
    path: `${provider}.${list}`,
  }));
  const all = lists.map(({ list, noun, path }) =>
    listAt(args, path)?.map((text) => principalOf(list, text, path, noun)),
  );
  const entries = all.every((each) => each !== undefined) ? all.flat() : undefined;
  return { paths: lists.map(({ path }) => path), principals: entries };
}

/** Letter case, the width of letters, white space, a leading `@` and a trailing dot mean nothing. */
const canonicalName = (text: string): string =>
  text.normalize("NFKC").trim().toLowerCase().replace(/^@/, "").replace(/\.$/, "");

/** The entries of a list that name somebody; `undefined` for a list that is a secret or not known. */
export const namesAt = (args: Arguments, path: string): Item[] | undefined =>
  listAt(args, path)?.filter((text) => isHidden(text) || canonicalName(text) !== "");

/** Whether an entry of a list may match every name: a wildcard alone, such as `*` or `.*`, or a blank text. */
export function isWildcard(text: string): boolean {
  const name = canonicalName(text);
  return name === "" || (/[*%]/.test(name) && /^[\^.*$%/@]*$/.test(name));
}

/** Whether the first entry admits everybody whom the second one admits; the two may be of different lists. */
export const includes = (wide: Principal, narrow: Principal): boolean =>
  (wide.list === narrow.list && wide.name === narrow.name) ||
  (wide.list === "emailDomains" &&
    narrow.list === "emailAddresses" &&
    narrow.name.endsWith(`@${wide.name}`)) ||
  (wide.list === "organizations" &&
    narrow.list === "teams" &&
    narrow.name.startsWith(`${wide.name}/`));

/** The kind of principal that an entry names. Nothing shows whether the members of an organization have addresses of a domain. */
export function kindOf({ list }: Principal): "mail" | "organization" | "other" {
  if (list.startsWith("email")) return "mail";
  return ["teams", "organizations"].includes(list) ? "organization" : "other";
}

/** Whether two entries may admit the same people: one of them includes the other, or domains of the same owner do. */
export function mayOverlap(first: Principal, second: Principal): boolean {
  if (includes(first, second) || includes(second, first)) return true;
  if (kindOf(first) !== "mail" || kindOf(second) !== "mail") return false;
  // Two addresses without wildcards name two people.
  if (!namesDomain(first) && !namesDomain(second)) return false;
  const owner = ownerDomainOf(first);
  return owner !== undefined && owner === ownerDomainOf(second);
}

/** Whether an entry names all addresses of a domain, and not a person: `acme.com` in a list of domains, or `*@acme.com`. */
const namesDomain = ({ list, name }: Principal): boolean =>
  list === "emailDomains" || /^[*%]*@/.test(name);

/** The registered domain of an address or of a domain. */
const ownerDomainOf = ({ name }: Principal): string | undefined =>
  registeredDomain(withoutWildcards(name.slice(domainStart(name))));

/** A domain without the wildcards before it: of `*.gmail.com` and `*@gmail.com`, the provider. */
const withoutWildcards = (name: string): string =>
  name
    .replace(/^[*%]*@/, "")
    .replace(/^[*%.]*\./, "")
    .replace(/^[*%]+$/, "");

/** Whether everybody can get an account that an entry admits. A hidden entry does not count. */
export const isForEverybody = ({ list, name, text }: Principal): boolean => {
  if (isHidden(text)) return false;
  if (isWildcard(name)) return true;
  if (list === "emailDomains") return isPublicDomain(withoutWildcards(name));
  if (list !== "emailAddresses") return false;
  return name.startsWith("*@") ? isPublicDomain(withoutWildcards(name)) : isMailProvider(name);
};
