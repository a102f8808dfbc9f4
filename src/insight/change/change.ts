import { inStableOrder } from "../engine/order";
import type { Preview } from "../engine/preview";
import type { DeclaredObject } from "../ingress/declared-object";
import {
  edgeModulesOf,
  type Ingress,
  ingressOfObjects,
  withEffectiveModules,
} from "../ingress/ingress";
import { declaredObjects } from "../ingress/objects";
import { isThere, type ObjectChange, objectChanges } from "./objects";
import { ownersAfter, ownersBefore } from "./owners";
import { pairedKeys } from "./pairs";
import { type Providers, providersIn } from "./providers";
import { Operations, versionsAfter, versionsBefore } from "./versions";

/** The changes of an ingress that a preview shows; or, of a refresh, the changes that were made already. */
export interface IngressChange {
  /** The ingress after the change. */
  readonly after: Ingress;
  /** All objects of both sides, those included that stay as they are. */
  readonly objects: readonly ObjectChange[];
  readonly provider: Providers;
}

/**
 * Reads the changes of a preview, object by object. The order of the objects does not depend on that of the steps, so that the
 * reports of two previews of one change are equal.
 */
export function changesOf(preview: Preview): IngressChange {
  const ordered = { ...preview, steps: stepsInOrder(preview) };
  const provider = providersIn(ordered);
  const declared = declaredChanges(ordered, provider);
  const edgesBefore = edgeModulesOf(declared.map(({ before }) => before));
  const edgesAfter = edgeModulesOf(declared.map(({ after }) => after));
  const objects = declared.map((change): ObjectChange => {
    return {
      ...change,
      before: withEffectiveModules(change.before, edgesBefore),
      after: withEffectiveModules(change.after, edgesAfter),
    };
  });
  const present = objects.map(({ after }) => after).filter(isThere);
  return { after: ingressOfObjects(preview, present, preview.unread), objects, provider };
}

const stepsInOrder = ({ steps }: Preview): Preview["steps"] =>
  inStableOrder(steps, ({ urn, before, after }) => ({ urn, type: (after ?? before)?.type ?? "" }));

/** Pairs the objects of both sides of a change. */
function declaredChanges(preview: Preview, provider: Providers): ObjectChange<DeclaredObject>[] {
  const versions = {
    before: versionsBefore(preview, provider),
    after: versionsAfter(preview, provider),
  };
  const keyOf = pairedKeys(versions.before, versions.after);
  const before = declaredObjects(versions.before, keyOf, ownersBefore(keyOf));
  const after = declaredObjects(versions.after, keyOf, ownersAfter(versions.after, keyOf));
  const isDestroy = preview.steps.some(
    ({ op, urn }) => op === "delete" && urn.includes("::pulumi:pulumi:Stack::"),
  );
  const operations = {
    before: new Operations(versions.before, isDestroy),
    after: new Operations(versions.after, isDestroy),
  };
  return [...new Map([...before, ...after])].flatMap(([id, { kind, key, title }]) => {
    const absent: DeclaredObject = { kind, key, title, modules: {}, isServing: false, outputs: {} };
    return objectChanges(before.get(id) ?? absent, after.get(id) ?? absent, operations);
  });
}
