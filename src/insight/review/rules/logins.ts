import { type Block, isOpaque, membersAt, textAt, valueAt } from "../../ingress/blocks";
import { flawsOf } from "../../ingress/lint";
import { rows } from "../../ingress/lint-rows";
import { factsOf, isProtection } from "../../ingress/modules";
import { differences } from "../differences";
import { inModules, match, matchText, rule } from "./rule";

/** By whom users are authenticated, and for how long. */

const isPublic = (name: string, block: Block): boolean =>
  flawsOf(name, block).some(({ row }) => row === rows.publicIssuer);

/** Another identity, by whether the old one admitted everyone and the new one does not. */
const otherIdentity = inModules("kept", isProtection, ({ name, was, now }) => {
  const message = isPublic(name, was) && !isPublic(name, now) ? "hardened" : "found";
  const identity = Object.entries(factsOf(name)?.identity ?? {});
  return identity.map(([path, effect]) => matchText(was, now, path, message, { effect }));
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

/** How much browsers enforce of a cookie with a prefix. */
const enforced = (prefix = ""): number => ["", "__secure-", "__host-"].indexOf(prefix.toLowerCase());

const DAY = 86_400;

/** Durations of sessions, and from how many seconds on a duration is worth a question where none was stated before. */
const limits = [
  { path: "maximumDuration", what: "a session lasts", long: 7 * DAY },
  { path: "inactivityTimeout", what: "a session survives inactivity for", long: 7 * DAY },
  { path: "authCheckInterval", what: "a revoked user keeps access for", long: DAY },
];

/** What becomes of a limit. That 0 may be without limit is a flaw. */
function limitChange(was: unknown, now: unknown, long: number): string | false {
  if (isOpaque(now) || isOpaque(was)) return false;
  if (typeof was !== "number") return typeof now === "number" && now > long && "new";
  return typeof now !== "number" ? "unstated" : was > 0 && now > was && "longer";
}

export const loginRules = [
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
    find: inModules("kept", isProtection, ({ was, now }) => {
      const [old, prefix] = [was, now].map(
        (block) => /^__(host|secure)-/i.exec(textAt(block, COOKIE) ?? "")?.[0] ?? "",
      );
      const isWeaker = old && enforced(prefix) < enforced(old) && !isOpaque(valueAt(now, COOKIE));
      return isWeaker && match(now, COOKIE, "found", { prefix: old });
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
    find: inModules(["kept", "begun"], isProtection, ({ fate, was, now: block }) =>
      limits.map(({ path, what, long }) => {
        const [old, now] = [was && fate === "kept" ? valueAt(was, path) : undefined, valueAt(block, path)];
        const message = limitChange(old, now, long);
        return message && match(block, path, message, { what, was: String(old), now: String(now) });
      }),
    ),
  }),
];
