import { isSet, objectsIn } from "../../core/schema/values";
import { endedModules, modulesWith } from "../change/select";
import { type Arguments, addedTo, textAt, valueAt } from "../ingress/arguments";
import { protectionNames } from "../ingress/modules";
import { OLDEST_SOUND_TLS, tlsVersionOf } from "../ingress/tls";
import { isHidden, type Value } from "../ingress/value";
import { oauth, routeWith, routeWithTokens, tlsTermination } from "./example-programs";
import { at, rule } from "./rule";

/** Rules on logins and their duration, and on the tokens, requests and connections that are accepted. */

const COOKIE = "cookiePrefix";
const DAY = 86_400;

/** Durations of sessions. If none was stated before, a duration of more than `long` seconds is reported. */
const limits = [
  { path: "maximumDuration", what: "a session lasts", long: 7 * DAY },
  { path: "inactivityTimeout", what: "a session survives inactivity for", long: 7 * DAY },
  { path: "authCheckInterval", what: "a revoked user keeps access for", long: DAY },
];

/** The change of a limit, if it allows more. Another rule reports 0, which may be without limit. */
function limitChange(
  was: Value,
  now: Value,
  long: number,
): "new" | "unstated" | "longer" | undefined {
  if (isHidden(now) || isHidden(was)) return undefined;
  if (typeof was !== "number") return typeof now === "number" && now > long ? "new" : undefined;
  if (typeof now !== "number") return "unstated";
  return was > 0 && now > was ? "longer" : undefined;
}

const TOKENS = "http.tokens";

/** The places of requests from which tokens are read; `undefined` if they are hidden. */
function tokenPlaces(args: Arguments): string[] | undefined {
  const tokens = valueAt(args, TOKENS);
  if (isHidden(tokens)) return undefined;
  return objectsIn(tokens).map(({ type, method, name, prefix = "" }) => {
    // The type of a token is a hint for its parsing, but identity tokens are in more hands.
    const isIdentityToken = type === "it+jwt";
    return JSON.stringify([isIdentityToken, method, String(name).toLowerCase(), prefix]);
  });
}

export const checkRules = [
  rule({
    id: "credentials-asked-less",
    severity: "medium",
    title: "Users give their credentials less often",
    why: "Anyone who has a user's session at the identity provider is signed in.",
    fix: "Make sure that sessions at the identity provider are short.",
    messages: { found: "users no longer have to give their credentials at every redirect" },
    example: {
      before: routeWith({ saml: { idpMetadata: "<EntityDescriptor/>", forceAuthn: true } }),
      after: routeWith({ saml: { idpMetadata: "<EntityDescriptor/>" } }),
    },
    *find(change) {
      for (const { before, after } of modulesWith(change, ["saml"], "stays")) {
        const now = valueAt(after, "forceAuthn");
        const isStill = now === true || isHidden(now);
        if (valueAt(before, "forceAuthn") === true && !isStill)
          yield at(after, "forceAuthn", "found");
      }
    },
  }),
  rule({
    id: "cookie-prefix-lost",
    severity: "medium",
    title: "A session cookie loses a prefix that browsers enforce",
    why: "With `__Host-` or `__Secure-`, browsers accept the cookie over TLS only, and with `__Host-` from no other host.",
    fix: "Keep the prefix.",
    messages: { found: "browsers no longer enforce {prefix} of the session cookie" },
    example: {
      before: routeWith({ oauth: { ...oauth, cookiePrefix: "__Host-" } }),
      after: routeWith({ oauth }),
    },
    *find(change) {
      for (const { before, after } of modulesWith(change, protectionNames, "stays")) {
        const prefix = /^__(host|secure)-/i.exec(textAt(before, COOKIE) ?? "")?.[0];
        if (prefix === undefined || isHidden(valueAt(after, COOKIE))) continue;
        // Browsers enforce the most of a cookie with `__Host-`.
        const sufficient = prefix.toLowerCase() === "__host-" ? /^__host-/i : /^__(host|secure)-/i;
        if (!sufficient.test(textAt(after, COOKIE) ?? ""))
          yield at(after, COOKIE, "found", { prefix });
      }
    },
  }),
  rule({
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
    example: {
      before: routeWith({ oauth: { ...oauth, maximumDuration: 3600 } }),
      after: routeWith({ oauth: { ...oauth, maximumDuration: 86_400 } }),
    },
    *find(change) {
      for (const { transition, before, after } of modulesWith(
        change,
        protectionNames,
        "stays",
        "starts",
      )) {
        for (const { path, what, long } of limits) {
          const was = before && transition === "stays" ? valueAt(before, path) : undefined;
          const now = valueAt(after, path);
          const message = limitChange(was, now, long);
          if (message) yield at(after, path, message, { what, was: String(was), now: String(now) });
        }
      }
    },
  }),
  rule({
    id: "token-location-changed",
    severity: "medium",
    title: "Tokens are read from another place of a request",
    why: "A proxy or a page that cannot set a token in the old place may be able to set it in the new place. Clients that use the old place are rejected.",
    fix: "Make sure that only the issuer's clients can set the new place.",
    messages: { found: "tokens are read from another place of a request" },
    example: {
      before: routeWithTokens({
        http: { tokens: [{ type: "jwt", method: "header", name: "authorization" }] },
      }),
      after: routeWithTokens({
        http: { tokens: [{ type: "jwt", method: "body", name: "token" }] },
      }),
    },
    *find(change) {
      for (const { before, after } of modulesWith(change, ["jwtValidation"], "stays")) {
        const was = tokenPlaces(before);
        const now = tokenPlaces(after);
        if (!was || !now) continue;
        const isNowEmpty = was.length > 0 && now.length === 0;
        if (isNowEmpty || addedTo(was, now).length > 0) yield at(after, TOKENS, "found");
      }
    },
  }),
  rule({
    id: "tls-lowered",
    severity: "medium",
    title: "An older TLS version is accepted",
    why: "Connections that were rejected are accepted.",
    fix: "Make sure that a client needs it.",
    messages: {
      lower: "TLS {now} is accepted",
      unstated: "the service chooses the lowest TLS version, no longer {was}",
    },
    example: {
      before: tlsTermination({ minVersion: "1.3" }),
      after: tlsTermination({ minVersion: "1.2" }),
    },
    *find(change) {
      for (const { before, after } of modulesWith(change, ["tlsTermination"], "stays")) {
        const was = tlsVersionOf(before);
        const now = tlsVersionOf(after);
        if (typeof was !== "number") continue;
        // Another rule reports a version that is not sound.
        const isLower = typeof now === "number" && now >= OLDEST_SOUND_TLS && now < was;
        if (isLower)
          yield at(after, "minVersion", "lower", { now: textAt(after, "minVersion") ?? "" });
        const isUnstated = now === "default" && was >= OLDEST_SOUND_TLS;
        if (isUnstated) yield at(after, "minVersion", "unstated", { was: String(was) });
      }
    },
  }),
  rule({
    id: "tls-termination-removed",
    severity: "medium",
    title: "TLS termination is no longer configured",
    why: "The service chooses where TLS ends, and the lowest version.",
    fix: "Keep the module, so that the accepted versions are known.",
    messages: {
      found: "the service chooses where TLS ends",
      version: "the service chooses the lowest TLS version",
    },
    example: {
      before: tlsTermination({ minVersion: "1.3" }),
    },
    *find(change) {
      for (const { before, args, path } of endedModules(change, ["tlsTermination"])) {
        yield at(args, path, isSet(valueAt(before, "minVersion")) ? "version" : "found");
      }
    },
  }),
];
