import { domainToASCII, domainToUnicode } from "node:url";

/**
 * The rule by which two texts of a row count as equal. The API reference names no canonical forms, but services store the texts of
 * these kinds in a canonical form, and all texts with the same form mean the same.
 */
export type Equivalence = keyof typeof canonicalTexts;

/** Letters beyond ASCII whose lower case is a letter of ASCII: the signs of Kelvin and of \u00c5ngstr\u00f6m, and the dotted I. */
const LOOKALIKE = /[\u212a\u212b\u0130]/;

/** The text with its ASCII letters in lower case. The lower case of another letter may look like a letter of a different name. */
const lowerCase = (text: string): string =>
  text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());

/**
 * A host name in the form of DNS: in lower case, and in Punycode. Only the Unicode and the Punycode spelling of a name are equal.
 * The conversion also drops invisible characters and replaces lookalikes: a text with such characters stays unchanged.
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

/** The curves of NIST by their names in OpenSSH, with their names in SEC 2 and ANSI X9.62. */
const CURVES: readonly { readonly name: string; readonly aliases: RegExp }[] = [
  { name: "nistp256", aliases: /^(nist)?p-?256$|^(secp|prime)256[rv]1$/ },
  { name: "nistp384", aliases: /^(nist)?p-?384$|^(secp|ansip)384r1$/ },
  { name: "nistp521", aliases: /^(nist)?p-?521$|^(secp|ansip)521r1$/ },
];

function canonicalCurve(text: string): string {
  const curve = lowerCase(text);
  return CURVES.find(({ aliases }) => aliases.test(curve))?.name ?? curve;
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
  /** White space around a text, and the kind of its line ends, mean nothing. */
  whiteSpace: (text: string): string => text.replaceAll(/\r\n?/g, "\n").trim(),
  /** Letter case means nothing. */
  letterCase: lowerCase,
  domain: canonicalDomain,
  /** The letter case of the local part means nothing: no service assigns addresses that differ in it alone to two people. */
  mailAddress: canonicalAddress,
  /** A path, a host, or a host followed by a path. */
  match: canonicalMatch,
  ellipticCurve: canonicalCurve,
} as const;

/** The canonical form of a text, or of every text in a list. Any other value is its own form. */
export function canonicalText(equivalence: Equivalence | undefined, value: unknown): unknown {
  if (equivalence === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => canonicalText(equivalence, item));
  return typeof value === "string" ? canonicalTexts[equivalence](value) : value;
}
