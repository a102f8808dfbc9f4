import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { outputRows, type Table } from "../schema/field";
import { marksOf } from "../schema/paths";
import { inClear, markedPaths, withSecrets } from "../schema/secrets";
import { isSet, type Values } from "../schema/values";

/** Values of a message, in clear, and the paths of what the program has marked as secret among them. */
export interface Received {
  readonly values: Values;
  readonly secretPaths: readonly string[];
}

/** The values of a message as the engine wraps them. */
export const valuesIn = (message: Struct | undefined): Values => (message?.toJavaScript() ?? {}) as Values;

/** Reads a message. */
export function received(fields: Table, message: Struct | undefined): Received {
  const wrapped = valuesIn(message);
  return { values: inClear(wrapped) as Values, secretPaths: [...markedPaths(fields, wrapped)] };
}

/** Undefined members have no place in a message. */
export const messageOf = (values: Values): Struct =>
  Struct.fromJavaScript(JSON.parse(JSON.stringify(values)) as Record<string, JavaScriptValue>);

/** Makes a message: the table's secrets are wrapped, what the program has marked, and the outputs that repeat that. */
export const wrapped = (fields: Table, values: Values, secretPaths: readonly string[]): Struct =>
  messageOf(withSecrets(fields, values, undefined, [...secretPaths, ...repeating(fields, secretPaths)]));

function repeating(fields: Table, secretPaths: readonly string[]): string[] {
  const { members } = marksOf(secretPaths);
  return outputRows(fields).flatMap(([name, { repeats = "" }]) => (members.has(repeats) ? [name] : []));
}

/**
 * What the engine is to record as an object's outputs. It always holds something that no program states, for
 * {@link isRecorded}: the object's id, where it has no output.
 */
export const recorded = (fields: Table, id: string, outputs: Values): Values =>
  hasOutputs(fields, outputs) ? outputs : { ...outputs, id };

/** Whether values are recorded ones, by this form of the provider or by the other one, and not those that a program states. */
export const isRecorded = (fields: Table, values: Values): boolean =>
  hasOutputs(fields, values) || isSet(values.id) || isSet(values.__provider);

const hasOutputs = (fields: Table, values: Values): boolean => outputRows(fields).some(([name]) => isSet(values[name]));
