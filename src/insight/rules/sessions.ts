import { modulesWith } from "../change/select";
import { textAt, valueAt } from "../ingress/arguments";
import { protectionNames } from "../ingress/modules";
import { isHidden, type Value } from "../ingress/value";
import { oauth, routeWith } from "./example-programs";
import { at, rule } from "./rule";

/** The rules of the sessions of logins: of credentials, durations and cookies. */

const COOKIE = "cookiePrefix";

const DAY = 86_400;

/** The limits of sessions. A limit that the program did not state before is reported if it is longer than `longSeconds`. */
const limits = [
  { path: "maximumDuration", effect: "a session lasts", longSeconds: 7 * DAY },
  { path: "inactivityTimeout", effect: "a session survives inactivity for", longSeconds: 7 * DAY },
  { path: "authCheckInterval", effect: "a revoked user keeps access for", longSeconds: DAY },
];

export const sessionRules = [
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
        const mayBeForced = now === true || isHidden(now);
        if (valueAt(before, "forceAuthn") === true && !mayBeForced)
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
        const prefix = enforcedPrefix(textAt(before, COOKIE));
        if (prefix === undefined || isHidden(valueAt(after, COOKIE))) continue;
        if (!enforcesNoLess(textAt(after, COOKIE), prefix))
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
      longer: "{effect} {now} s, not {was} s",
      new: "{effect} {now} s, which was not stated before",
      unstated: "{effect} as long as the service chooses, not {was} s",
    },
    example: {
      before: routeWith({ oauth: { ...oauth, maximumDuration: 3600 } }),
      after: routeWith({ oauth: { ...oauth, maximumDuration: 86_400 } }),
    },
    *find(change) {
      const logins = modulesWith(change, protectionNames, "stays", "starts");
      for (const { transition, before, after } of logins) {
        for (const { path, effect, longSeconds } of limits) {
          const wasInForce = before && transition === "stays";
          const was = wasInForce ? valueAt(before, path) : undefined;
          const now = valueAt(after, path);
          const message = limitMessage(was, now, longSeconds);
          if (!message) continue;
          yield at(after, path, message, { effect, was: String(was), now: String(now) });
        }
      }
    },
  }),
];

/** The message on a limit that allows longer sessions; `undefined` if it does not, or if a value is hidden. */
function limitMessage(
  was: Value,
  now: Value,
  longSeconds: number,
): "new" | "unstated" | "longer" | undefined {
  if (isHidden(now) || isHidden(was)) return undefined;
  const isStated = typeof now === "number";
  if (typeof was !== "number") return isStated && now > longSeconds ? "new" : undefined;
  // 0 may mean no limit: a change from it makes no session longer. The flaw `endless` reports a change to it.
  if (was === 0) return undefined;
  if (!isStated) return "unstated";
  return now > was ? "longer" : undefined;
}

/** A prefix of a cookie's name for which browsers enforce attributes, as it is written. */
const enforcedPrefix = (name = ""): string | undefined => /^__(host|secure)-/i.exec(name)?.[0];

/** True if browsers enforce no less for the name of a cookie than for a prefix: `__Host-` is stricter than `__Secure-`. */
function enforcesNoLess(name: string | undefined, prefix: string): boolean {
  const kept = enforcedPrefix(name)?.toLowerCase();
  return kept === "__host-" || kept === prefix.toLowerCase();
}
