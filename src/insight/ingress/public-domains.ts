import mailDomains from "email-providers/all.json";
import { parse } from "tldts";

/** Domains in which everybody can get an address, or below which everybody can register a name. */

/** Providers of e-mail that the list of the package lacks, and services that forward to any address. */
const more = [
  "duck.com",
  "fastmail.com",
  "tuta.com",
  "tuta.io",
  "tutanota.com",
  "passmail.net",
  "passinbox.com",
  "privaterelay.appleid.com",
  "mozmail.com",
  "relay.firefox.com",
  "simplelogin.com",
  "simplelogin.co",
  "anonaddy.com",
  "anonaddy.me",
  "addy.io",
  "33mail.com",
  "mailinator.com",
  "guerrillamail.com",
  "yopmail.com",
];

/** Domains reserved for documentation (RFC 2606); they do not provide e-mail. */
const reserved = new Set(["example.com", "example.net", "example.org"]);

const providers = new Set([...mailDomains, ...more].filter((domain) => !reserved.has(domain)));

/** The most characters of a DNS name. The parser is slow for longer texts, and none of them is a domain. */
const MAX_NAME_LENGTH = 253;

/** The Public Suffix List has names of registries, such as `co.uk`, and of companies, which are not open to everybody. */
const isRegistry = (name: string): boolean => {
  if (name.length > MAX_NAME_LENGTH) return false;
  const { publicSuffix, isIcann } = parse(`x.${name}`, { validateHostname: false });
  return publicSuffix === name && isIcann === true;
};

/** Whether everybody can get an address of a mail provider. */
export const isMailProvider = (name: string): boolean => providers.has(name);

export const isPublicDomain = (name: string): boolean => isMailProvider(name) || isRegistry(name);

/** The domain that somebody has registered, of which a name is a part: that of `mail.acme.co.uk` is `acme.co.uk`. */
export const registeredDomain = (name: string): string | undefined =>
  name.length > MAX_NAME_LENGTH
    ? undefined
    : (parse(name, { validateHostname: false }).domain ?? undefined);
