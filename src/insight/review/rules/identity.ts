import { isSet } from "../../../core/schema/values";
import { providerPath } from "../../ingress/admitted";
import { isOpaque, membersAt, valueAt } from "../../ingress/blocks";
import { weaknessesOf } from "../../ingress/protections";
import type { ObjectChange } from "../changes";
import { whenWeakened } from "./allow-lists";
import { type Hit, hit, keptModules, type ModulePair, type Rule, whenTextChanges } from "./rule";

/** Where the identity of users comes from. */
const identities: Readonly<Record<string, readonly [path: string, says: string][]>> = {
  oidc: [
    ["issuer", "another OpenID provider signs users in"],
    ["clientId", "another client of the OpenID provider signs users in"],
  ],
  saml: [["idpMetadata", "another SAML identity provider, or other metadata of it, signs users in"]],
  webhookVerification: [["provider", "webhooks of another provider are accepted"]],
};

/** Whether everyone was admitted by the old provider, and by the new one not. */
const isHardened = ({ name, before, after }: ModulePair): boolean =>
  weaknessesOf(name, before).some(({ id }) => id === "public-issuer") && weaknessesOf(name, after).length === 0;

/** Hits at other identities, by whether the old one admitted everyone. */
const whenIdentityChanges = (subject: ObjectChange, isFromPublic: boolean): Hit[] =>
  keptModules(subject)
    .filter((pair) => isHardened(pair) === isFromPublic)
    .flatMap((pair) =>
      (identities[pair.name] ?? []).flatMap(([path, says]) => whenTextChanges(pair, path, () => says)),
    );

/** Another identity provider, or another OAuth application of the same one. */
function whenOAuthChanges({ before, after }: ModulePair): Hit[] {
  const [was, path] = [membersAt(before, "provider")[0], providerPath(after)];
  if (was === undefined || path === "provider") return [];
  if (`provider.${was}` !== path) {
    return [hit(after, path, `${path.slice("provider.".length)} signs users in instead of ${was}`)];
  }
  const [old, now] = [valueAt(before, `${path}.clientId`), valueAt(after, `${path}.clientId`)];
  const isOther = (isSet(old) || isSet(now)) && old !== now && !isOpaque(old) && !isOpaque(now);
  return isOther ? [hit(after, `${path}.clientId`, "another OAuth application signs users in")] : [];
}

export const identityRules: readonly Rule[] = [
  {
    id: "public-issuer-allowed",
    severity: "high",
    title: "Everyone who gets an account at the OpenID provider is admitted",
    why: "Anyone can create an account there, and OpenID Connect has no list of users.",
    todo: "Use the issuer of your own organization, or OAuth with a list of users.",
    example: "`oidc.issuer` becomes `https://accounts.google.com`",
    find: (subject) => whenWeakened(subject, ["public-issuer"]),
  },
  {
    id: "identity-provider-changed",
    severity: "medium",
    title: "Another party authenticates users",
    why: "Whoever operates the identity provider, or the OAuth application, decides who is admitted.",
    todo: "Make sure that the provider is yours, and that your users have accounts there.",
    example: "`oidc.issuer` changes",
    find: (subject) => [
      ...whenIdentityChanges(subject, false),
      ...keptModules(subject, ["oauth"]).flatMap(whenOAuthChanges),
    ],
  },
  {
    id: "public-issuer-replaced",
    severity: "low",
    title: "Another OpenID provider takes the place of a public one",
    why: "Fewer people are admitted, if the provider is yours. Whoever operates it decides who is.",
    todo: "Make sure that the provider is yours, and that your users have accounts there.",
    example: "`oidc.issuer` changes from `https://accounts.google.com` to another address",
    find: (subject) => whenIdentityChanges(subject, true),
  },
];
