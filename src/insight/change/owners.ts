import type { SingletonDefinition } from "../../core/schema/definition";
import { isSet } from "../../core/schema/values";
import { isReplacement } from "../engine/operations";
import type { OwnersOf } from "../ingress/objects";
import {
  hiddenOwner,
  type Owner,
  ownerArgument,
  ownerById,
  ownerSources,
  ownersOf,
} from "../ingress/owners";
import { hiddenIn, SECRET, UNKNOWN } from "../ingress/value";
import type { KeyOf } from "../ingress/versions";
import type { ChangedVersion, Versions } from "./versions";

/** Finds the objects that had the modules before the change. */
export const ownersBefore =
  (keyOf: KeyOf): OwnersOf<ChangedVersion> =>
  (definition, version) =>
    hiddenIn(version.values[ownerArgument(definition.fields)]) === SECRET
      ? secretOwners(definition, version, keyOf)
      : ownersOf(definition, version, keyOf);

/**
 * Finds the objects that have the modules after the change. If only an apply will know the id of the owner, the module belongs to
 * the object that the id comes from, if the change creates it; otherwise, the module may stay where it was.
 */
export function ownersAfter(versions: Versions, keyOf: KeyOf): OwnersOf<ChangedVersion> {
  const createdVersions = versions.filter(isCreated);
  const created = new Set(createdVersions.map(({ resource }) => resource.urn));
  const staying = new Set(
    versions.filter((version) => !isCreated(version)).map(({ resource }) => keyOf(resource.urn)),
  );
  /** Whether an object had the id before the change, and is replaced or deleted, so that nothing has the id afterwards. */
  const isFormerId = (id: string) => keyOf(id) !== id && !staying.has(keyOf(id));

  return (definition, version) => {
    const id = version.values[ownerArgument(definition.fields)];
    const hidden = hiddenIn(id);
    if (hidden === SECRET) return secretOwners(definition, version, keyOf);
    if (hidden === UNKNOWN || !isSet(id)) return unknownOwners(definition, version, keyOf, created);
    const isGone = definition.of.kind !== "external" && isFormerId(String(id));
    return [isGone ? { key: `deleted, ${String(id)}` } : ownerById(definition, id, keyOf)];
  };
}

function unknownOwners(
  definition: SingletonDefinition,
  version: ChangedVersion,
  keyOf: KeyOf,
  created: ReadonlySet<string>,
): readonly Owner[] {
  const sources = ownerSources(definition, version);
  const isFromCreated = sources.length === 1 && sources.every((urn) => created.has(urn));
  if (isFromCreated) return ownersOf(definition, version, keyOf);
  const previous = previousOwner(definition, version, keyOf);
  if (previous) return [previous];
  return sources.length > 1 ? ownersOf(definition, version, keyOf) : [hiddenOwner(version)];
}

const isCreated = ({ step: { op } }: ChangedVersion): boolean =>
  op === "create" || isReplacement(op);

/**
 * The owner of a module with a secret id. If the engine reports that the id changes, and nothing shows the resource that it comes
 * from, the new owner is not known.
 */
function secretOwners(
  definition: SingletonDefinition,
  version: ChangedVersion,
  keyOf: KeyOf,
): readonly Owner[] {
  const owners = ownersOf(definition, version, keyOf);
  const argument = ownerArgument(definition.fields);
  const isKnown = ownerSources(definition, version).length === 1;
  if (isKnown || !version.step.changed.includes(argument)) return owners;
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
