import type { ModuleChange, ObjectChange } from "../change/objects";
import type { StayingProtection } from "../change/principals";
import { type BothArguments, modulesWith, textChange } from "../change/select";
import { type Arguments, membersAt, textAt, textsIn } from "../ingress/arguments";
import { flawKinds } from "../ingress/flaw-kinds";
import { flawsOf } from "../ingress/flaws";
import { modules, type ProtectionName, protectionNames } from "../ingress/modules";
import { namesAt } from "../ingress/principals";
import { KEY_ADDRESSES } from "../ingress/token-flaws";
import { canonicalUrl, isSecured } from "../ingress/urls";
import { canonicalXml } from "../ingress/xml";
import { routeWith, routeWithTokens } from "./example-programs";
import { at, rule } from "./rule";

/** The parties that authenticate users, or that sign tokens. */

/** The forms in which equal identities are the same, by their arguments. Default: the text. */
const canonicalIdentity: Readonly<Record<string, (text: string) => string>> = {
  idpMetadata: canonicalXml,
  issuer: canonicalUrl,
  provider: (text) => text.trim().toLowerCase(),
};

/** Whether two texts name different parties. An issuer whose address only changes from http to https is the same party. */
function isOtherIdentity(path: string, was: string, now: string): boolean {
  const canonical = canonicalIdentity[path] ?? String;
  return canonical(was) !== canonical(now) && !(path === "issuer" && isSecured(was, now));
}

/** The protections whose identity changes, as far as both sides are known. */
const identityChanges = (change: ObjectChange) =>
  modulesWith(change, protectionNames, "stays").flatMap(identityChangesIn);

function identityChangesIn(module: StayingProtection) {
  const { name, before, after: args } = module;
  // The old identity admitted everyone with an account, and the new identity does not.
  const leavesPublic = isPublic(name, before) && !isPublic(name, args);
  return Object.entries(modules[name].identity ?? {}).flatMap(([path, effect]) => {
    const text = textChange(module, path);
    if (!text || !isOtherIdentity(path, text.was, text.now)) return [];
    return [{ before, args, path, effect, leavesPublic }];
  });
}

const isPublic = (name: ProtectionName, args: Arguments): boolean =>
  flawsOf(name, args).some(({ kind }) => kind === flawKinds.publicIssuer);

const isSameHost = (before = "", after = ""): boolean =>
  URL.canParse(before) && URL.canParse(after) && new URL(before).host === new URL(after).host;

/** The providers of an OAuth login before and after the change, as far as they are known. */
const providersOf = ({ before, after }: BothArguments) => ({
  was: membersAt(before, "provider")[0],
  now: membersAt(after, "provider")[0],
});

/** The providers of an OAuth login that changes from one known provider to another. */
function otherProvider(login: BothArguments) {
  const { was, now } = providersOf(login);
  return was === undefined || now === undefined || was === now ? undefined : { was, now };
}

/** The arguments by which another application of the same provider signs users in. */
function changedClients(login: ModuleChange<"stays">): string[] {
  const { was, now } = providersOf(login);
  if (was === undefined || was !== now) return [];
  const changed = login.differences.filter(({ outcome }) => outcome === "changed");
  return changed.map(({ path }) => path).filter((path) => path.endsWith(".clientId"));
}

export const identityRules = [
  rule({
    id: "identity-provider-changed",
    severity: "medium",
    title: "Another provider or application authenticates users",
    why: "The operator of the identity provider, or of the OAuth application, decides who is admitted.",
    fix: "Make sure that the provider is yours, and that your users have accounts there.",
    messages: {
      found: "{effect}",
      otherProvider: "{now} signs users in instead of {was}",
      otherApplication: "another OAuth application signs users in",
    },
    example: {
      before: routeWith({ oidc: { issuer: "https://a.acme.com" } }),
      after: routeWith({ oidc: { issuer: "https://b.acme.com" } }),
    },
    *find(change) {
      for (const { args, path, effect, leavesPublic } of identityChanges(change)) {
        if (!leavesPublic) yield at(args, path, "found", { effect });
      }
      for (const login of modulesWith(change, ["oauth"], "stays")) {
        const provider = otherProvider(login);
        if (provider) yield at(login.after, `provider.${provider.now}`, "otherProvider", provider);
        for (const path of changedClients(login)) yield at(login.after, path, "otherApplication");
      }
    },
  }),
  rule({
    id: "public-issuer-replaced",
    severity: "low",
    title: "Another OpenID provider takes the place of a public one",
    why: "Fewer people are admitted, if the provider is yours. Its operator decides who they are.",
    fix: "Make sure that the provider is yours, and that your users have accounts there.",
    messages: { found: "{effect}" },
    example: {
      before: routeWith({ oidc: { issuer: "https://accounts.google.com" } }),
      after: routeWith({ oidc: { issuer: "https://a.acme.com" } }),
    },
    *find(change) {
      for (const { args, before, path, effect, leavesPublic } of identityChanges(change)) {
        // On the same host, the new issuer is one tenant of the public provider: it admits some of the same accounts, and nobody
        // else, so no rule reports it.
        const isTenant = isSameHost(textAt(before, "issuer"), textAt(args, "issuer"));
        if (leavesPublic && !isTenant) yield at(args, path, "found", { effect });
      }
    },
  }),
  rule({
    id: "signing-keys-added",
    severity: "medium",
    title: "Signing keys from another source are accepted",
    why: "The operator of that address can create valid tokens.",
    fix: "Make sure that the address belongs to the issuer, and uses https.",
    messages: { found: "keys from {names} sign tokens that are accepted" },
    example: {
      before: routeWithTokens(),
      after: routeWithTokens({
        jws: { keys: { sources: { additionalJkus: ["https://keys.acme.dev"] } } },
      }),
    },
    *find(change) {
      for (const { before, after } of modulesWith(change, ["jwtValidation"], "stays")) {
        const listedBefore = namesAt(before, KEY_ADDRESSES);
        if (!listedBefore) continue;
        const known = textsIn(listedBefore);
        const isKnown = (key: string) =>
          known.some((old) => canonicalUrl(old) === canonicalUrl(key) || isSecured(old, key));
        const added = textsIn(namesAt(after, KEY_ADDRESSES) ?? []).filter((key) => !isKnown(key));
        if (added.length > 0) yield at(after, KEY_ADDRESSES, "found", { names: added.join(", ") });
      }
    },
  }),
];
