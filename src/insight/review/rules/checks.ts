import { isObject, isSet, objectsIn, stableJson, type Values } from "../../../core/schema/values";
import { addedTo, type Block, isOpaque, listAt, membersAt, textAt, valueAt } from "../../ingress/blocks";
import { flawsOf } from "../../ingress/lint";
import { rows } from "../../ingress/lint-rows";
import { factsOf, protectionNames } from "../../ingress/modules";
import { namesAt } from "../../ingress/names";
import { OLDEST_SOUND_TLS, tlsVersionOf } from "../../ingress/tls";
import { canonicalUrl, isSecured } from "../../ingress/urls";
import { canonicalXml } from "../../ingress/xml";
import { differences } from "../differences";
import { inModules, match, matchOff, matchText, rule } from "./rule";

/** By whom users are authenticated, and for how long; and which tokens, requests and connections are accepted. */

/** The forms in which equal identities are the same, by their arguments. Default: the text. */
const canonicalIdentity: Readonly<Record<string, (text: string) => string>> = {
  idpMetadata: canonicalXml,
  issuer: canonicalUrl,
  provider: (text) => text.trim().toLowerCase(),
};

/** Whether two known texts name another party. An address of the same party that has TLS now is none. */
function isOtherIdentity(before: Block, after: Block, path: string): boolean {
  const [was, now] = [textAt(before, path) ?? "", textAt(after, path) ?? ""];
  const canonical = canonicalIdentity[path] ?? String;
  return canonical(was) !== canonical(now) && !(path === "issuer" && isSecured(was, now));
}

const valuesOf = (value: unknown): Values => (isObject(value) ? value : {});

const isSameHost = (before = "", after = ""): boolean =>
  URL.canParse(before) && URL.canParse(after) && new URL(before).host === new URL(after).host;

/** Another identity, by whether the old one admitted everyone and the new one does not. */
const otherIdentity = inModules("kept", protectionNames, ({ name, was, now }) => {
  const isPublic = (block: Block) => flawsOf(name, block).some(({ row }) => row === rows.publicIssuer);
  const message = isPublic(was) && !isPublic(now) ? "hardened" : "found";
  // Of a public provider for all tenants, a tenant has some of the accounts.
  if (message === "hardened" && isSameHost(textAt(was, "issuer"), textAt(now, "issuer"))) return false;
  const identity = Object.entries(factsOf(name)?.identity ?? {});
  return identity.map(
    ([path, effect]) => isOtherIdentity(was, now, path) && matchText(was, now, path, message, { effect }),
  );
});

/** Another identity provider, or another OAuth application of the same one. */
const otherApplication = inModules("kept", "oauth", ({ was, now }) => {
  const [old, other] = [was, now].map((block) => membersAt(block, "provider")[0]);
  if (old === undefined || other === undefined) return false;
  if (old !== other) {
    return match(now, `provider.${other}`, "found", { effect: `${other} signs users in instead of ${old}` });
  }
  const effect = "another OAuth application signs users in";
  return differences(was, now).map(
    ({ path, outcome }) => outcome === "changed" && path.endsWith(".clientId") && match(now, path, "found", { effect }),
  );
});

const COOKIE = "cookiePrefix";
const DAY = 86_400;

/** Durations of sessions. If none was stated before, a duration of more than `long` seconds is reported. */
const limits = [
  { path: "maximumDuration", what: "a session lasts", long: 7 * DAY },
  { path: "inactivityTimeout", what: "a session survives inactivity for", long: 7 * DAY },
  { path: "authCheckInterval", what: "a revoked user keeps access for", long: DAY },
];

/** What becomes of a limit. That 0 may be without limit is a flaw. */
function limitChange(was: unknown, now: unknown, long: number): "new" | "unstated" | "longer" | false {
  if (isOpaque(now) || isOpaque(was)) return false;
  if (typeof was !== "number") return typeof now === "number" && now > long && "new";
  return typeof now !== "number" ? "unstated" : was > 0 && now > was && "longer";
}

const TOKENS = "http.tokens";
const KEYS = "jws.keys.sources.additionalJkus";

/** Where tokens are read from. The type of a token is a hint for its parsing, but identity tokens are in more hands. */
function placesOf(block: Block): string[] | undefined {
  const tokens = valueAt(block, TOKENS);
  if (isOpaque(tokens)) return undefined;
  return objectsIn(tokens).map(({ type, method, name, prefix = "" }) =>
    JSON.stringify([type === "it+jwt", method, String(name).toLowerCase(), prefix]),
  );
}

/** Members of an action's configuration that say how a request is denied. */
const STATUS = /^status(_?code)?$/i;

/** Whether two configurations of an action that denies requests differ in the status of an error alone. */
function isSameDenial(was: Block, now: Block, rule: string): boolean {
  const isDenial = [was, now].every((block) => /^\s*deny\s*$/i.test(textAt(block, `${rule}.actions.type`) ?? ""));
  const [old, config] = [was, now].map((block) => {
    const stated = Object.entries(valuesOf(valueAt(block, `${rule}.actions.config`)));
    const isErrorStatus = ([key, value]: [string, unknown]) => STATUS.test(key) && Number(value) >= 400;
    return stableJson(stated.filter((entry) => !isErrorStatus(entry)).sort());
  });
  return isDenial && old === config;
}

/** Whether a rule of a policy selects the same traffic, and does the same with it, although an argument of it differs. */
function isSameRule(was: Block, now: Block, path: string): boolean {
  if (path.endsWith(".name")) return true;
  const rule = path.split(".")[0] ?? "";
  if (path === `${rule}.actions.config`) return isSameDenial(was, now, rule);
  if (path !== `${rule}.expressions`) return false;
  // Whether all expressions have to hold, or one of them, their order means nothing.
  const [old, expressions] = [was, now].map((block) => [...new Set(listAt(block, path))].sort());
  return stableJson(old) === stableJson(expressions);
}

/** Whether all that a policy does is to reject requests. */
const onlyDenies = (block: Block): boolean =>
  !isSet(valueAt(block, "outbound.actions.type")) && /^\s*deny\s*$/i.test(textAt(block, "inbound.actions.type") ?? "");

export const checkRules = [
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
  rule("credentials-asked-less", "medium", {
    title: "Users give their credentials less often",
    why: "Anyone who has a user's session at the identity provider is signed in.",
    fix: "Make sure that sessions at the identity provider are short.",
    messages: { found: "users no longer have to give their credentials at every redirect" },
    find: inModules("kept", "saml", ({ was, now }) => {
      const isAsked = valueAt(now, "forceAuthn");
      return valueAt(was, "forceAuthn") === true && isAsked !== true && !isOpaque(isAsked) && match(now, "forceAuthn");
    }),
  }),
  rule("cookie-prefix-lost", "medium", {
    title: "A session cookie loses a prefix that browsers enforce",
    why: "With `__Host-` or `__Secure-`, browsers accept the cookie over TLS only, and with `__Host-` from no other host.",
    fix: "Keep the prefix.",
    messages: { found: "browsers no longer enforce {prefix} of the session cookie" },
    find: inModules("kept", protectionNames, ({ was, now }) => {
      const [prefix] = /^__(host|secure)-/i.exec(textAt(was, COOKIE) ?? "") ?? [];
      // Browsers enforce the most of a cookie with `__Host-`.
      const enough = prefix?.toLowerCase() === "__host-" ? /^__host-/i : /^__(host|secure)-/i;
      const isStill = isOpaque(valueAt(now, COOKIE)) || enough.test(textAt(now, COOKIE) ?? "");
      return prefix !== undefined && !isStill && match(now, COOKIE, "found", { prefix });
    }),
  }),
  rule("session-longer", "medium", {
    title: "A session lasts longer",
    why: "A stolen session, or the session of a revoked user, is valid for longer.",
    fix: "Keep sessions as short as your users accept.",
    messages: {
      longer: "{what} {now} s, not {was} s",
      new: "{what} {now} s, which was not stated before",
      unstated: "{what} as long as the service chooses, not {was} s",
    },
    find: inModules(["kept", "begun"], protectionNames, ({ fate, was, now: block }) =>
      limits.map(({ path, what, long }) => {
        const [old, now] = [was && fate === "kept" ? valueAt(was, path) : undefined, valueAt(block, path)];
        const message = limitChange(old, now, long);
        return message && match(block, path, message, { what, was: String(old), now: String(now) });
      }),
    ),
  }),
  rule("signing-keys-added", "medium", {
    title: "Signing keys from another source are accepted",
    why: "The operator of that address can create valid tokens.",
    fix: "Make sure that the address belongs to the issuer, and uses https.",
    messages: { found: "keys from {names} sign tokens that are accepted" },
    find: inModules("kept", "jwtValidation", ({ was, now }) => {
      const [old, keys] = [namesAt(was, KEYS), namesAt(now, KEYS)];
      const isKnown = (key: string) =>
        old?.some((each) => canonicalUrl(each) === canonicalUrl(key) || isSecured(each, key)) ?? true;
      const added = (keys ?? []).filter((key) => !isOpaque(key) && !isKnown(key));
      return added.length > 0 && match(now, KEYS, "found", { names: added.join(", ") });
    }),
  }),
  rule("token-location-changed", "medium", {
    title: "Tokens are read from another place of a request",
    why: "A proxy or a page that cannot set a token in the old place may be able to set it in the new place. Clients that use the old place are rejected.",
    fix: "Make sure that only the issuer's clients can set the new place.",
    messages: { found: "tokens are read from another place of a request" },
    find: inModules("kept", "jwtValidation", ({ was, now }) => {
      const [old, places] = [placesOf(was), placesOf(now)];
      if (!old || !places) return false;
      return (addedTo(old, places).length > 0 || (old.length > 0 && places.length === 0)) && match(now, TOKENS);
    }),
  }),
  rule("policy-changed", "medium", {
    title: "A traffic policy is added or changes",
    why: "The service interprets the expressions and actions: this review cannot determine whether they admit more.",
    fix: "Compare the expressions and actions before and after.",
    messages: {
      found: "its traffic policy changes",
      added: "a traffic policy is new that does more than deny requests",
    },
    find: [
      inModules("kept", "policy", ({ was, now }) =>
        differences(was, now).map(
          ({ path, outcome }) => outcome === "changed" && !isSameRule(was, now, path) && match(now, path),
        ),
      ),
      inModules("begun", "policy", ({ now }, { action }) => {
        return action === "kept" && !now.opaqueAs && !onlyDenies(now) && match(now, "", "added");
      }),
    ],
  }),
  rule("tls-lowered", "medium", {
    title: "An older TLS version is accepted",
    why: "Connections that were rejected are accepted.",
    fix: "Make sure that a client needs it.",
    messages: {
      lower: "TLS {now} is accepted",
      unstated: "the service chooses the lowest TLS version, no longer {was}",
    },
    find: inModules("kept", "tlsTermination", ({ was, now }) => {
      const [old, version] = [tlsVersionOf(was), tlsVersionOf(now)];
      if (typeof old !== "number") return false;
      const isLower = typeof version === "number" && version >= OLDEST_SOUND_TLS && version < old;
      const message = isLower ? "lower" : version === "default" && old >= OLDEST_SOUND_TLS && "unstated";
      return message && match(now, "minVersion", message, { was: String(old), now: textAt(now, "minVersion") ?? "" });
    }),
  }),
  rule("tls-termination-removed", "medium", {
    title: "TLS termination is no longer configured",
    why: "The service chooses where TLS ends, and the lowest version.",
    fix: "Keep the module, so that the accepted versions are known.",
    messages: { found: "the service chooses where TLS ends", version: "the service chooses the lowest TLS version" },
    find: inModules("ended", "tlsTermination", (module, change) =>
      matchOff(module, change, isSet(valueAt(module.was, "minVersion")) ? "version" : "found"),
    ),
  }),
];
