import { UNKNOWN } from "../../../core/schema/values";
import { differences } from "../../ingress/differences";
import { textAt, valueAt } from "../../ingress/parts";
import type { Subject } from "../../ingress/subjects";
import { MASK } from "../../stack/secrets";
import { hit, keptModules, type Rule } from "./rule";

/** Arguments that weaken a check when they become a certain value. */
const checks: readonly { readonly path: string; readonly weak: boolean; readonly says: string }[] = [
  { path: "optionsPassthrough", weak: true, says: "OPTIONS requests pass without login" },
  { path: "allowIdpInitiated", weak: true, says: "the identity provider may start a login by itself" },
  { path: "forceAuthn", weak: false, says: "users no longer have to give their credentials at every redirect" },
];

const flagAt = (value: unknown): boolean | undefined =>
  value === UNKNOWN || value === MASK ? undefined : value === true;

const limits: Readonly<Record<string, string>> = {
  maximumDuration: "a session lasts",
  inactivityTimeout: "a session survives inactivity for",
  authCheckInterval: "a revoked user keeps access for",
};

const seconds = (value: number): string => `${value} s`;

/** 1.2 of `1.2`, `TLSv1.2` or `tls_1_2`. */
function tlsVersion(text: string | undefined): number | undefined {
  const [, major, minor = "0"] = /(\d)(?:[._](\d))?/.exec(text ?? "") ?? [];
  return major === undefined ? undefined : Number(`${major}.${minor}`);
}

const tlsChanges = (subject: Subject) =>
  keptModules(subject, ["tlsTermination"]).map(({ before, after }) => ({
    after,
    isRemoved: valueAt(before, "minVersion") !== undefined && valueAt(after, "minVersion") === undefined,
    text: textAt(after, "minVersion"),
    was: tlsVersion(textAt(before, "minVersion")),
    now: tlsVersion(textAt(after, "minVersion")),
  }));

/** 1.0 and 1.1 are deprecated by RFC 8996. */
const OLDEST_SOUND = 1.2;

export const weakerRules: readonly Rule[] = [
  {
    id: "check-weakened",
    severity: "medium",
    title: "A login is weaker",
    why: "Requests or users that were rejected are admitted.",
    todo: "Make sure that the admitted requests do no harm.",
    example: "`oauth.optionsPassthrough` becomes true",
    find: (subject) =>
      keptModules(subject).flatMap(({ before, after }) =>
        checks.flatMap(({ path, weak, says }) => {
          const [was, now] = [flagAt(valueAt(before, path)), flagAt(valueAt(after, path))];
          return path in after.table && was === !weak && now === weak ? [hit(after, path, says)] : [];
        }),
      ),
  },
  {
    id: "webhook-secret-removed",
    severity: "high",
    title: "Webhooks are verified without a secret",
    why: "All providers but one need the secret: without it, forged webhooks are accepted.",
    todo: "Keep the secret, unless the provider signs with its own key.",
    example: "`webhookVerification.secret` is removed",
    find: (subject) =>
      keptModules(subject, ["webhookVerification"])
        .filter(({ before, after }) => valueAt(before, "secret") && !valueAt(after, "secret"))
        .map(({ after }) => hit(after, "secret", "webhooks are verified without a secret")),
  },
  {
    id: "session-longer",
    severity: "medium",
    title: "A session lasts longer",
    why: "A stolen session, or the session of a revoked user, is valid for longer.",
    todo: "Keep sessions as short as your users accept.",
    example: "`oauth.maximumDuration` grows from 3600 to 86400",
    find: (subject) =>
      keptModules(subject).flatMap(({ before, after }) =>
        Object.entries(limits).flatMap(([path, says]) => {
          const [was, now] = [valueAt(before, path), valueAt(after, path)];
          if (typeof was !== "number" || now === UNKNOWN || now === MASK) return [];
          if (typeof now !== "number")
            return [hit(after, path, `${says} as long as the service chooses, not ${seconds(was)}`)];
          if (now === 0 && was > 0)
            return [hit(after, path, `${says} 0 s, not ${seconds(was)}: that may mean without limit`)];
          return was > 0 && now > was ? [hit(after, path, `${says} ${seconds(now)}, not ${seconds(was)}`)] : [];
        }),
      ),
  },
  {
    id: "tls-obsolete",
    severity: "high",
    title: "A deprecated TLS version is accepted",
    why: "TLS 1.0 and 1.1 have known weaknesses (RFC 8996).",
    todo: "Require at least TLS 1.2.",
    example: "`minVersion` of an `HttpsEdgeTlsTermination` goes from 1.2 to 1.0",
    find: (subject) =>
      tlsChanges(subject)
        .filter(({ was, now }) => now !== undefined && now < OLDEST_SOUND && (was === undefined || now < was))
        .map(({ after, text }) => hit(after, "minVersion", `TLS ${text} is accepted again`)),
  },
  {
    id: "tls-lowered",
    severity: "medium",
    title: "An older TLS version is accepted",
    why: "Connections that were rejected are accepted.",
    todo: "Make sure that a client needs it.",
    example: "`minVersion` of an `HttpsEdgeTlsTermination` goes from 1.3 to 1.2",
    find: (subject) => [
      ...tlsChanges(subject)
        .filter(({ was, now }) => was !== undefined && now !== undefined && now < was && now >= OLDEST_SOUND)
        .map(({ after, text }) => hit(after, "minVersion", `TLS ${text} is accepted`)),
      ...tlsChanges(subject)
        .filter(({ was, isRemoved }) => isRemoved && was !== undefined && was >= OLDEST_SOUND)
        .map(({ after, was }) =>
          hit(after, "minVersion", `the service chooses the lowest TLS version, no longer ${was}`),
        ),
    ],
  },
  {
    id: "policy-changed",
    severity: "medium",
    title: "A traffic policy changes",
    why: "The service interprets the expressions and actions: this review cannot determine whether they admit more.",
    todo: "Compare the expressions and actions before and after.",
    example: "an expression of `policy.inbound` changes",
    find: (subject) =>
      keptModules(subject, ["policy"]).flatMap(({ before, after }) =>
        differences(before, after)
          .filter(({ path, outcome }) => outcome === "changed" && !path.endsWith(".name"))
          .map(({ path }) => hit(after, path, "its traffic policy changes")),
      ),
  },
];
