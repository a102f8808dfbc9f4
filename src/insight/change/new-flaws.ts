import { type Arguments, isInForce } from "../ingress/arguments";
import { type Flaw, flaw, flawKinds } from "../ingress/flaw-kinds";
import { flawsOf } from "../ingress/flaws";
import type { ModuleChange, ObjectChange } from "./objects";
import { oncePerChange } from "./once";
import { modulesWith } from "./select";

/** The flaws that a change adds to modules. */

export interface NewFlaw {
  readonly flaw: Flaw;
  /** The arguments of the module after the change. */
  readonly args: Arguments;
}

export const newFlaws = oncePerChange((change): readonly NewFlaw[] => [
  ...change.modules.flatMap(newFlawsOf),
  ...lostSecrets(change),
]);

function newFlawsOf({ name, before, after }: ModuleChange): NewFlaw[] {
  if (!after) return [];
  return flawsOf(name, after)
    .filter((found) => isNew(found, name, before))
    .filter((found) => isInForce(before) || isFaultOfNewModule(found))
    .map((found) => ({ flaw: found, args: after }));
}

function isNew(found: Flaw, name: string, before: Arguments | undefined): boolean {
  if (!before) return true;
  // A module is adopted only when it is created.
  if (found.kind === flawKinds.adopts) return false;
  return !flawsOf(name, before).some((old) => isAsBad(old, found));
}

/** True if an earlier flaw is the found flaw, or a worse flaw of its kind. */
function isAsBad(old: Flaw, found: Flaw): boolean {
  if (old.kind !== found.kind || old.path !== found.path) return false;
  return found.level === undefined
    ? old.message === found.message
    : (old.level ?? 0) >= found.level;
}

/** True if a flaw matters in a new module. Even a weak protection keeps out more than none: rules of protections judge it. */
const isFaultOfNewModule = ({ strength, isLikelyMistake }: Flaw): boolean =>
  strength === undefined && isLikelyMistake;

const NO_SECRET = "webhooks are verified without a secret";

const lostSecret = flaw({
  kind: flawKinds.unsigned,
  path: "secret",
  summary: NO_SECRET,
  message: NO_SECRET,
});

/** The removed secrets of webhook verifications that have no flaw by themselves, because the provider after the change may need none. */
function lostSecrets(change: ObjectChange): NewFlaw[] {
  const withoutSecret = modulesWith(change, ["webhookVerification"], "stays").filter(
    ({ before, after }) => before.values.secret && !after.values.secret && !after.hidden,
  );
  return withoutSecret
    .filter(({ name, after }) => flawsOf(name, after).every(({ kind }) => kind !== lostSecret.kind))
    .map(({ after }) => ({ flaw: lostSecret, args: after }));
}
