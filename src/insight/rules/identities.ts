import { type Arguments, membersAt, textAt, textsIn } from "../ingress/arguments";
import { flawsOf } from "../ingress/lint";
import { rows } from "../ingress/lint-rows";
import { factsOf, protectionNames } from "../ingress/modules";
import { namesAt } from "../ingress/names";
import { canonicalUrl, isSecured } from "../ingress/urls";
import { canonicalXml } from "../ingress/xml";
import { inModules, match, matchText, rule } from "./rule";

/** Which party authenticates users, or signs tokens. */

/** The forms in which equal identities are the same, by their arguments. Default: the text. */
const canonicalIdentity: Readonly<Record<string, (text: string) => string>> = {
  idpMetadata: canonicalXml,
  issuer: canonicalUrl,
  provider: (text) => text.trim().toLowerCase(),
};

/** Whether two known texts name another party. An address of the same party that has TLS now is none. */
function isOtherIdentity(before: Arguments, after: Arguments, path: string): boolean {
  const was = textAt(before, path) ?? "";
  const now = textAt(after, path) ?? "";
  const canonical = canonicalIdentity[path] ?? String;
  return canonical(was) !== canonical(now) && !(path === "issuer" && isSecured(was, now));
}

const isSameHost = (before = "", after = ""): boolean =>
  URL.canParse(before) && URL.canParse(after) && new URL(before).host === new URL(after).host;

/** Another identity, by whether the old one admitted everyone and the new one does not. */
const otherIdentity = inModules("stays", protectionNames, ({ name, before: was, after: now }) => {
  const isPublic = (args: Arguments) => flawsOf(name, args).some(({ row }) => row === rows.publicIssuer);
  const message = isPublic(was) && !isPublic(now) ? "hardened" : "found";
  // Of a public provider for all tenants, a tenant has some of the accounts.
  if (message === "hardened" && isSameHost(textAt(was, "issuer"), textAt(now, "issuer"))) return false;
  const identity = Object.entries(factsOf(name)?.identity ?? {});
  return identity.map(
    ([path, effect]) => isOtherIdentity(was, now, path) && matchText(was, now, path, message, { effect }),
  );
});

/** Another identity provider, or another OAuth application of the same one. */
const otherApplication = inModules("stays", "oauth", ({ before: was, after: now, differences }) => {
  const [old, other] = [was, now].map((args) => membersAt(args, "provider")[0]);
  if (old === undefined || other === undefined) return false;
  if (old !== other) {
    return match(now, `provider.${other}`, "found", { effect: `${other} signs users in instead of ${old}` });
  }
  const effect = "another OAuth application signs users in";
  return differences.map(
    ({ path, outcome }) => outcome === "changed" && path.endsWith(".clientId") && match(now, path, "found", { effect }),
  );
});

const KEYS = "jws.keys.sources.additionalJkus";

export const identityRules = [
  rule("identity-provider-changed", "medium", {
    title: "Another provider or application authenticates users",
    why: "The operator of the identity provider, or of the OAuth application, decides who is admitted.",
    fix: "Make sure that the provider is yours, and that your users have accounts there.",
    messages: { found: "{effect}" },
    find: [otherIdentity, otherApplication],
  }),
  rule("public-issuer-replaced", "low", {
    title: "Another OpenID provider takes the place of a public one",
    why: "Fewer people are admitted, if the provider is yours. Its operator decides who they are.",
    fix: "Make sure that the provider is yours, and that your users have accounts there.",
    messages: { hardened: "{effect}" },
    find: otherIdentity,
  }),
  rule("signing-keys-added", "medium", {
    title: "Signing keys from another source are accepted",
    why: "The operator of that address can create valid tokens.",
    fix: "Make sure that the address belongs to the issuer, and uses https.",
    messages: { found: "keys from {names} sign tokens that are accepted" },
    find: inModules("stays", "jwtValidation", ({ before: was, after: now }) => {
      const old = namesAt(was, KEYS);
      const keys = namesAt(now, KEYS);
      const known = old && textsIn(old);
      const isKnown = (key: string) =>
        known?.some((each) => canonicalUrl(each) === canonicalUrl(key) || isSecured(each, key)) ?? true;
      const added = textsIn(keys ?? []).filter((key) => !isKnown(key));
      return added.length > 0 && match(now, KEYS, "found", { names: added.join(", ") });
    }),
  }),
];
