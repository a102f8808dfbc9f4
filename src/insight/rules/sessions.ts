import { modulesWith } from "../change/select";
import { textAt, valueAt } from "../ingress/arguments";
import { protectionNames } from "../ingress/modules";
import { isHidden, type Value } from "../ingress/value";
import { oauth, routeWith } from "./example-programs";
import { at, rule } from "./rule";

/** The sessions of logins: how often users give their credentials, how long a session lasts, and how its cookie is protected. */

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
        const prefix = /^__(host|secure)-/i.exec(textAt(before, COOKIE) ?? "")?.[0];
        if (prefix === undefined || isHidden(valueAt(after, COOKIE))) continue;
        // `__Host-` is the stricter prefix, so `__Secure-` does not replace it.
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
];
