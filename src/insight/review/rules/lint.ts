import { isInForce } from "../../ingress/blocks";
import { flawsOf } from "../../ingress/lint";
import { type Flaw, lintRows, rows } from "../../ingress/lint-rows";
import type { ModuleChange } from "../changes";
import { inModules, match, rule } from "./rule";

/** What is new in the lint of the ingress after the change. */

/** Whether a module had the flaw before, or a worse one of its kind. */
const isOld = (flaw: Flaw, old: readonly Flaw[]): boolean =>
  old.some(
    ({ row, path, effect, degree }) =>
      row === flaw.row &&
      path === flaw.path &&
      (flaw.degree === undefined ? effect === flaw.effect : (degree ?? 0) >= flaw.degree),
  );

/** The new flaws of a module. A protection that is new keeps out more than none did: what it lacks is another rule's. */
function newFlaws({ name, fate, was, now }: ModuleChange): Flaw[] {
  if (!now || fate === "left") return [];
  const isNew = !isInForce(was);
  const earlier = was && !isNew ? flawsOf(name, was) : [];
  return flawsOf(name, now)
    .filter((flaw) => (flaw.row === rows.adopts ? was === undefined : !isOld(flaw, earlier)))
    .filter(({ strength, isLikelyMistake }) => !isNew || (strength === undefined && isLikelyMistake));
}

/** A secret that goes, although the new provider may need none. */
const lostSecret = inModules(
  "kept",
  "webhookVerification",
  ({ name, was, now }) =>
    Boolean(was.values.secret) &&
    !now.values.secret &&
    !now.opaqueAs &&
    !flawsOf(name, now).some(({ row }) => row === rows.unsigned) &&
    match(now, "secret", "found", { effect: "webhooks are verified without a secret" }),
);

export const lintRules = lintRows.map((row) =>
  rule(row.id, row.severity, {
    ...{ ...row, messages: { found: "{effect}" } },
    find: [
      ({ action, modules }) =>
        action !== "deleted" &&
        action !== "retained" &&
        modules.map((module) =>
          newFlaws(module).map(
            ({ row: own, path, effect }) => own === row && module.now && match(module.now, path, "found", { effect }),
          ),
        ),
      ...(row === rows.unsigned ? [lostSecret] : []),
    ],
  }),
);
