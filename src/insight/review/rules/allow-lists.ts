import { addedTo, listAt, membersAt } from "../../ingress/parts";
import type { Subject } from "../../ingress/subjects";
import { type Hit, hit, keptModules, type ModulePair, type Rule, whenTextChanges } from "./rule";
import { listed } from "./words";

/** A list that decides who gets in: what its elements are, and what it means that it is empty. */
type AllowList = readonly [path: string, noun: string, emptied?: string];

/** By the modules that have them. */
const lists: Readonly<Record<string, readonly AllowList[]>> = {
  saml: [["authorizedGroups", "groups", "everyone who is signed in is admitted"]],
  jwtValidation: [
    ["issuer.allowList", "issuers", "no issuer of tokens is listed"],
    ["audience.allowList", "audiences", "no audience of tokens is listed"],
  ],
  mutualTls: [["certificateAuthorityIds", "certificate authorities", "no certificate authority is listed"]],
  ipRestriction: [["ipPolicyIds", "IP policies", "no IP policy is listed"]],
};

/** The lists of an OAuth provider: somebody whom one of them names gets in. */
const users: Readonly<Record<string, string>> = {
  emailAddresses: "e-mail addresses",
  emailDomains: "e-mail domains",
  teams: "teams",
  organizations: "organizations",
};

const providerOf = ({ after }: ModulePair): string =>
  membersAt(after, "provider").map((name) => `provider.${name}`)[0] ?? "provider";

/** The lists of a module that is in force before and after. */
const listsOf = (pair: ModulePair): readonly AllowList[] =>
  pair.name === "oauth"
    ? Object.entries(users).map(([key, noun]) => [`${providerOf(pair)}.${key}`, noun])
    : (lists[pair.name] ?? []);

interface Compared {
  readonly path: string;
  readonly noun: string;
  readonly emptied: string | undefined;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly added: readonly string[];
  /** A hit at the list. */
  readonly hit: (says: string) => Hit;
}

/** A list before and after, if both are known. */
function compare({ before, after }: ModulePair, [path, noun, emptied]: AllowList): Compared[] {
  const [was, now] = [listAt(before, path), listAt(after, path)];
  if (!was || !now) return [];
  const report = (says: string) => hit(after, path, says);
  return [{ path, noun, emptied, before: was, after: now, added: addedTo(was, now), hit: report }];
}

const compareAll = (pair: ModulePair): Compared[] => listsOf(pair).flatMap((list) => compare(pair, list));
const compared = (subject: Subject): Compared[] => keptModules(subject).flatMap(compareAll);

/** A list of the JWT validation that is in force before and after. */
const comparedInJwt = (subject: Subject, path: string): Compared[] =>
  keptModules(subject, ["jwtValidation"]).flatMap((pair) => compare(pair, [path, ""]));

const isEmptied = ({ before, after }: Compared): boolean => before.length > 0 && after.length === 0;

/** OAuth admits everyone only if all of its lists are empty, whatever the provider was before. */
function oauthEmptied(pair: ModulePair): Hit[] {
  const all = Object.keys(users);
  const had = membersAt(pair.before, "provider").flatMap((name) =>
    all.flatMap((key) => listAt(pair.before, `provider.${name}.${key}`) ?? ["?"]),
  );
  const has = all.flatMap((key) => listAt(pair.after, `${providerOf(pair)}.${key}`) ?? ["?"]);
  const says =
    "everyone whom the identity provider authenticates is admitted: no domain, address, team or organization is listed";
  return had.length > 0 && has.length === 0 ? [hit(pair.after, providerOf(pair), says)] : [];
}

const ALGORITHMS = "jws.allowedAlgorithms";

/** Without a signature, or with a secret by which a validator could sign, too. */
const isWeak = (algorithm: string): boolean => /^(none|hs\d*)$/i.test(algorithm);

const publicDomains = ["gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "yahoo.com", "icloud.com"];

/** Everybody may have an account in it. */
const isPublic = (domain: string): boolean => publicDomains.includes(domain.toLowerCase());

export const allowListRules: readonly Rule[] = [
  {
    id: "allow-list-emptied",
    severity: "high",
    title: "An allow-list is empty or removed",
    why: "An empty list usually admits everyone the module can authenticate.",
    todo: "Keep at least one entry, or remove the module if everyone is allowed.",
    example: "`saml.authorizedGroups` is removed",
    find: (subject) => [
      ...compared(subject)
        .filter(isEmptied)
        .flatMap((list) => (list.emptied === undefined ? [] : [list.hit(list.emptied)])),
      ...keptModules(subject, ["oauth"]).flatMap(oauthEmptied),
      ...comparedInJwt(subject, ALGORITHMS)
        .filter(isEmptied)
        .map((list) => list.hit("tokens of every signing algorithm may be accepted: none is listed")),
    ],
  },
  {
    id: "allow-list-widened",
    severity: "medium",
    title: "An allow-list admits more",
    why: "The added entries are admitted as soon as the change is applied.",
    todo: "Make sure that each entry is intended.",
    example: "a domain is added to `oauth.provider.provider3.emailDomains`",
    find: (subject) =>
      compared(subject)
        .filter(({ before, added }) => before.length > 0 && !added.every(isPublic))
        .map((list) => list.hit(`more ${list.noun} are admitted: ${listed(list.added)}`)),
  },
  {
    id: "public-domain-allowed",
    severity: "high",
    title: "An allowed e-mail domain is open to everyone",
    why: "Anyone can create an account there, and is admitted.",
    todo: "List the addresses of the allowed users instead of the domain.",
    example: "`gmail.com` is added to `oauth.provider.provider3.emailDomains`",
    find: (subject) =>
      compared(subject)
        .filter(({ path, added }) => path.endsWith("emailDomains") && added.some(isPublic))
        .map((list) => list.hit(`everyone with an address in ${listed(list.added)} is admitted`)),
  },
  {
    id: "allow-list-may-widen",
    severity: "medium",
    title: "An allow-list may admit more",
    why: "The API reference does not show whether a user must be in one of an identity provider's lists, or in all.",
    todo: "Test with an account that must not be admitted.",
    example: "`organizations` is removed while `emailDomains` stays",
    find: (subject) =>
      keptModules(subject, ["oauth"]).flatMap((pair) => {
        const all = compareAll(pair);
        const isSame = all.some(({ before, after }) => before.length > 0 && after.length > 0);
        return all
          .filter((list) => isSame && (isEmptied(list) || (list.before.length === 0 && list.added.length > 0)))
          .map((list) => list.hit(`others may be admitted: ${isEmptied(list) ? "no" : "now"} ${list.noun} are listed`));
      }),
  },
  {
    id: "weak-algorithm",
    severity: "high",
    title: "Tokens without a signature, or signed with a shared secret, are accepted",
    why: "With `none`, anyone can create valid tokens. With HS256 and similar, whoever can validate tokens can create them, and a public key may be accepted as the secret.",
    todo: "Allow only asymmetric algorithms.",
    example: "`none` is added to `jwtValidation.jws.allowedAlgorithms`",
    find: (subject) =>
      comparedInJwt(subject, ALGORITHMS)
        .filter(({ added }) => added.some(isWeak))
        .map((list) => list.hit(`tokens signed with ${listed(list.added.filter(isWeak))} are accepted`)),
  },
  {
    id: "algorithm-added",
    severity: "low",
    title: "Another signing algorithm is accepted",
    why: "Tokens that were rejected are accepted.",
    todo: "Check that the issuer uses this algorithm.",
    example: "`ES256` is added to `jwtValidation.jws.allowedAlgorithms`",
    find: (subject) =>
      comparedInJwt(subject, ALGORITHMS)
        .filter(({ before, added }) => before.length > 0 && !added.every(isWeak))
        .map((list) => list.hit(`tokens signed with ${listed(list.added)} are accepted`)),
  },
  {
    id: "signing-keys-added",
    severity: "medium",
    title: "Signing keys from another source are accepted",
    why: "Whoever serves those keys can create valid tokens.",
    todo: "Make sure that the address belongs to the issuer, and uses https.",
    example: "a URL is added to `jwtValidation.jws.keys.sources.additionalJkus`",
    find: (subject) =>
      comparedInJwt(subject, "jws.keys.sources.additionalJkus")
        .filter(({ added }) => added.length > 0)
        .map((list) => list.hit(`keys from ${listed(list.added)} sign tokens that are accepted`)),
  },
  {
    id: "user-agents-widened",
    severity: "low",
    title: "More user agents are allowed",
    why: "The filter rejects less. It is not a security boundary: clients choose their User-Agent.",
    todo: "Make sure that each entry is intended.",
    example: "an entry of `userAgentFilter.deny` is removed",
    find: (subject) =>
      keptModules(subject, ["userAgentFilter"]).flatMap((pair) => {
        const [[allow], [deny]] = [compare(pair, ["allow", ""]), compare(pair, ["deny", ""])];
        const undenied = deny ? addedTo(deny.after, deny.before) : [];
        const isWider = allow && allow.before.length > 0 && (allow.added.length > 0 || allow.after.length === 0);
        return [
          ...(isWider ? [allow.hit("more user agents are allowed")] : []),
          ...(deny && undenied.length > 0 ? [deny.hit(`user agents are no longer denied: ${listed(undenied)}`)] : []),
        ];
      }),
  },
];

/** Where the identity of users comes from. */
const identities: Readonly<Record<string, readonly [path: string, says: string][]>> = {
  oidc: [
    ["issuer", "another OpenID provider signs users in"],
    ["clientId", "another client of the OpenID provider signs users in"],
  ],
  saml: [["idpMetadata", "another SAML identity provider, or other metadata of it, signs users in"]],
  webhookVerification: [["provider", "webhooks of another provider are accepted"]],
};

export const identityRule: Rule = {
  id: "identity-provider-changed",
  severity: "medium",
  title: "Another party authenticates users",
  why: "Whoever operates the identity provider decides who is admitted.",
  todo: "Make sure that the provider is yours, and that your users have accounts there.",
  example: "`oidc.issuer` changes",
  find: (subject) => [
    ...keptModules(subject).flatMap((pair) =>
      (identities[pair.name] ?? []).flatMap(([path, says]) => whenTextChanges(pair, path, () => says)),
    ),
    ...keptModules(subject, ["oauth"]).flatMap((pair) => {
      const was = membersAt(pair.before, "provider")[0];
      const path = providerOf(pair);
      return was !== undefined && path !== "provider" && `provider.${was}` !== path
        ? [hit(pair.after, path, `${path.slice("provider.".length)} signs users in instead of ${was}`)]
        : [];
    }),
  ],
};
