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
import { objectChanges } from "./compare-objects";
import { isThere, type ObjectChange } from "./objects";
import { ownersAfter, ownersBefore } from "./owners";
import { pairedKeys } from "./pairs";
import { type Providers, readProviders } from "./providers";
import { type OperationsOfSides, ResourceOperations } from "./resource-operations";
import { versionsAfter, versionsBefore } from "./versions";

/** The changes of an ingress that a preview shows; or, of a refresh, the changes that were made already. */
export interface IngressChange {
  /** The ingress after the change. */
  readonly after: Ingress;
  /** All objects of both sides, including those that stay as they are. */
  readonly objects: readonly ObjectChange[];
  /** Finds a provider by its URN. */
  readonly provider: Providers;
}

/**
 * Reads the changes of a preview, object by object. The order of the objects does not depend on that of the steps, so that the
 * reports of two previews of one change are equal.
 */
export function changesOf(preview: Preview): IngressChange {
  const ordered = { ...preview, steps: stepsInOrder(preview) };
  const provider = readProviders(ordered);
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

/** The changes of all objects, as resources declare them on each side. */
function declaredChanges(preview: Preview, providers: Providers): ObjectChange<DeclaredObject>[] {
  const before = versionsBefore(preview, providers);
  const after = versionsAfter(preview, providers);
  const keyOf = pairedKeys(before, after);
  const objectsBefore = declaredObjects(before, keyOf, ownersBefore(keyOf));
  const objectsAfter = declaredObjects(after, keyOf, ownersAfter(after, keyOf));
  const isDestroy = preview.steps.some(isDeletionOfStack);
  const operations: OperationsOfSides = {
    before: new ResourceOperations(before, isDestroy),
    after: new ResourceOperations(after, isDestroy),
  };
  const ids = new Set([...objectsBefore.keys(), ...objectsAfter.keys()]);
  return [...ids].flatMap((id) => {
    const objectBefore = objectsBefore.get(id);
    const objectAfter = objectsAfter.get(id);
    const present = objectAfter ?? objectBefore;
    if (!present) return [];
    const absent = absentObject(present);
    return objectChanges(objectBefore ?? absent, objectAfter ?? absent, operations);
  });
}

const isDeletionOfStack = ({ op, urn }: Preview["steps"][number]): boolean =>
  op === "delete" && urn.includes("::pulumi:pulumi:Stack::");

/** An object on the side of the change that does not have it. */
const absentObject = ({ kind, key, id, title }: DeclaredObject): DeclaredObject => ({
  kind,
  key,
  id,
  title,
  modules: {},
  isServing: false,
  outputs: {},
});
