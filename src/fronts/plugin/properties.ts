import { CheckFailure, DiffResponse } from "@pulumi/pulumi/proto/provider_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { ResourceView } from "../../core/provider/call";
import { UNKNOWN, unwrapSecrets } from "../../core/pulumi/engine-values";
import { hasOutputs, type Table } from "../../core/schema/field";
import { type Problem, problemText } from "../../core/schema/problem";
import { markedPaths, withSecrets } from "../../core/schema/secrets";
import { holds, isSet, type Values } from "../../core/schema/values";
import { isNested, visits } from "../../core/schema/walk";

/** What a state has beside the values; the engine shows no property whose name begins so. */
const ON_DECLARED = "__isOnDeclared";
const SERVED_BY = "__servedBy";

/** The values of a message as the engine wraps them. */
export const valuesIn = (message: Struct | undefined): Values =>
  (message?.toJavaScript() ?? {}) as Values;

/**
 * Reads a message: its values in plaintext, the paths of what the program has marked as secret among them, and what the
 * plugin itself has recorded beside them.
 */
export function received(fields: Table, message: Struct | undefined) {
  const {
    [ON_DECLARED]: isParentDeclared,
    [SERVED_BY]: baseUrlDigest,
    ...wrapped
  } = valuesIn(message);
  return {
    values: unwrapSecrets(wrapped) as Values,
    secretPaths: markedPaths(fields, wrapped),
    notes: notesIn(isParentDeclared, baseUrlDigest),
  };
}

const notesIn = (
  isParentDeclared: unknown,
  baseUrlDigest: unknown,
): Pick<ResourceView, "isParentDeclared" | "baseUrlDigest"> => ({
  ...(isParentDeclared === true && { isParentDeclared }),
  ...(typeof baseUrlDigest === "string" && { baseUrlDigest }),
});

/** Throws an error if a value is unknown: its placeholder must not be sent. Names of a map's members are not shown. */
export function requireKnown(fields: Table, values: Values): void {
  const isUnknown = (value: unknown) => holds(value, (each) => each === UNKNOWN);
  const unknown = visits(fields, values).find(
    (visited) => !isNested(visited) && isUnknown(visited.value),
  );
  if (unknown) throw new Error(`${unknown.path} is unknown, which it can be in a preview alone`);
}

/** Undefined members have no place in a message. */
export const messageOf = (values: Values): Struct =>
  Struct.fromJavaScript(JSON.parse(JSON.stringify(values)) as Record<string, JavaScriptValue>);

/** With a property the engine would print that property's value, secrets in plaintext: the path is in the reason. */
export const failuresOf = (problems: readonly Problem[]): CheckFailure[] =>
  problems.map((problem) => new CheckFailure().setReason(problemText(problem)));

/** What has changed, by the names of properties. */
export const diffOf = (changed: readonly string[]): DiffResponse =>
  new DiffResponse()
    .setChanges(changed.length > 0 ? DIFF_SOME : DIFF_NONE)
    .setDiffsList([...changed]);

const { DIFF_SOME, DIFF_NONE } = DiffResponse.DiffChanges;

/** Makes a message: the table's secrets are wrapped, and what is at the paths. */
export const wrapped = (fields: Table, values: Values, secretPaths: readonly string[]): Struct =>
  messageOf(withSecrets(fields, values, undefined, secretPaths));

/**
 * What the engine is to record as an object's outputs. It always holds something that no program states, for
 * {@link isRecorded}: the object's id, if it has no output.
 */
export const recorded = (
  fields: Table,
  {
    id,
    outputs,
    isParentDeclared,
    baseUrlDigest,
  }: Pick<ResourceView, "id" | "outputs" | "isParentDeclared" | "baseUrlDigest">,
): Values => ({
  ...outputs,
  ...(!hasOutputs(fields, outputs) && { id }),
  ...(isParentDeclared && { [ON_DECLARED]: true }),
  ...(baseUrlDigest !== undefined && { [SERVED_BY]: baseUrlDigest }),
});

/** Whether values are recorded ones, by this form of the provider or by the other one, and not those that a program states. */
export const isRecorded = (fields: Table, values: Values): boolean =>
  hasOutputs(fields, values) || isSet(values.id) || isSet(values.__provider);
