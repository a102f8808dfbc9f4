import { isSet, objectsIn } from "../../core/schema/values";
import { type Arguments, addedTo, textAt, valueAt } from "../ingress/arguments";
import { protectionNames } from "../ingress/modules";
import { OLDEST_SOUND_TLS, tlsVersionOf } from "../ingress/tls";
import { isHidden } from "../ingress/value";
import { inModules, match, matchOff, rule } from "./rule";

/** How users are authenticated, and for how long; and which tokens, requests and connections are accepted. */

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
  if (isHidden(now) || isHidden(was)) return false;
  if (typeof was !== "number") return typeof now === "number" && now > long && "new";
  return typeof now !== "number" ? "unstated" : was > 0 && now > was && "longer";
}

const TOKENS = "http.tokens";

/** Where tokens are read from. The type of a token is a hint for its parsing, but identity tokens are in more hands. */
function placesOf(args: Arguments): string[] | undefined {
  const tokens = valueAt(args, TOKENS);
  if (isHidden(tokens)) return undefined;
  return objectsIn(tokens).map(({ type, method, name, prefix = "" }) =>
    JSON.stringify([type === "it+jwt", method, String(name).toLowerCase(), prefix]),
  );
}

export const checkRules = [
  rule("credentials-asked-less", "medium", {
    title: "Users give their credentials less often",
    why: "Anyone who has a user's session at the identity provider is signed in.",
    fix: "Make sure that sessions at the identity provider are short.",
    messages: { found: "users no longer have to give their credentials at every redirect" },
    find: inModules("stays", "saml", ({ before: was, after: now }) => {
      const isAsked = valueAt(now, "forceAuthn");
      return valueAt(was, "forceAuthn") === true && isAsked !== true && !isHidden(isAsked) && match(now, "forceAuthn");
    }),
  }),
  rule("cookie-prefix-lost", "medium", {
    title: "A session cookie loses a prefix that browsers enforce",
    why: "With `__Host-` or `__Secure-`, browsers accept the cookie over TLS only, and with `__Host-` from no other host.",
    fix: "Keep the prefix.",
    messages: { found: "browsers no longer enforce {prefix} of the session cookie" },
    find: inModules("stays", protectionNames, ({ before: was, after: now }) => {
      const [prefix] = /^__(host|secure)-/i.exec(textAt(was, COOKIE) ?? "") ?? [];
      // Browsers enforce the most of a cookie with `__Host-`.
      const enough = prefix?.toLowerCase() === "__host-" ? /^__host-/i : /^__(host|secure)-/i;
      const isStill = isHidden(valueAt(now, COOKIE)) || enough.test(textAt(now, COOKIE) ?? "");
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
    find: inModules(["stays", "starts"], protectionNames, ({ transition, before: was, after: args }) =>
      limits.map(({ path, what, long }) => {
        const old = was && transition === "stays" ? valueAt(was, path) : undefined;
        const now = valueAt(args, path);
        const message = limitChange(old, now, long);
        return message && match(args, path, message, { what, was: String(old), now: String(now) });
      }),
    ),
  }),
  rule("token-location-changed", "medium", {
    title: "Tokens are read from another place of a request",
    why: "A proxy or a page that cannot set a token in the old place may be able to set it in the new place. Clients that use the old place are rejected.",
    fix: "Make sure that only the issuer's clients can set the new place.",
    messages: { found: "tokens are read from another place of a request" },
    find: inModules("stays", "jwtValidation", ({ before: was, after: now }) => {
      const old = placesOf(was);
      const places = placesOf(now);
      if (!old || !places) return false;
      return (addedTo(old, places).length > 0 || (old.length > 0 && places.length === 0)) && match(now, TOKENS);
    }),
  }),
  rule("tls-lowered", "medium", {
    title: "An older TLS version is accepted",
    why: "Connections that were rejected are accepted.",
    fix: "Make sure that a client needs it.",
    messages: {
      lower: "TLS {now} is accepted",
      unstated: "the service chooses the lowest TLS version, no longer {was}",
    },
    find: inModules("stays", "tlsTermination", ({ before: was, after: now }) => {
      const old = tlsVersionOf(was);
      const version = tlsVersionOf(now);
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
    find: inModules("ends", "tlsTermination", (module, change) =>
      matchOff(module, change, isSet(valueAt(module.before, "minVersion")) ? "version" : "found"),
    ),
  }),
];
