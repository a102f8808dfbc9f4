import mailDomains from "email-providers/all.json";
import { parse } from "tldts";

/** Domains in which everybody can get an address, or below which everybody can register a name. */

/** Mail providers that the package `email-providers` lacks, and services that forward to any address. */
const ADDITIONAL_PROVIDERS = [
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

/** Domains reserved for documentation (RFC 2606): nobody gets an address there, although the package lists them. */
const RESERVED = new Set(["example.com", "example.net", "example.org"]);

const mailProviders = new Set(
  [...mailDomains, ...ADDITIONAL_PROVIDERS].filter((domain) => !RESERVED.has(domain)),
);

/** True for a domain in which everybody can get an address, or below which everybody can register a name. */
export const isPublicDomain = (name: string): boolean => isMailProvider(name) || isRegistry(name);

/** True for a domain in which everybody can get an address. */
export const isMailProvider = (name: string): boolean => mailProviders.has(name);

/** The most characters of a DNS name. The parser is slow for longer texts, and a longer text is not a domain. */
const MAX_NAME_LENGTH = 253;

/** True for the name of a registry, such as `co.uk`. The Public Suffix List also has names of companies, which are not open to everybody. */
function isRegistry(name: string): boolean {
  if (name.length > MAX_NAME_LENGTH) return false;
  const { publicSuffix, isIcann } = parse(`x.${name}`, { validateHostname: false });
  return publicSuffix === name && isIcann === true;
}

/** The registered domain that a name is a part of: `acme.co.uk` for `mail.acme.co.uk`. */
export function registeredDomain(name: string): string | undefined {
  if (name.length > MAX_NAME_LENGTH) return undefined;
  return parse(name, { validateHostname: false }).domain ?? undefined;
}
