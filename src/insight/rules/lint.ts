import { isInForce } from "../ingress/arguments";
import { flawsOf } from "../ingress/lint";
import { type Flaw, lintRows, rows } from "../ingress/lint-rows";
import { type Find, inModules, match, rule } from "./rule";

/** What is new in the lint of the ingress after the change. */

/** Whether a module had the flaw before, or a worse one of its kind. */
const isOld = (flaw: Flaw, old: readonly Flaw[]): boolean =>
  old.some(
    ({ row, path, effect, degree }) =>
      row === flaw.row &&
      path === flaw.path &&
      (flaw.degree === undefined ? effect === flaw.effect : (degree ?? 0) >= flaw.degree),
  );

/** New flaws of modules. With a flaw, a new protection still keeps out more than none: the rules of protections judge it. */
const newFlaws: Find = ({ modules }) =>
  modules.map(({ name, before: was, after: now }) => {
    const earlier = was ? flawsOf(name, was) : [];
    return (now ? flawsOf(name, now) : []).map((flaw) => {
      const { row, path, effect, strength, isLikelyMistake } = flaw;
      const isFound = row === rows.adopts ? was === undefined : !isOld(flaw, earlier);
      const isOwn = isInForce(was) || (strength === undefined && isLikelyMistake);
      return now && isFound && isOwn && match(now, path, row.id, { effect });
    });
  });

/** A secret that goes, although the new provider may need none. */
const lostSecret = inModules("stays", "webhookVerification", ({ name, before: was, after: now }) => {
  const isLost = Boolean(was.values.secret) && !now.values.secret && !now.hidden;
  const isFlaw = flawsOf(name, now).some(({ row }) => row === rows.unsigned);
  const effect = "webhooks are verified without a secret";
  return isLost && !isFlaw && match(now, "secret", rows.unsigned.id, { effect });
});

export const lintRules = lintRows.map((row) =>
  rule(row.id, row.severity, { ...row, messages: { [row.id]: "{effect}" }, find: [newFlaws, lostSecret] }),
);
