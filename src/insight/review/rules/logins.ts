import { isObject, isSet } from "../../../core/schema/values";
import { addedTo, type Block, isInForce, isOpaque, membersAt, textAt, valueAt } from "../../ingress/blocks";
import { flawsOf } from "../../ingress/lint";
import { rows } from "../../ingress/lint-rows";
import { factsOf } from "../../ingress/modules";
import { providerPath } from "../../ingress/names";
import { OLDEST_SOUND_TLS, tlsVersionOf } from "../../ingress/tls";
import type { ObjectChange } from "../changes";
import { differences } from "../differences";
import { compare } from "./allow-lists";
import { jwt, oauth, of, ofRoute, policy, tls } from "./example";
import {
  findChangedText,
  findSwitchedOff,
  keptModules,
  listed,
  type Match,
  type ModulePair,
  match,
  newModules,
  type Rule,
} from "./rule";

/** By whom users, tokens and connections are authenticated, and for how long. */

/** Whether everyone was admitted by the old provider, and by the new one not. */
const isHardened = ({ name, before, after }: ModulePair): boolean =>
  flawsOf(name, before).some(({ row }) => row === rows.publicIssuer) &&
  !flawsOf(name, after).some(({ row }) => row === rows.publicIssuer);

/** Matches at other identities, by whether the old one admitted everyone. */
const findOtherIdentity = (change: ObjectChange, isFromPublic: boolean): Match[] =>
  keptModules(change)
    .filter((pair) => isHardened(pair) === isFromPublic)
    .flatMap((pair) =>
      Object.entries(factsOf(pair.name)?.identity ?? {}).flatMap(([path, effect]) =>
        findChangedText(pair, path, "found", { effect }),
      ),
    );

/** Another identity provider, or another OAuth application of the same one. */
function findOtherApplication({ before, after }: ModulePair): Match[] {
  const [was, path] = [membersAt(before, "provider")[0], providerPath(after)];
  if (was === undefined || path === "provider") return [];
  if (`provider.${was}` !== path) {
    return [match(after, path, "found", { effect: `${path.split(".")[1]} signs users in instead of ${was}` })];
  }
  const [old, now] = [valueAt(before, `${path}.clientId`), valueAt(after, `${path}.clientId`)];
  const isOther = (isSet(old) || isSet(now)) && old !== now && !isOpaque(old) && !isOpaque(now);
  return isOther
    ? [match(after, `${path}.clientId`, "found", { effect: "another OAuth application signs users in" })]
    : [];
}

const DAY = 86_400;

/** Durations of sessions, and from how many seconds on a duration is worth a question where none was stated before. */
const limits: readonly { readonly path: string; readonly what: string; readonly long: number }[] = [
  { path: "maximumDuration", what: "a session lasts", long: 7 * DAY },
  { path: "inactivityTimeout", what: "a session survives inactivity for", long: 7 * DAY },
  { path: "authCheckInterval", what: "a revoked user keeps access for", long: DAY },
];

/** Longer limits of a session; `before` is undefined for a login that is new. That 0 may be without limit is a flaw. */
const findLonger = (before: Block | undefined, after: Block): Match[] =>
  limits.flatMap(({ path, what, long }) => {
    const [was, now] = [before && valueAt(before, path), valueAt(after, path)];
    if (isOpaque(now) || isOpaque(was)) return [];
    const values = { what, was: String(was), now: String(now) };
    if (typeof was !== "number")
      return typeof now === "number" && now > long ? [match(after, path, "new", values)] : [];
    if (typeof now !== "number") return [match(after, path, "unstated", values)];
    return was > 0 && now > was ? [match(after, path, "longer", values)] : [];
  });

/** Where tokens are read from. The type of a token is a hint for its parsing, but identity tokens are in more hands. */
function placesOf(block: Block): string[] | undefined {
  const tokens = valueAt(block, TOKENS);
  if (isOpaque(tokens)) return undefined;
  const all: readonly unknown[] = Array.isArray(tokens) ? tokens : [];
  return all
    .filter(isObject)
    .map(({ type, method, name, prefix = "" }) =>
      JSON.stringify([type === "it+jwt", method, String(name).toLowerCase(), prefix]),
    );
}

const TOKENS = "http.tokens";
const KEYS = "jws.keys.sources.additionalJkus";

/** Whether all that a policy does is to reject requests. */
const onlyDenies = (block: Block): boolean =>
  !isSet(valueAt(block, "outbound.actions.type")) && /^\s*deny\s*$/i.test(textAt(block, "inbound.actions.type") ?? "");

const findLoweredTls = ({ before, after }: ObjectChange): Match[] => {
  const { tlsTermination: block } = after.modules;
  if (!block || block.keptBecause || !isInForce(block)) return [];
  const [was, now] = [tlsVersionOf(before.modules.tlsTermination), tlsVersionOf(block)];
  const isSound = (version: unknown) => typeof version === "number" && version >= OLDEST_SOUND_TLS;
  const values = { was: String(was), now: textAt(block, "minVersion") ?? "" };
  if (typeof was === "number" && isSound(now) && Number(now) < was)
    return [match(block, "minVersion", "lower", values)];
  return now === "default" && isSound(was) ? [match(block, "minVersion", "unstated", values)] : [];
};

export const loginRules: readonly Rule[] = [
  {
    id: "identity-provider-changed",
    severity: "medium",
    title: "Another provider or application authenticates users",
    why: "The operator of the identity provider, or of the OAuth application, decides who is admitted.",
    fix: "Make sure that the provider is yours, and that your users have accounts there.",
    messages: { found: "{effect}" },
    example: ofRoute({ oidc: { issuer: "https://a.acme.com" } }, { oidc: { issuer: "https://b.acme.com" } }),
    find: (change) => [
      ...findOtherIdentity(change, false),
      ...keptModules(change, ["oauth"]).flatMap(findOtherApplication),
    ],
  },
  {
    id: "public-issuer-replaced",
    severity: "low",
    title: "Another OpenID provider takes the place of a public one",
    why: "Fewer people are admitted, if the provider is yours. Its operator decides who they are.",
    fix: "Make sure that the provider is yours, and that your users have accounts there.",
    messages: { found: "{effect}" },
    example: ofRoute({ oidc: { issuer: "https://accounts.google.com" } }, { oidc: { issuer: "https://a.acme.com" } }),
    find: (change) => findOtherIdentity(change, true),
  },
  {
    id: "credentials-asked-less",
    severity: "medium",
    title: "Users give their credentials less often",
    why: "Anyone who has a user's session at the identity provider is signed in.",
    fix: "Make sure that sessions at the identity provider are short.",
    messages: { found: "users no longer have to give their credentials at every redirect" },
    example: ofRoute(
      { saml: { idpMetadata: "<EntityDescriptor/>", forceAuthn: true } },
      { saml: { idpMetadata: "<EntityDescriptor/>" } },
    ),
    find: (change) =>
      keptModules(change, ["saml"]).flatMap(({ before, after }) => {
        const [was, now] = [valueAt(before, "forceAuthn"), valueAt(after, "forceAuthn")];
        return was === true && now !== true && !isOpaque(now) ? [match(after, "forceAuthn")] : [];
      }),
  },
  {
    id: "session-longer",
    severity: "medium",
    title: "A session lasts longer",
    why: "A stolen session, or the session of a revoked user, is valid for longer.",
    fix: "Keep sessions as short as your users accept.",
    messages: {
      longer: "{what} {now} s, not {was} s",
      new: "{what} {now} s, which was not stated before",
      unstated: "{what} as long as the service chooses, not {was} s",
    },
    example: ofRoute({ oauth: { ...oauth, maximumDuration: 3600 } }, { oauth: { ...oauth, maximumDuration: DAY } }),
    find: (change) => [
      ...keptModules(change).flatMap(({ before, after }) => findLonger(before, after)),
      ...newModules(change).flatMap(({ after }) => findLonger(undefined, after)),
    ],
  },
  {
    id: "signing-keys-added",
    severity: "medium",
    title: "Signing keys from another source are accepted",
    why: "The operator of that address can create valid tokens.",
    fix: "Make sure that the address belongs to the issuer, and uses https.",
    messages: { found: "keys from {names} sign tokens that are accepted" },
    example: ofRoute(jwt(), jwt({ jws: { keys: { sources: { additionalJkus: ["https://keys.acme.dev"] } } } })),
    find: (change) =>
      keptModules(change, ["jwtValidation"]).flatMap((pair) =>
        compare(pair, KEYS)
          .filter(({ added }) => added.length > 0)
          .map(({ added }) => match(pair.after, KEYS, "found", { names: listed(added) })),
      ),
  },
  {
    id: "token-location-changed",
    severity: "medium",
    title: "Tokens are read from another place of a request",
    why: "A proxy or a page that cannot set a token in the old place may be able to set it in the new place. Clients that use the old place are rejected.",
    fix: "Make sure that only the issuer's clients can set the new place.",
    messages: { found: "tokens are read from another place of a request" },
    example: ofRoute(
      jwt({ http: { tokens: [{ type: "jwt", method: "header", name: "authorization" }] } }),
      jwt({ http: { tokens: [{ type: "jwt", method: "body", name: "token" }] } }),
    ),
    find: (change) =>
      keptModules(change, ["jwtValidation"]).flatMap(({ before, after }) => {
        const [was, now] = [placesOf(before), placesOf(after)];
        const isOther = was && now && (addedTo(was, now).length > 0 || (was.length > 0 && now.length === 0));
        return isOther ? [match(after, TOKENS)] : [];
      }),
  },
  {
    id: "policy-changed",
    severity: "medium",
    title: "A traffic policy is added or changes",
    why: "The service interprets the expressions and actions: this review cannot determine whether they admit more.",
    fix: "Compare the expressions and actions before and after.",
    messages: {
      found: "its traffic policy changes",
      added: "a traffic policy is new that does more than deny requests",
    },
    example: ofRoute(policy("a"), policy("b")),
    find: (change) => [
      ...keptModules(change, ["policy"]).flatMap(({ before, after }) =>
        differences(before, after)
          .filter(({ path, outcome }) => outcome === "changed" && !path.endsWith(".name"))
          .map(({ path }) => match(after, path)),
      ),
      ...newModules(change)
        .filter(
          ({ name, after }) => name === "policy" && change.action === "kept" && !after.opaqueAs && !onlyDenies(after),
        )
        .map(({ after }) => match(after, "", "added")),
    ],
  },
  {
    id: "tls-lowered",
    severity: "medium",
    title: "An older TLS version is accepted",
    why: "Connections that were rejected are accepted.",
    fix: "Make sure that a client needs it.",
    messages: {
      lower: "TLS {now} is accepted",
      unstated: "the service chooses the lowest TLS version, no longer {was}",
    },
    example: of("HttpsEdgeTlsTermination", tls("1.3"), tls("1.2")),
    find: findLoweredTls,
  },
  {
    id: "tls-termination-removed",
    severity: "medium",
    title: "TLS termination is no longer configured",
    why: "The service chooses where TLS ends, and the lowest version.",
    fix: "Keep the module, so that the accepted versions are known.",
    messages: {
      found: "the service chooses where TLS ends",
      version: "the service chooses the lowest TLS version",
    },
    example: { before: of("HttpsEdgeTlsTermination", tls("1.3"), {}).before, after: [] },
    find: (change) => {
      const { tlsTermination: was } = change.before.modules;
      return findSwitchedOff(change, "tlsTermination", was && isSet(valueAt(was, "minVersion")) ? "version" : "found");
    },
  },
];
