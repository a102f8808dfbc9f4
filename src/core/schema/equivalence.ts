import { domainToASCII, domainToUnicode } from "node:url";

/**
 * The rule by which two texts of a row count as equal. The reference names no canonical forms, but services store the texts of these kinds
 * in one, and the texts of a class mean the same.
 */
export type Equivalence = keyof typeof canonicalTexts;

/** Letters beyond ASCII whose lower case is a letter of ASCII: the signs of Kelvin and of \u00c5ngstr\u00f6m, and the dotted I. */
const LOOKALIKE = /[\u212a\u212b\u0130]/;

/** Only the letters of ASCII: the lower case of others may be a letter that looks alike, and stands for another name. */
const lowerCase = (text: string): string =>
  text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/**
 * A host name in the form of DNS: in lower case, and in Punycode. Only the two spellings of a name are equal: the conversion drops
 * characters that cannot be seen, and replaces others that look alike, and a text with such characters stays as it is.
 */
function canonicalHost(text: string): string {
  if (LOOKALIKE.test(text)) return text;
  const name = text.toLowerCase().normalize("NFC");
  const ascii = domainToASCII(name);
  return name === ascii || name === domainToUnicode(ascii) ? ascii : name;
}

/** A domain name: the dot at its end means nothing. */
const canonicalDomain = (text: string): string => canonicalHost(text.replace(/\.$/, ""));

function canonicalAddress(text: string): string {
  const at = text.lastIndexOf("@");
  return at < 0
    ? lowerCase(text)
    : `${lowerCase(text.slice(0, at))}@${canonicalDomain(text.slice(at + 1))}`;
}

/** The names of NIST's curves in SEC 2 and ANSI X9.62, by their names in OpenSSH. */
const CURVES: readonly (readonly [name: string, others: RegExp])[] = [
  ["nistp256", /^(nist)?p-?256$|^(secp|prime)256[rv]1$/],
  ["nistp384", /^(nist)?p-?384$|^(secp|ansip)384r1$/],
  ["nistp521", /^(nist)?p-?521$|^(secp|ansip)521r1$/],
];

function canonicalCurve(text: string): string {
  const name = lowerCase(text);
  return CURVES.find(([, others]) => others.test(name))?.[0] ?? name;
}

/**
 * The host in front of a path means the same in each spelling of its name. A dot at the end of the host makes a difference: clients
 * send the host without it.
 */
function canonicalMatch(text: string): string {
  const slash = text.indexOf("/");
  const host = slash < 0 ? text : text.slice(0, slash);
  return canonicalHost(host) + text.slice(host.length);
}

const canonicalTexts = {
  /** White space around a text, and the form of its line ends, mean nothing. */
  whiteSpace: (text: string): string => text.replaceAll(/\r\n?/g, "\n").trim(),
  /** Letter case means nothing. */
  letterCase: lowerCase,
  domain: canonicalDomain,
  /** The local part is compared without letter case: no service gives addresses that differ in it alone to two people. */
  mailAddress: canonicalAddress,
  /** A path, a host, or a host followed by a path. */
  match: canonicalMatch,
  ellipticCurve: canonicalCurve,
} as const;

/** The form that equal values share: that of a text, or of each text in a list. Other values have no such form. */
export function canonicalText(equivalence: Equivalence | undefined, value: unknown): unknown {
  if (equivalence === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => canonicalText(equivalence, item));
  return typeof value === "string" ? canonicalTexts[equivalence](value) : value;
}
