import { CheckFailure, DiffResponse } from "@pulumi/pulumi/proto/provider_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { ResourceView } from "../../core/provider/call";
import { UNKNOWN, unwrapSecrets } from "../../core/pulumi/engine-values";
import { hasOutputs, type Table } from "../../core/schema/field";
import { type Problem, problemText } from "../../core/schema/problem";
import { markedPaths, withSecrets } from "../../core/schema/secrets";
import { isSet, someValue, type Values } from "../../core/schema/values";
import { isNested, visits } from "../../core/schema/walk";

/* Properties that the plugin adds to the state. The engine does not display properties whose names begin with two underscores. */
const ON_DECLARED = "__isOnDeclared";
const SERVED_BY = "__servedBy";

/** The values of a message, with the engine's wrappers of secrets. */
export const toValues = (message: Struct | undefined): Values =>
  (message?.toJavaScript() ?? {}) as Values;

/** The facts about an object that the plugin records in the state in addition to the object's values. */
export type RecordedNotes = Pick<ResourceView, "isParentDeclared" | "baseUrlDigest">;

/** The properties of a resource in a message of the engine. */
export interface Properties {
  /** The values in plaintext. */
  readonly values: Values;
  /** The paths of the values that the program has marked as secret. */
  readonly secretPaths: readonly string[];
  readonly notes: RecordedNotes;
}

export function readProperties(fields: Table, message: Struct | undefined): Properties {
  const {
    [ON_DECLARED]: isParentDeclared,
    [SERVED_BY]: baseUrlDigest,
    ...wrapped
  } = toValues(message);
  return {
    values: unwrapSecrets(wrapped) as Values,
    secretPaths: markedPaths(fields, wrapped),
    notes: readNotes(isParentDeclared, baseUrlDigest),
  };
}

function readNotes(isParentDeclared: unknown, baseUrlDigest: unknown): RecordedNotes {
  const notes: { -readonly [K in keyof RecordedNotes]: RecordedNotes[K] } = {};
  if (isParentDeclared === true) notes.isParentDeclared = true;
  if (typeof baseUrlDigest === "string") notes.baseUrlDigest = baseUrlDigest;
  return notes;
}

/** Throws an error if a value is unknown, because its placeholder must not be sent. The error omits names of members of maps. */
export function requireKnown(fields: Table, values: Values): void {
  const isUnknown = (value: unknown) => someValue(value, (part) => part === UNKNOWN);
  const unknown = visits(fields, values).find(
    (visited) => !isNested(visited) && isUnknown(visited.value),
  );
  if (unknown) throw new Error(`${unknown.path} is unknown, which it can be in a preview alone`);
}

/** A message with values. It cannot contain undefined members. */
export const toStruct = (values: Values): Struct =>
  Struct.fromJavaScript(JSON.parse(JSON.stringify(values)) as Record<string, JavaScriptValue>);

/** The failures of a check. The path is in the reason: for a failure with a property, the engine prints its value, secrets in plaintext. */
export const toCheckFailures = (problems: readonly Problem[]): CheckFailure[] =>
  problems.map((problem) => new CheckFailure().setReason(problemText(problem)));

/** The result of a diff, by the names of the changed properties. */
export const toDiffResponse = (changed: readonly string[]): DiffResponse =>
  new DiffResponse()
    .setChanges(changed.length > 0 ? DIFF_SOME : DIFF_NONE)
    .setDiffsList([...changed]);

const { DIFF_SOME, DIFF_NONE } = DiffResponse.DiffChanges;

/** A message with values. The secrets of the table and the values at the paths are wrapped. */
export const toProperties = (
  fields: Table,
  values: Values,
  secretPaths: readonly string[],
): Struct => toStruct(withSecrets(fields, values, undefined, secretPaths));

/**
 * The outputs of an object for the state. For {@link isRecordedState}, they always contain a value that no program declares: the id
 * of the object, if it has no output.
 */
export function recordedOutputs(
  fields: Table,
  object: Pick<ResourceView, "id" | "outputs"> & RecordedNotes,
): Values {
  const recorded: Record<string, unknown> = { ...object.outputs };
  if (!hasOutputs(fields, object.outputs)) recorded.id = object.id;
  if (object.isParentDeclared) recorded[ON_DECLARED] = true;
  if (object.baseUrlDigest !== undefined) recorded[SERVED_BY] = object.baseUrlDigest;
  return recorded;
}

/** True if values come from a state, of the plugin or of a dynamic resource, and not from a program. */
export const isRecordedState = (fields: Table, values: Values): boolean =>
  hasOutputs(fields, values) || isSet(values.id) || isSet(values.__provider);
