import { secretsBeyond } from "../change/hidden-entries";
import type { ModuleChange, ObjectChange } from "../change/objects";
import type { StayingProtection } from "../change/principals";
import { type BothArguments, isChangedAt, modulesWith, textChange } from "../change/select";
import { type Arguments, membersAt, textAt, textsIn } from "../ingress/arguments";
import { flawKinds } from "../ingress/flaw-kinds";
import { flawsOf } from "../ingress/flaws";
import { itemText } from "../ingress/module-descriptions";
import { modules, type ProtectionName, protectionNames } from "../ingress/modules";
import { namesAt } from "../ingress/principals";
import { KEY_ADDRESSES } from "../ingress/token-flaws";
import { canonicalUrl, isSecured } from "../ingress/urls";
import { canonicalXml } from "../ingress/xml";
import { routeWith, routeWithTokens } from "./example-programs";
import { at, rule } from "./rule";

/** The rules of the parties that authenticate users, or that sign tokens. */

/** The forms in which texts of the same identity are equal, by the argument. Default: the text as it is. */
const canonicalIdentity: Readonly<Record<string, (text: string) => string>> = {
  idpMetadata: canonicalXml,
  issuer: canonicalUrl,
  // The provider of webhooks, such as `github`.
  provider: (text) => text.trim().toLowerCase(),
};

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
      for (const { after, path, effect, isNoLongerPublic } of identityChanges(change)) {
        if (!isNoLongerPublic) yield at(after, path, "found", { effect });
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
      for (const { before, after, path, effect, isNoLongerPublic } of identityChanges(change)) {
        // On the same host, the new issuer is one tenant of the public provider: it admits some of the same accounts, and nobody
        // else, so no rule reports it.
        const isTenant = isSameHost(textAt(before, "issuer"), textAt(after, "issuer"));
        if (isNoLongerPublic && !isTenant) yield at(after, path, "found", { effect });
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
      for (const module of modulesWith(change, ["jwtValidation"], "stays")) {
        if (!isChangedAt(module, KEY_ADDRESSES)) continue;
        const { before, after } = module;
        const added = addedKeyAddresses(before, after);
        if (added.length > 0) yield at(after, KEY_ADDRESSES, "found", { names: added.join(", ") });
      }
    },
  }),
];

/** Another party that authenticates users or signs tokens. */
interface IdentityChange extends BothArguments {
  readonly path: string;
  readonly effect: string;
  /** True if the old party admitted everyone with an account, and the new party does not. */
  readonly isNoLongerPublic: boolean;
}

/** The changed identities of protections that stay in force, as far as both sides are known. */
const identityChanges = (change: ObjectChange): IdentityChange[] =>
  modulesWith(change, protectionNames, "stays").flatMap(identityChangesIn);

function identityChangesIn(module: StayingProtection): IdentityChange[] {
  const { name, before, after } = module;
  const isNoLongerPublic = isPublic(name, before) && !isPublic(name, after);
  const identityArguments = Object.entries(modules[name].identity ?? {});
  return identityArguments.flatMap(([path, effect]) => {
    const text = textChange(module, path);
    if (!text || isSameIdentity(path, text.was, text.now)) return [];
    return [{ before, after, path, effect, isNoLongerPublic }];
  });
}

/** True if two texts name the same party. An issuer whose address only changes from http to https stays the same. */
function isSameIdentity(path: string, was: string, now: string): boolean {
  if (path === "issuer" && isSecured(was, now)) return true;
  const canonical = canonicalIdentity[path] ?? String;
  return canonical(was) === canonical(now);
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

/** The providers of an OAuth login that changes from one known provider to another; `undefined` for any other login. */
function otherProvider(login: BothArguments): { was: string; now: string } | undefined {
  const { was, now } = providersOf(login);
  if (was === undefined || now === undefined || was === now) return undefined;
  return { was, now };
}

/** The arguments by which another application of the same provider signs users in. */
function changedClients(login: ModuleChange<"stays">): string[] {
  const { was, now } = providersOf(login);
  if (was === undefined || was !== now) return [];
  const clients = login.differences.filter(
    ({ path, outcome }) => outcome === "changed" && path.endsWith(".clientId"),
  );
  return clients.map(({ path }) => path);
}

/**
 * The addresses of signing keys that the earlier list does not show, in words; none if the earlier list is hidden as a whole. An earlier
 * hidden address may be one of them.
 */
function addedKeyAddresses(before: Arguments, after: Arguments): string[] {
  const listedBefore = namesAt(before, KEY_ADDRESSES);
  if (!listedBefore) return [];
  const known = textsIn(listedBefore);
  const isKnown = (address: string) =>
    known.some((old) => isSecured(old, address) || canonicalUrl(old) === canonicalUrl(address));
  const listedNow = namesAt(after, KEY_ADDRESSES) ?? [];
  const secrets = secretsBeyond(listedNow, listedBefore);
  const added = textsIn(listedNow).filter((address) => !isKnown(address));
  return [...added, ...secrets.map(itemText)];
}
