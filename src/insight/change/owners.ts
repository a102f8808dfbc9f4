import type { SingletonDefinition } from "../../core/schema/definition";
import { isSet } from "../../core/schema/values";
import { isImport, isReplacement } from "../engine/operations";
import { recordedValues } from "../engine/resource";
import type { FindOwners } from "../ingress/objects";
import {
  findOwners,
  hiddenOwner,
  type Owner,
  ownerArgument,
  ownerById,
  ownerSources,
} from "../ingress/owners";
import { hiddenIn, SECRET, UNKNOWN } from "../ingress/value";
import type { KeyOf } from "../ingress/versions";
import type { ChangedVersion, Versions } from "./versions";

/** The objects that have a module resource's module, before and after a change. */

/** Finds the objects that had the modules before the change. */
export const ownersBefore =
  (keyOf: KeyOf): FindOwners<ChangedVersion> =>
  (definition, version) => {
    const id = idOfOwner(definition, version);
    if (hiddenIn(id) === SECRET) return secretOwners(definition, version, keyOf);
    return isSet(id) && !hiddenIn(id)
      ? [ownerById(definition, id, keyOf)]
      : findOwners(definition, version, keyOf);
  };

/** Finds the objects that have the modules after the change. */
export function ownersAfter(versions: Versions, keyOf: KeyOf): FindOwners<ChangedVersion> {
  const createdUrns = new Set(versions.filter(isCreated).map(({ resource }) => resource.urn));
  const staying = versions.filter((version) => !isCreated(version));
  const stayingKeys = new Set(staying.map(({ resource }) => keyOf(resource.urn)));
  const imported = versions.filter(({ step }) => isImport(step.op));
  const importedIds = new Set(imported.map(({ resource }) => resource.id));
  /** True for the id of an object of the stack that is replaced or deleted, so that no object has the id after the change. */
  const isFormerId = (id: string): boolean => {
    const key = keyOf(id);
    // The id of an object of another stack is its key.
    const isOfStack = key !== id;
    return isOfStack && !stayingKeys.has(key) && !importedIds.has(id);
  };

  return (definition, version) => {
    const id = idOfOwner(definition, version);
    const hidden = hiddenIn(id);
    if (hidden === SECRET) return secretOwners(definition, version, keyOf);
    if (hidden === UNKNOWN || !isSet(id))
      return unknownOwners(definition, version, keyOf, createdUrns);
    if (definition.of.kind === "collection" && isFormerId(String(id))) return [formerOwner(id)];
    return [ownerById(definition, id, keyOf)];
  };
}

/**
 * The id of a module's owner. If the id is a secret on this side of a change, the other side may show it: another id would replace the
 * resource, so the owner of a resource that stays is the same on both sides.
 */
function idOfOwner({ fields }: SingletonDefinition, version: ChangedVersion): unknown {
  const argument = ownerArgument(fields);
  const id = version.values[argument];
  if (hiddenIn(id) !== SECRET || isCreated(version)) return id;
  const { before, after } = version.step;
  const ids = [before, after].map((side) => side && recordedValues(side)[argument]);
  return ids.find((shown) => isSet(shown) && !hiddenIn(shown)) ?? id;
}

const isCreated = ({ step: { op } }: ChangedVersion): boolean =>
  op === "create" || isReplacement(op);

/** The owner of a module that names an object which is gone: an object of its own, with no arguments. Its id in reports is the key. */
const formerOwner = (id: unknown): Owner => ({ key: `deleted, ${String(id)}` });

/**
 * The owners of a module if only an apply will know the id of its owner, or if the preview does not show the id. If the change creates
 * the only object that the id may come from, the module belongs to that object. Otherwise, the module may stay where it was. A new
 * module has each of several sources as a possible owner. It does not have a single source that stays: the id of that object is known, so
 * the unknown id is computed from something else.
 */
function unknownOwners(
  definition: SingletonDefinition,
  version: ChangedVersion,
  keyOf: KeyOf,
  createdUrns: ReadonlySet<string>,
): readonly Owner[] {
  const [source, ...others] = ownerSources(definition, version);
  const isFromCreated = source !== undefined && others.length === 0 && createdUrns.has(source);
  if (isFromCreated) return [{ key: keyOf(source) }];
  const previous = previousOwner(definition, version, keyOf);
  if (previous) return [previous];
  return others.length > 0 ? findOwners(definition, version, keyOf) : [hiddenOwner(version)];
}

/**
 * The owners of a module if the id of its owner is a secret. They are uncertain if the engine reports that this id changes, and the module
 * does not depend on exactly one resource that may be the owner.
 */
function secretOwners(
  definition: SingletonDefinition,
  version: ChangedVersion,
  keyOf: KeyOf,
): readonly Owner[] {
  const owners = findOwners(definition, version, keyOf);
  const argument = ownerArgument(definition.fields);
  const hasKnownSource = ownerSources(definition, version).length === 1;
  if (hasKnownSource || !version.step.changed.includes(argument)) return owners;
  return owners.map((owner) => ({ ...owner, uncertainBy: argument }));
}

/** The object that had the module before the change, and that may keep it. */
function previousOwner(
  definition: SingletonDefinition,
  { values, step }: ChangedVersion,
  keyOf: KeyOf,
): Owner | undefined {
  const argument = ownerArgument(definition.fields);
  const id = step.before?.outputs[argument];
  if (!isSet(id) || hiddenIn(id)) return undefined;
  return {
    ...ownerById(definition, id, keyOf),
    uncertainBy: argument,
    values: { ...values, [argument]: id },
  };
}
