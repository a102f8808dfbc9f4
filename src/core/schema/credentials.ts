import { isObject, parseJson } from "./values";

/*
 * Credentials in values that the API does not declare secret: in headers, in the configuration of a policy, in metadata and in
 * addresses. The import, the comparison of stacks, the policies and the provider's warnings use these functions, so that they
 * agree.
 */

/** A text that is, or contains, a credential. */
export interface Credential {
  /** The names and indexes that lead to the credential from the searched value. */
  readonly path: readonly (string | number)[];
  readonly text: string;
  /** The value is a number, and not a text. */
  readonly isNumber?: true;
  /** The evidence that it is a credential, such as "its name". */
  readonly reason: string;
}

/** The last words of names of credentials. */
const NOUNS =
  /^(authorization|bearer|cookies?|credentials?|hmac|jwt|otp|pass|passcode|passphrase|passw(or)?ds?|pin|psk|pwd?|secrets?|sig|signature|tokens?|totp)$/;

/** Names that end with `key` and belong to credentials, without hyphens. A cache key, or a public key, opens nothing. */
const KEYS =
  /(access|account|admin|api|app|application|auth|authentication|client|consumer|decryption|deploy|encryption|functions?|hmac|ingest|integration|license|master|private|secret|security|service|session|shared|sign|signature|signing|storage|subscription|webhook|write)keys?$/;

/** Last words that have several words in them, as in `dbpassword`. */
const COMPOUNDS = /(credentials?|(?<!by|com|sur|tres)pass|passphrase|passw(or)?d|secret|token)s?$/;

/** Last words that describe only the form of a value, or which of several values it is. */
const QUALIFIERS =
  /^(\d+|base64|current|encoded|new|old|plain|plaintext|primary|raw|secondary|text|values?)$/;

/** Last words of names of random values that open nothing: of identifiers and digests. */
const IDENTIFIERS =
  /^(accept|b3|build|certs?|certificates?|checksum|commit|digest|etag|fingerprint|guid|hash|ids?|integrity|kid|keys?|md5|nonce|policy|ref|rev|revision|sha\d*|span|tag|tenant|thumbprint|trace|traceparent|uuid|version)$/;

/** Words that are in the place of a credential in prose, or say that there is none. */
const NO_VALUES =
  /^(always|basic|bearer|changed|digest|disabled|empty|enabled|encrypted|expired|false|from|generated|hidden|kept|managed|mandatory|masked|missing|must|necessary|needed|never|none|null|only|optional|placeholder|please|provided|redacted|required|rotated|shared|should|stored|that|then|this|todo|true|undefined|unknown|unset|will|with)$/i;

/** References that something else replaces by a value, as in `${TOKEN}`. */
const TEMPLATE = /^(\$\{[^}]*\}|\$\([^)]*\)|\{\{.*\}\}|%[\w-]+%|<[\w -]+>)$/;

/** True if a header, or a member of an object, has the name of a credential. */
export function isCredentialName(name: string): boolean {
  const words = splitWords(name);
  while (words.length > 1 && QUALIFIERS.test(words.at(-1) ?? "")) words.pop();
  const last = words.at(-1) ?? "";
  return (
    NOUNS.test(last) ||
    COMPOUNDS.test(last) ||
    KEYS.test(words.join("")) ||
    /-auth$/.test(words.join("-"))
  );
}

const splitWords = (name: string): string[] =>
  name
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, "-")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

/**
 * The credentials in a value, at any depth.
 *
 * @param name The name of the header or the member that has the value. Default: none.
 */
export function credentialsIn(value: unknown, name = ""): Credential[] {
  const found: Credential[] = [];
  search(value, { path: [], name, isNamed: isCredentialName(name) }, found);
  return found;
}

/** The position of the search for credentials. */
interface Place {
  readonly path: Credential["path"];
  /** The name of the last member on the path. */
  readonly name: string;
  /** True if a name makes all texts here credentials. */
  readonly isNamed: boolean;
}

function search(value: unknown, place: Place, found: Credential[]): void {
  const { path } = place;
  if (typeof value === "string") {
    const reason = credentialEvidence(value, place);
    if (reason !== undefined) found.push({ path, text: value, reason });
  } else if (Number.isSafeInteger(value) && isNamedNumber(place)) {
    found.push({ path, text: String(value), isNumber: true, reason: BY_NAME });
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      search(item, { ...place, path: [...path, index] }, found);
  } else if (isObject(value)) {
    for (const name of Object.keys(value)) {
      const isNamed = isMemberNamed(value, name, place);
      search(value[name], { path: [...path, name], name, isNamed }, found);
    }
  }
}

/** Numbers in the plural, such as `maxTokens`, are limits. A name such as `pass` is not a plural. */
const isNamedNumber = ({ isNamed, name }: Place): boolean => isNamed && !/(?<!s)s$/i.test(name);

/** True if a member of an object is a credential by its name, by the name beside it, or by the name of the object. */
function isMemberNamed(
  object: Readonly<Record<string, unknown>>,
  name: string,
  parent: Place,
): boolean {
  if (isCredentialName(name)) return true;
  const isQualifier = QUALIFIERS.test(name.toLowerCase());
  // A list of headers consists of pairs, such as `{ name: "x-api-key", value: "…" }`.
  const isNamedBySibling = [object.name, object.key, object.header].some(
    (text) => typeof text === "string" && isCredentialName(text),
  );
  const isList = /s$/i.test(parent.name);
  return (isNamedBySibling && isQualifier) || (parent.isNamed && (isList || isQualifier));
}

function credentialEvidence(text: string, { name, isNamed }: Place): string | undefined {
  if (isNamed && !isNoValue(text)) return BY_NAME;
  const reason = credentialReason(text);
  if (reason !== undefined) return reason;
  const isIdentifier = IDENTIFIERS.test(splitWords(name).at(-1) ?? "");
  return looksRandom(text) && !isIdentifier ? BY_VALUE : undefined;
}

const BY_NAME = "its name";

const BY_VALUE = "its value, which looks random";

const isNoValue = (text: string): boolean =>
  text.trim() === "" || NO_VALUES.test(text) || TEMPLATE.test(text);

/** The evidence that a text contains a credential, regardless of its name; `undefined` if there is none. */
export function credentialReason(text: string): string | undefined {
  if (!SIGNS.test(text)) return undefined;
  if (PRIVATE_KEY.test(text)) return "a private key";
  if (hasPassword(text)) return "a password in an address";
  if (PASSWORD_HASH.test(text)) return "a hash of a password";
  if (AUTHORIZATION.test(text)) return "its value, which is that of an Authorization header";
  if (hasNamedValue(text)) return "a name and a value in the text";
  const content = /^\s*[[{]/.test(text) ? parseJson(text) : undefined;
  return credentialsIn(content)[0]?.reason;
}

/** Characters without which `credentialReason` finds nothing: most texts need no other search. */
const SIGNS = /[:=\s$<[]|-----/;

const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----/;

/** A hash in the format of password files. */
const PASSWORD_HASH = /\$(2[abxy]|apr1|argon2(id?|d)|scrypt|[156y])\$[^\s:]{16,}/;

const AUTHORIZATION = /^(ApiKey|Basic|Bearer|Digest|Negotiate|SharedKey|Token) +[^\s,="${]{6,}=*$/i;

/** The password of an address, and the part of the address before it. */
const PASSWORD = /(:\/\/[^\s/?#:@"]*:)([^\s/?#@"]+)(?=@)/g;

/** The user of an address without a password, who may be a token. */
const USER = /:\/\/([^\s/?#:@"]{20,})@/g;

const hasPassword = (text: string): boolean =>
  [...text.matchAll(PASSWORD)].some(([, , password = ""]) => !TEMPLATE.test(password)) ||
  [...text.matchAll(USER)].some(([, user = ""]) => looksRandom(user));

/** A text with `[secret]` in place of each password of an address. */
export const withoutPasswords = (text: string): string => text.replace(PASSWORD, "$1[secret]");

/**
 * A name with a value behind it. The search continues behind the name, because the value may have a name in it, too. The lengths
 * have limits, so that the time is in proportion to the text.
 */
const NAMED_VALUE =
  /([\w-]{3,64})["'\])]{0,3}\s{0,8}[:=]{1,3}(?=\s{0,8}["']?((?:(?:Basic|Bearer|Token) +)?[^\s"'&,;(){}<>]{4,200})(\s+[A-Za-z])?)/gi;

/** An element of XML, or an option of a command, with its value. */
const MARKED_UP_VALUE =
  /<([\w.-]{3,64})>([^<\s]{4,200})<|--([\w-]{3,64})[ =]["']?([^\s"'<-][^\s"']{3,200})/g;

/** True if a text has a name and a credential, as in JSON, YAML, a shell, a header, an expression or the query of an address. */
const hasNamedValue = (text: string): boolean =>
  [...text.matchAll(NAMED_VALUE)].some(([, name = "", value = "", nextWord]) => {
    const isProse = nextWord !== undefined && /^[a-z]+$/i.test(value);
    return isCredentialName(name) && !isNoValue(value) && !isProse;
  }) ||
  [...text.matchAll(MARKED_UP_VALUE)].some(
    ([, element = "", content = "", option = "", value = ""]) => {
      return isCredentialName(element || option) && !isNoValue(content || value);
    },
  );

/**
 * The evidence that free text of the program, such as a description, contains a credential. Any word may be a credential, except a
 * number in hexadecimal digits, which usually names a commit or a build.
 */
export function proseReason(text: string): string | undefined {
  const isRandom = (word: string) => looksRandom(word) && !/^[\da-f]+$/i.test(word);
  return (
    credentialReason(text) ?? (text.split(/[\s"',;()]+/).some(isRandom) ? BY_VALUE : undefined)
  );
}

/** Length from which on a part of a text may count as random. A shorter part may be a word. */
const SHORTEST_RANDOM = 20;

/** The least share of changes of class in the characters of a random text. */
const CHANGES = 0.25;

/** True if a text has a long part in which small letters, capitals and digits alternate as in no word. */
function looksRandom(text: string): boolean {
  if (!/^[\w+/=.~-]+$/.test(text)) return false;
  return text
    .split(/[^A-Za-z\d]+/)
    .some((part) => part.length >= SHORTEST_RANDOM && classChanges(part) >= part.length * CHANGES);
}

/** The number of changes between small letters, capitals and digits. A small letter after a capital does not count: words begin so. */
const classChanges = (text: string): number =>
  text.match(/[a-z](?=[A-Z\d])|[A-Z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
