import { google, mutual, of, saml } from "../declared";
import { harmless, type Label, risky, tokens, users, validated } from "./label";

/** Entries that name everyone or no one, in each list and in several spellings. */

const mail = (name: string, entry: string, because: string): Label =>
  risky(
    name,
    "high",
    because,
    of(users(3, { emailDomains: ["acme.com"] }), users(3, { emailDomains: ["acme.com", entry] })),
  );

const addresses = (name: string, entry: string, because: string): Label =>
  risky(
    name,
    "high",
    because,
    of(users(3, { emailAddresses: ["ann@acme.com"] }), users(3, { emailAddresses: ["ann@acme.com", entry] })),
  );

const ANYONE = "Anyone can get an address there.";
const RELAY = "Anyone can get an address that forwards to another one.";
const SUFFIX = "Anyone can register a domain below it.";

const groups = (...authorizedGroups: string[]) => ({ saml: { ...saml, authorizedGroups } });
const issuers = (...values: string[]) => validated({ issuer: { allowList: values.map((value) => ({ value })) } });
const audiences = (...values: string[]) => validated({ audience: { allowList: values.map((value) => ({ value })) } });
const policies = (...ipPolicyIds: string[]) => ({ ipRestriction: { ipPolicyIds } });
const clients = (...certificateAuthorityIds: string[]) => [mutual("HttpsEdgeMutualTls", { certificateAuthorityIds })];
const MATCHES_ALL = "If the service takes the entry for a pattern, it matches every name.";
const BLANK = "A blank entry names no one, so the list may count as empty.";

export const namedByNobody: readonly Label[] = [
  mail("mail-star-at", "*@gmail.com", ANYONE),
  mail("mail-star-dot", "*.gmail.com", ANYONE),
  mail(
    "mail-wide-letters",
    "ｇｍａｉｌ．ｃｏｍ",
    "In the form in which names are looked up, it is gmail.com: anyone can get an address there.",
  ),
  mail("mail-star-dot-upper", "*.GMAIL.COM.", ANYONE),
  mail("mail-star-at-outlook", " *@Outlook.com ", ANYONE),
  mail("mail-suffix-uk", "*.co.uk", SUFFIX),
  mail("mail-suffix-au", "com.au", SUFFIX),
  mail("mail-suffix-dot-com", ".com", SUFFIX),
  mail("mail-star-at-star-com", "*@*.com", SUFFIX),
  mail("mail-percent", "%", MATCHES_ALL),
  mail("mail-star-star", "*.*", MATCHES_ALL),
  mail("mail-relay-apple", "privaterelay.appleid.com", RELAY),
  mail("mail-relay-firefox", "mozmail.com", RELAY),
  mail("mail-relay-duck", "duck.com", RELAY),
  mail("mail-relay-simple", "simplelogin.com", RELAY),
  mail("mail-throwaway", "mailinator.com", "Anyone can read the mail of any address there."),
  mail("mail-blank", " ", BLANK),
  risky(
    "mail-unseen-letter",
    "high",
    "With a letter that cannot be seen, it is no longer the domain of any user.",
    of(google("acme.com"), google("ac\u200bme.com")),
  ),
  addresses("address-star-at", "*@gmail.com", ANYONE),
  addresses("address-star", "*", MATCHES_ALL),
  addresses("address-star-at-star", "*@*", MATCHES_ALL),
  addresses("address-domain-alone", "@gmail.com", ANYONE),
  risky(
    "organization-star",
    "high",
    MATCHES_ALL,
    of(users(1, { organizations: ["acme"] }), users(1, { organizations: ["*"] })),
  ),
  risky(
    "organization-star-added",
    "high",
    MATCHES_ALL,
    of(users(1, { organizations: ["acme"] }), users(1, { organizations: ["acme", "*"] })),
  ),
  risky(
    "organization-blank",
    "high",
    BLANK,
    of(users(1, { organizations: ["acme"] }), users(1, { organizations: [""] })),
  ),
  risky("team-star", "high", MATCHES_ALL, of(users(1, { teams: ["acme/ops"] }), users(1, { teams: ["*/*"] }))),
  risky("group-star", "high", MATCHES_ALL, of(groups("admins"), groups("*"))),
  risky("group-star-added", "high", MATCHES_ALL, of(groups("admins"), groups("admins", "*"))),
  risky("group-pattern", "high", MATCHES_ALL, of(groups("admins"), groups(".*"))),
  risky("group-blank", "high", BLANK, of(groups("admins"), groups(""))),
  risky("group-white-space", "high", BLANK, of(groups("admins"), groups("   "))),
  risky("issuer-star", "high", MATCHES_ALL, of(issuers("https://tokens.example.com"), issuers("*"))),
  risky(
    "issuer-pattern",
    "high",
    MATCHES_ALL,
    of(issuers("https://tokens.example.com"), issuers("https://tokens.example.com", ".*")),
  ),
  risky("issuer-blank", "high", BLANK, of(issuers("https://tokens.example.com"), issuers(" "))),
  risky("audience-blank", "high", BLANK, of(audiences("api"), audiences(" "))),
  risky("audience-star", "medium", MATCHES_ALL, of(audiences("api"), audiences("api", "*"))),
  risky("ip-policy-blank", "high", BLANK, of(policies("ipp_1"), policies(""))),
  risky("ip-policy-star", "high", MATCHES_ALL, of(policies("ipp_1"), policies("*"))),
  risky("authority-blank", "high", BLANK, [clients("ca_1"), clients(" ")]),
  risky("authority-star", "high", MATCHES_ALL, [clients("ca_1"), clients("ca_1", "*")]),
  risky(
    "webhook-secret-blank",
    "high",
    "A secret of white space is none: anyone can sign with it.",
    of(
      { webhookVerification: { provider: "github", secret: "canary-hook" } },
      { webhookVerification: { provider: "github" } },
    ),
  ),
];

export const namedBySomebody: readonly Label[] = [
  harmless(
    "mail-wide-letters-same",
    "In the form in which names are looked up, it is the same domain.",
    of(users(3, { emailDomains: ["acme.com"] }), users(3, { emailDomains: ["ａｃｍｅ.com"] })),
  ),
  harmless(
    "organization-star-gone",
    "Fewer people are admitted.",
    of(users(1, { organizations: ["*", "acme"] }), users(1, { organizations: ["acme"] })),
  ),
  harmless("group-star-gone", "Fewer people are admitted.", of(groups("admins", "*"), groups("admins"))),
  harmless(
    "issuer-star-gone",
    "Fewer tokens are accepted.",
    of(issuers("*", "https://tokens.example.com"), issuers("https://tokens.example.com")),
  ),
  harmless("group-blank-gone", "The rest of the list stays.", of(groups("admins", ""), groups("admins"))),
  harmless("authority-second-gone", "Fewer certificates are accepted.", [clients("ca_1", "ca_2"), clients("ca_1")]),
  harmless(
    "audience-order",
    "A list of audiences has no order.",
    of(
      validated({ audience: { allowList: [{ value: "a" }, { value: "b" }] } }),
      validated({ audience: { allowList: [{ value: "b" }, { value: "a" }] } }),
    ),
  ),
  harmless(
    "address-plus",
    "The address is in the domain that was admitted.",
    of(users(3, { emailDomains: ["acme.com"] }), users(3, { emailAddresses: ["ann+test@acme.com"] })),
  ),
];

const signed = (...allowedAlgorithms: string[]) => validated({ jws: { ...tokens.jws, allowedAlgorithms } });
const accepts = (name: string, expected: "high" | "medium", algorithm: string, because: string): Label =>
  risky(name, expected, because, of(signed("RS256"), signed("RS256", algorithm)));

const NO_SIGNATURE = "It is a name for tokens without a signature.";
const SHARED = "It is a name for a shared secret: whoever validates a token can create one.";
const UNKNOWN = "No specification defines an algorithm of that name: what the service makes of it is not known.";

/** Signing algorithms by other names than those of the specifications. */
export const algorithms: readonly Label[] = [
  accepts("algorithm-null", "high", "null", NO_SIGNATURE),
  accepts("algorithm-none-title", "high", "None", NO_SIGNATURE),
  accepts("algorithm-none-spaced", "high", " n-o-n-e ", NO_SIGNATURE),
  accepts("algorithm-unsecured", "high", "unsecured", NO_SIGNATURE),
  accepts("algorithm-hs-dash", "high", "HS-256", SHARED),
  accepts("algorithm-hs-underscore", "high", "hs_512", SHARED),
  accepts("algorithm-hmac", "high", "HMAC", SHARED),
  accepts("algorithm-hmac-sha", "high", "HmacSHA256", SHARED),
  accepts("algorithm-rs1", "high", "RS1", "Collisions of SHA-1 are known."),
  accepts("algorithm-star", "high", "*", "The service may take it for every algorithm."),
  accepts("algorithm-dir", "medium", "dir", UNKNOWN),
  accepts("algorithm-a256kw", "medium", "A256KW", UNKNOWN),
  accepts("algorithm-md5", "medium", "MD5withRSA", UNKNOWN),
  accepts("algorithm-any", "medium", "any", UNKNOWN),
  accepts("algorithm-rs128", "medium", "RS128", UNKNOWN),
];

const sound = (name: string, ...after: string[]): Label =>
  harmless(
    name,
    "The algorithm has a sound signature, and the issuer signs the tokens.",
    of(signed("RS256"), signed(...after)),
  );

export const soundAlgorithms: readonly Label[] = [
  sound("algorithm-ps512", "RS256", "PS512"),
  sound("algorithm-eddsa", "RS256", "EdDSA"),
  sound("algorithm-es256k", "RS256", "ES256K"),
  sound("algorithm-es512-alone", "ES512"),
];
