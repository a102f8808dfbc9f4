import { type Block, isOpaque, valueAt } from "../../ingress/blocks";
import { type Hit, hit, keptModules, newModules, type Rule } from "./rule";

/** Arguments that weaken a login when they become a certain value. */
const checks: readonly { readonly path: string; readonly weak: boolean; readonly says: string }[] = [
  { path: "optionsPassthrough", weak: true, says: "OPTIONS requests pass without login" },
  { path: "allowIdpInitiated", weak: true, says: "the identity provider may start a login by itself" },
  { path: "forceAuthn", weak: false, says: "users no longer have to give their credentials at every redirect" },
];

const flagAt = (value: unknown): boolean | undefined => (isOpaque(value) ? undefined : value === true);

const DAY = 86_400;

/** Durations of sessions, and from how many seconds on a duration is worth a question where none was stated before. */
const limits: readonly { readonly path: string; readonly says: string; readonly long: number }[] = [
  { path: "maximumDuration", says: "a session lasts", long: 7 * DAY },
  { path: "inactivityTimeout", says: "a session survives inactivity for", long: 7 * DAY },
  { path: "authCheckInterval", says: "a revoked user keeps access for", long: DAY },
];

const seconds = (value: number): string => `${value} s`;
const UNLIMITED = "that may mean without limit";

/** What becomes of the limits of a session; `before` is undefined for a login that is new. */
const whenLonger = (before: Block | undefined, after: Block): Hit[] =>
  limits.flatMap(({ path, says, long }) => {
    const [was, now] = [before && valueAt(before, path), valueAt(after, path)];
    if (isOpaque(now) || isOpaque(was)) return [];
    const found = typeof was === "number" ? comparedWith(was, now) : stated(now, long);
    return found === undefined ? [] : [hit(after, path, `${says} ${found}`)];
  });

function comparedWith(was: number, now: unknown): string | undefined {
  if (typeof now !== "number") return `as long as the service chooses, not ${seconds(was)}`;
  if (now === 0 && was > 0) return `${seconds(now)}, not ${seconds(was)}: ${UNLIMITED}`;
  return was > 0 && now > was ? `${seconds(now)}, not ${seconds(was)}` : undefined;
}

function stated(now: unknown, long: number): string | undefined {
  if (typeof now !== "number" || (now > 0 && now <= long)) return undefined;
  return `${seconds(now)}, which was not stated before${now === 0 ? `: ${UNLIMITED}` : ""}`;
}

export const sessionRules: readonly Rule[] = [
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
    id: "session-longer",
    severity: "medium",
    title: "A session lasts longer",
    why: "A stolen session, or the session of a revoked user, is valid for longer.",
    todo: "Keep sessions as short as your users accept.",
    example: "`oauth.maximumDuration` grows from 3600 to 86400, or is set to more than seven days for the first time",
    find: (subject) => [
      ...keptModules(subject).flatMap(({ before, after }) => whenLonger(before, after)),
      ...newModules(subject).flatMap(({ after }) => whenLonger(undefined, after)),
    ],
  },
];
