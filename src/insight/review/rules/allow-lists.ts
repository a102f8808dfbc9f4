import { addedTo, listAt, membersAt, textAt } from "../../ingress/parts";
import type { Subject } from "../../ingress/subjects";
import { type Hit, hit, keptModules, type ModulePair, type Rule } from "./rule";
import { listed } from "./words";

/** A list that decides who gets in. */
interface AllowList {
  readonly module: string;
  readonly path: string;
  /** Of its elements. */
  readonly noun: string;
  /** What it means that it is empty. */
  readonly emptied: string;
}

const lists: readonly AllowList[] = [
  { module: "saml", path: "authorizedGroups", noun: "groups", emptied: "everybody who is signed in gets in" },
  { module: "jwtValidation", path: "issuer.allowList", noun: "issuers", emptied: "no issuer of tokens is listed" },
  {
    module: "jwtValidation",
    path: "audience.allowList",
    noun: "audiences",
    emptied: "no audience of tokens is listed",
  },
  {
    module: "mutualTls",
    path: "certificateAuthorityIds",
    noun: "certificate authorities",
    emptied: "no certificate authority is listed",
  },
  { module: "ipRestriction", path: "ipPolicyIds", noun: "IP policies", emptied: "no IP policy is listed" },
];

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
const listsOf = (pair: ModulePair): AllowList[] => {
  if (pair.name !== "oauth") return lists.filter(({ module }) => module === pair.name);
  const provider = providerOf(pair);
  return Object.entries(users).map(([key, noun]) => ({
    module: "oauth",
    path: `${provider}.${key}`,
    noun,
    emptied: "",
  }));
};

interface Compared extends AllowList {
  readonly pair: ModulePair;
  readonly before: readonly string[];
  readonly after: readonly string[];
  readonly added: readonly string[];
}

const compare = (pair: ModulePair, lists: readonly AllowList[]): Compared[] =>
  lists.flatMap((list) => {
    const [before, after] = [listAt(pair.before, list.path), listAt(pair.after, list.path)];
    return before && after ? [{ ...list, pair, before, after, added: addedTo(before, after) }] : [];
  });

const compared = (subject: Subject): Compared[] => keptModules(subject).flatMap((pair) => compare(pair, listsOf(pair)));

const isEmptied = ({ before, after }: Compared): boolean => before.length > 0 && after.length === 0;

/** Who may come in by OAuth is empty only when all of its lists are, whatever the provider was before. */
function oauthEmptied(pair: ModulePair): Hit[] {
  const before = membersAt(pair.before, "provider");
  const all = Object.keys(users);
  const had = before.flatMap((name) => all.flatMap((key) => listAt(pair.before, `provider.${name}.${key}`) ?? ["?"]));
  const has = all.flatMap((key) => listAt(pair.after, `${providerOf(pair)}.${key}`) ?? ["?"]);
  const says =
    "everybody whom the identity provider signs in gets in: no domain, address, team or organization is listed";
  return had.length > 0 && has.length === 0 ? [hit(pair.after, providerOf(pair), says)] : [];
}

const algorithms = (subject: Subject) =>
  keptModules(subject, ["jwtValidation"]).flatMap((pair) =>
    compare(pair, [{ module: pair.name, path: "jws.allowedAlgorithms", noun: "algorithms", emptied: "" }]),
  );

/** Without a signature, or by a secret that whoever validates could sign with too. */
const isWeak = (algorithm: string): boolean => /^(none|hs\d*)$/i.test(algorithm);

/** Everybody may have an account in them. */
const publicDomains = new Set(["gmail.com", "googlemail.com", "outlook.com", "hotmail.com", "yahoo.com", "icloud.com"]);

export const allowListRules: readonly Rule[] = [
  {
    id: "allow-list-emptied",
    severity: "high",
    title: "An allow-list is empty or removed",
    why: "Where nobody is listed, mostly everybody is let in whom the module can tell apart at all.",
    todo: "Keep at least one entry, or remove the module if everybody may come in.",
    example: "`saml.authorizedGroups` is removed",
    find: (subject) => [
      ...compared(subject)
        .filter((list) => list.module !== "oauth" && isEmptied(list))
        .map(({ pair, path, emptied }) => hit(pair.after, path, emptied)),
      ...keptModules(subject, ["oauth"]).flatMap(oauthEmptied),
      ...algorithms(subject)
        .filter(isEmptied)
        .map(({ pair, path }) =>
          hit(pair.after, path, "tokens of every signing algorithm may be accepted: none is listed"),
        ),
    ],
  },
  {
    id: "allow-list-widened",
    severity: "medium",
    title: "An allow-list lets in more",
    why: "Those who are added get in as soon as the change is applied.",
    todo: "Make sure that each entry is meant.",
    example: "a domain is added to `oauth.provider.provider3.emailDomains`",
    find: (subject) =>
      compared(subject)
        .filter(
          ({ before, added }) => before.length > 0 && added.some((item) => !publicDomains.has(item.toLowerCase())),
        )
        .map(({ pair, path, noun, added }) => hit(pair.after, path, `more ${noun} are let in: ${listed(added)}`)),
  },
  {
    id: "public-domain-allowed",
    severity: "high",
    title: "An e-mail domain is allowed in which everybody can have an address",
    why: "Whoever makes an account there gets in.",
    todo: "List the addresses of those who may come in, rather than the domain.",
    example: "`gmail.com` is added to `oauth.provider.provider3.emailDomains`",
    find: (subject) =>
      compared(subject)
        .filter(
          ({ path, added }) =>
            path.endsWith("emailDomains") && added.some((item) => publicDomains.has(item.toLowerCase())),
        )
        .map(({ pair, path, added }) =>
          hit(pair.after, path, `everybody with an address in ${listed(added)} is let in`),
        ),
  },
  {
    id: "allow-list-may-widen",
    severity: "medium",
    title: "An allow-list may let in more",
    why: "The reference does not show whether somebody has to be in one of an identity provider's lists, or in all.",
    todo: "Try with an account that must not get in.",
    example: "`organizations` is removed while `emailDomains` stays",
    find: (subject) =>
      keptModules(subject, ["oauth"]).flatMap((pair) => {
        const all = compare(pair, listsOf(pair));
        const isSame = all.some(({ before, after }) => before.length > 0 && after.length > 0);
        return all
          .filter((list) => isSame && (isEmptied(list) || (list.before.length === 0 && list.added.length > 0)))
          .map((list) =>
            hit(
              pair.after,
              list.path,
              `others may be let in: ${isEmptied(list) ? "no" : "now"} ${list.noun} are listed`,
            ),
          );
      }),
  },
  {
    id: "weak-algorithm",
    severity: "high",
    title: "Tokens may be unsigned, or signed with a shared secret",
    why: "With `none` everybody makes tokens that pass; with HS256 and its like whoever can validate tokens can make them, and a public key may be taken for the secret.",
    todo: "Allow asymmetric algorithms alone.",
    example: "`none` is added to `jwtValidation.jws.allowedAlgorithms`",
    find: (subject) =>
      algorithms(subject)
        .filter(({ added }) => added.some(isWeak))
        .map(({ pair, path, added }) =>
          hit(pair.after, path, `tokens signed with ${listed(added.filter(isWeak))} are accepted`),
        ),
  },
  {
    id: "algorithm-added",
    severity: "low",
    title: "Tokens may be signed with another algorithm",
    why: "Tokens that were refused are accepted.",
    todo: "Make sure that the issuer uses it.",
    example: "`ES256` is added to `jwtValidation.jws.allowedAlgorithms`",
    find: (subject) =>
      algorithms(subject)
        .filter(({ before, added }) => before.length > 0 && added.some((each) => !isWeak(each)))
        .map(({ pair, path, added }) => hit(pair.after, path, `tokens signed with ${listed(added)} are accepted`)),
  },
  {
    id: "signing-keys-added",
    severity: "medium",
    title: "Tokens may be signed with keys from another source",
    why: "Whoever serves those keys can make tokens that pass.",
    todo: "Make sure that the address is the issuer's, and https.",
    example: "a URL is added to `jwtValidation.jws.keys.sources.additionalJkus`",
    find: (subject) =>
      keptModules(subject, ["jwtValidation"])
        .flatMap((pair) =>
          compare(pair, [{ module: pair.name, path: "jws.keys.sources.additionalJkus", noun: "", emptied: "" }]),
        )
        .filter(({ added }) => added.length > 0)
        .map(({ pair, path, added }) =>
          hit(pair.after, path, `keys from ${listed(added)} sign tokens that are accepted`),
        ),
  },
  {
    id: "user-agents-widened",
    severity: "low",
    title: "More user agents are let in",
    why: "The filter refuses less; it never held off who chooses a user agent.",
    todo: "Make sure that each entry is meant.",
    example: "an entry of `userAgentFilter.deny` is removed",
    find: (subject) =>
      keptModules(subject, ["userAgentFilter"]).flatMap((pair) => {
        const [allow] = compare(pair, [{ module: pair.name, path: "allow", noun: "", emptied: "" }]);
        const [deny] = compare(pair, [{ module: pair.name, path: "deny", noun: "", emptied: "" }]);
        const undenied = deny ? addedTo(deny.after, deny.before) : [];
        const isWider = allow && allow.before.length > 0 && (allow.added.length > 0 || allow.after.length === 0);
        return [
          ...(isWider ? [hit(pair.after, "allow", "more user agents are let in")] : []),
          ...(undenied.length > 0
            ? [hit(pair.after, "deny", `user agents are no longer denied: ${listed(undenied)}`)]
            : []),
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
  webhookVerification: [["provider", "webhooks of another provider are let in"]],
};

export const identityRule: Rule = {
  id: "identity-provider-changed",
  severity: "medium",
  title: "Another party says who somebody is",
  why: "Whoever runs it decides who gets in.",
  todo: "Make sure that it is yours, and that those who need it have accounts there.",
  example: "`oidc.issuer` changes",
  find: (subject) => [
    ...keptModules(subject).flatMap(({ name, before, after }) =>
      (identities[name] ?? []).flatMap(([path, says]) => {
        const [was, is] = [textAt(before, path), textAt(after, path)];
        return was !== undefined && is !== undefined && was !== is ? [hit(after, path, says)] : [];
      }),
    ),
    ...keptModules(subject, ["oauth"]).flatMap((pair) => {
      const was = membersAt(pair.before, "provider")[0];
      const path = providerOf(pair);
      return was !== undefined && path !== "provider" && `provider.${was}` !== path
        ? [hit(pair.after, path, `${path.slice("provider.".length)} signs users in, in place of ${was}`)]
        : [];
    }),
  ],
};
