import { UnexpectedAnswerError } from "../client/errors";
import { inputRows, type ObjectRow, type Row, type Table, wireName } from "./field";
import { kindOf } from "./kinds";
import { defined, isObject, isSet, type Values, type WireObject } from "./values";

/** The body of a create: every argument that is set. */
export const createBody = (table: Table, inputs: Values): WireObject =>
  Object.fromEntries(
    inputRows(table)
      .filter(([key]) => isSet(inputs[key]))
      .map(([key, row]) => [wireName(key, row), toWire(row, inputs[key])]),
  );

/** The body of an update: the changed arguments, the removed ones cleared. */
export const updateBody = (table: Table, inputs: Values, changed: readonly string[]): WireObject =>
  Object.fromEntries(
    inputRows(table)
      .filter(([key]) => changed.includes(key))
      .map(([key, row]) => [wireName(key, row), isSet(inputs[key]) ? toWire(row, inputs[key]) : cleared(row)]),
  );

/** The API clears a text with an empty one and anything else with null. */
const cleared = (row: Row): unknown => (row.kind === "string" ? "" : null);

function toWire(row: Row, value: unknown): unknown {
  if (row.kind !== "object" || !isObject(value)) return value;
  return { ...unusedMembers(row), ...createBody(row.fields, value) };
}

const unusedMembers = (row: ObjectRow): WireObject =>
  row.exactlyOne ? Object.fromEntries(inputRows(row.fields).map(([key, member]) => [wireName(key, member), null])) : {};

/**
 * The values of an answer by their camelCase names; what is null or absent is left out, and so is what the table does
 * not know.
 *
 * @throws {UnexpectedAnswerError} if a member has another type than the reference says.
 */
export const fromAnswer = (table: Table, answer: WireObject, path = ""): Values =>
  defined(
    Object.entries(table).map(([key, row]) => [
      key,
      fromWire(row, answer[wireName(key, row)], path + wireName(key, row)),
    ]),
  );

function fromWire(row: Row, wire: unknown, path: string): unknown {
  if (wire === null || wire === undefined) return undefined;
  const asDocumented = row.kind === "object" ? isObject(wire) : kindOf(row).isWire(wire);
  if (!asDocumented) throw new UnexpectedAnswerError(`its member ${path} has an unexpected type`);
  return row.kind === "object" ? fromAnswer(row.fields, wire as WireObject, `${path}.`) : wire;
}
