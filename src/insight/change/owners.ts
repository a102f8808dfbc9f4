import type { SingletonDefinition } from "../../core/schema/definition";
import { isSet } from "../../core/schema/values";
import { isReplacement } from "../engine/operations";
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
    const id = version.values[ownerArgument(definition.fields)];
    return hiddenIn(id) === SECRET
      ? secretOwners(definition, version, keyOf)
      : findOwners(definition, version, keyOf);
  };

/** Finds the objects that have the modules after the change. */
export function ownersAfter(versions: Versions, keyOf: KeyOf): FindOwners<ChangedVersion> {
  const createdUrns = new Set(versions.filter(isCreated).map(({ resource }) => resource.urn));
  const staying = versions.filter((version) => !isCreated(version));
  const stayingKeys = new Set(staying.map(({ resource }) => keyOf(resource.urn)));

  return (definition, version) => {
    const id = version.values[ownerArgument(definition.fields)];
    const hidden = hiddenIn(id);
    if (hidden === SECRET) return secretOwners(definition, version, keyOf);
    if (hidden === UNKNOWN || !isSet(id))
      return unknownOwners(definition, version, keyOf, createdUrns);
    if (definition.of.kind === "collection" && isFormerId(String(id), keyOf, stayingKeys))
      return [{ key: `deleted, ${String(id)}` }];
    return [ownerById(definition, id, keyOf)];
  };
}

const isCreated = ({ step: { op } }: ChangedVersion): boolean =>
  op === "create" || isReplacement(op);

/** True for the id of an object of the stack that is replaced or deleted, so that no object has the id after the change. */
function isFormerId(id: string, keyOf: KeyOf, stayingKeys: ReadonlySet<string>): boolean {
  const key = keyOf(id);
  // The id of an object of another stack is its key.
  const isOfStack = key !== id;
  return isOfStack && !stayingKeys.has(key);
}

/**
 * The owners of a module whose id of the owner is known only after an apply. If the change creates the object that the id comes
 * from, the module belongs to it. Otherwise, the module may stay where it was.
 */
function unknownOwners(
  definition: SingletonDefinition,
  version: ChangedVersion,
  keyOf: KeyOf,
  createdUrns: ReadonlySet<string>,
): readonly Owner[] {
  const sources = ownerSources(definition, version);
  const isFromCreated = sources.length === 1 && sources.every((urn) => createdUrns.has(urn));
  if (isFromCreated) return findOwners(definition, version, keyOf);
  const previous = previousOwner(definition, version, keyOf);
  if (previous) return [previous];
  return sources.length > 1 ? findOwners(definition, version, keyOf) : [hiddenOwner(version)];
}

/**
 * The owners of a module whose id of the owner is a secret. They are uncertain if the engine reports that the id changes, and no
 * single resource is known that the id comes from.
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
