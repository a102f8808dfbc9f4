import { CheckFailure, DiffResponse } from "@pulumi/pulumi/proto/provider_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { ResourceView } from "../../core/provider/call";
import { UNKNOWN, unwrapSecrets } from "../../core/pulumi/engine-values";
import { hasOutputs, type Table } from "../../core/schema/field";
import { type Problem, problemText } from "../../core/schema/problem";
import { markedPaths, withSecrets } from "../../core/schema/secrets";
import { isSet, someValue, type Values } from "../../core/schema/values";
import { isNested, visits } from "../../core/schema/walk";

/** What a state has beside the values; the engine shows no property whose name begins so. */
const ON_DECLARED = "__isOnDeclared";
const SERVED_BY = "__servedBy";

/** The values of a message as the engine wraps them. */
export const toValues = (message: Struct | undefined): Values =>
  (message?.toJavaScript() ?? {}) as Values;

/**
 * Reads a message: its values in plaintext, the paths of what the program has marked as secret among them, and what the
 * plugin itself has recorded beside them.
 */
export function readProperties(fields: Table, message: Struct | undefined) {
  const { [ON_DECLARED]: isOnDeclared, [SERVED_BY]: servedBy, ...wrapped } = toValues(message);
  return {
    values: unwrapSecrets(wrapped) as Values,
    secretPaths: markedPaths(fields, wrapped),
    notes: notesIn(isOnDeclared, servedBy),
  };
}

const notesIn = (
  isOnDeclared: unknown,
  servedBy: unknown,
): Pick<ResourceView, "isOnDeclared" | "servedBy"> => ({
  ...(isOnDeclared === true && { isOnDeclared }),
  ...(typeof servedBy === "string" && { servedBy }),
});

/** Throws an error if a value is unknown: its placeholder must not be sent. Names of a map's members are not shown. */
export function requireKnown(fields: Table, values: Values): void {
  const isUnknown = (value: unknown) => someValue(value, (each) => each === UNKNOWN);
  const unknown = visits(fields, values).find(
    (visited) => !isNested(visited) && isUnknown(visited.value),
  );
  if (unknown) throw new Error(`${unknown.path} is unknown, which it can be in a preview alone`);
}

/** Undefined members have no place in a message. */
export const toStruct = (values: Values): Struct =>
  Struct.fromJavaScript(JSON.parse(JSON.stringify(values)) as Record<string, JavaScriptValue>);

/** With a property the engine would print that property's value, secrets in plaintext: the path is in the reason. */
export const toCheckFailures = (problems: readonly Problem[]): CheckFailure[] =>
  problems.map((problem) => new CheckFailure().setReason(problemText(problem)));

/** What has changed, by the names of properties. */
export const toDiffResponse = (changed: readonly string[]): DiffResponse =>
  new DiffResponse()
    .setChanges(changed.length > 0 ? DIFF_SOME : DIFF_NONE)
    .setDiffsList([...changed]);

const { DIFF_SOME, DIFF_NONE } = DiffResponse.DiffChanges;

/** Makes a message: the table's secrets are wrapped, and what is at the paths. */
export const toProperties = (
  fields: Table,
  values: Values,
  secretPaths: readonly string[],
): Struct => toStruct(withSecrets(fields, values, undefined, secretPaths));

/**
 * What the engine is to record as an object's outputs. It always holds something that no program states, for
 * {@link isRecordedState}: the object's id, if it has no output.
 */
export const recordedOutputs = (
  fields: Table,
  {
    id,
    outputs,
    isOnDeclared,
    servedBy,
  }: Pick<ResourceView, "id" | "outputs" | "isOnDeclared" | "servedBy">,
): Values => ({
  ...outputs,
  ...(!hasOutputs(fields, outputs) && { id }),
  ...(isOnDeclared && { [ON_DECLARED]: true }),
  ...(servedBy !== undefined && { [SERVED_BY]: servedBy }),
});

/** Whether values are recorded ones, by this form of the provider or by the other one, and not those that a program states. */
export const isRecordedState = (fields: Table, values: Values): boolean =>
  hasOutputs(fields, values) || isSet(values.id) || isSet(values.__provider);
