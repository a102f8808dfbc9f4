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
  const earlier = before ? flawsOf(name, before) : [];
  const isNew = (found: Flaw) =>
    found.kind === flawKinds.adopts ? before === undefined : !isKnown(found, earlier);
  return flawsOf(name, after)
    .filter((found) => isNew(found) && (isInForce(before) || isFaultOfNewModule(found)))
    .map((found) => ({ flaw: found, args: after }));
}

/** Whether a module had the flaw before, or a worse flaw of its kind. */
const isKnown = (found: Flaw, earlier: readonly Flaw[]): boolean =>
  earlier.some((old) => old.kind === found.kind && old.path === found.path && isAsBad(old, found));

const isAsBad = (old: Flaw, found: Flaw): boolean =>
  found.level === undefined ? old.message === found.message : (old.level ?? 0) >= found.level;

/** Whether a flaw matters in a new module. Even a weak protection keeps out more than none: rules of protections judge it. */
const isFaultOfNewModule = ({ strength, isLikelyMistake }: Flaw): boolean =>
  strength === undefined && isLikelyMistake;

/** The secrets of webhook verifications that are removed, although the new provider may need none. */
const lostSecrets = (change: ObjectChange): NewFlaw[] =>
  modulesWith(change, ["webhookVerification"], "stays")
    .filter(
      ({ before, after }) => Boolean(before.values.secret) && !after.values.secret && !after.hidden,
    )
    .filter(
      ({ name, after }) => !flawsOf(name, after).some(({ kind }) => kind === flawKinds.unsigned),
    )
    .map(({ after }) => ({
      flaw: flaw({
        kind: flawKinds.unsigned,
        path: "secret",
        summary: NO_SECRET,
        message: NO_SECRET,
      }),
      args: after,
    }));

const NO_SECRET = "webhooks are verified without a secret";
