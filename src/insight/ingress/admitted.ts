import mailDomains from "email-providers/all.json";
import { type Block, listAt, membersAt } from "./blocks";

/** The lists of an OAuth provider, by the names of their arguments, and what their elements are. */
export const userLists = {
  emailAddresses: "e-mail addresses",
  emailDomains: "e-mail domains",
  teams: "teams",
  organizations: "organizations",
} as const;

type UserList = keyof typeof userLists;

/** Somebody whom a list of an OAuth provider admits, or a group of people. */
export interface Admitted {
  readonly list: UserList;
  /** As the list has it. */
  readonly text: string;
  /** The same for all spellings. */
  readonly name: string;
}

/** The path of the only OAuth provider of a module; `provider` if none can be read. */
export const providerPath = (block: Block): string =>
  membersAt(block, "provider").map((name) => `provider.${name}`)[0] ?? "provider";

/** Whom all lists of an OAuth provider admit together; `undefined` if one of the lists is not known. */
export function admittedBy(block: Block): readonly Admitted[] | undefined {
  const path = providerPath(block);
  const all = (Object.keys(userLists) as UserList[]).map((list) =>
    listAt(block, `${path}.${list}`)?.map((text): Admitted => ({ list, text, name: commonSpelling(text) })),
  );
  return all.every((each) => each !== undefined) ? all.flat() : undefined;
}

/** Letter case, white space, a leading `@` and a trailing dot mean nothing. */
const commonSpelling = (text: string): string => text.trim().toLowerCase().replace(/^@/, "").replace(/\.$/, "");

/** Whether an entry of another list, or of the same list, admits everybody that this entry admits. */
export const covers = (wide: Admitted, narrow: Admitted): boolean =>
  (wide.list === narrow.list && wide.name === narrow.name) ||
  (wide.list === "emailDomains" && narrow.list === "emailAddresses" && narrow.name.endsWith(`@${wide.name}`)) ||
  (wide.list === "organizations" && narrow.list === "teams" && narrow.name.startsWith(`${wide.name}/`));

/** Providers of e-mail that the list of the package lacks. */
const more = ["duck.com", "fastmail.com", "tuta.com", "tuta.io", "tutanota.com"];

/** Reserved for documentation (RFC 2606), and no providers of e-mail. */
const reserved = new Set(["example.com", "example.net", "example.org"]);

const publicDomains = new Set([...mailDomains, ...more].filter((domain) => !reserved.has(domain)));

/** Everybody can register a name below it: `co.uk`. */
const isPublicSuffix = (name: string): boolean => /^(ac|co|com|edu|go|gov|ne|net|or|org)\.[a-z]{2}$/.test(name);

/** Whether everybody can get an account that an entry admits. */
export const isForEverybody = ({ list, name }: Admitted): boolean =>
  list === "emailDomains"
    ? publicDomains.has(name) ||
      isPublicSuffix(name) ||
      /^[*.]*$/.test(name) ||
      /^\*\.?[a-z]+$/.test(name) ||
      !name.includes(".")
    : /^\*(@\*)?$/.test(name) || (name.startsWith("*@") && publicDomains.has(name.slice(2)));
