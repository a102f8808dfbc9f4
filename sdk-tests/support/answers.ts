import { domainToUnicode } from "node:url";
import type { Equivalence } from "../../src/core/schema/equivalence";
import {
  bodyRows,
  inputRows,
  type LeafRow,
  type Row,
  type Table,
  wireName,
} from "../../src/core/schema/field";
import { isObject, type Values, type WireObject } from "../../src/core/schema/values";

/** Returns the service's response to a body, with each value in its place in a response. */
export function answerTo(table: Table, body: WireObject): WireObject {
  const answer: Record<string, unknown> = {};
  for (const [key, row] of bodyRows(table)) {
    const value = answerValue(row, body[wireName(key, row)]);
    const [member = "", list, rest] = (row.readFrom ?? wireName(key, row)).split(/(\[\])?\./);
    if (rest === undefined) answer[member] = value;
    else if (list && Array.isArray(value)) answer[member] = value.map((item) => ({ [rest]: item }));
    else if (value !== undefined) answer[member] = { [rest]: value };
  }
  return answer;
}

function answerValue(row: Row, value: unknown): unknown {
  if (row.kind === "object" && isObject(value)) return answerTo(row.fields, value);
  if (row.kind === "objects" && Array.isArray(value))
    return value.map((item) => answerTo(row.fields, item));
  return value;
}

/** A response contains the ids of the requested path. */
export const inPath = (table: Table, inputs: Values): WireObject =>
  Object.fromEntries(
    inputRows(table).flatMap(([key, row]) =>
      row.pathParameter ? [[wireName(key, row), inputs[key]]] : [],
    ),
  );

export const overTheWire = (value: WireObject): WireObject =>
  JSON.parse(JSON.stringify(value)) as WireObject;

/** In upper case, as far as the letters are ASCII: other letters would change a name. */
const upper = (text: string): string =>
  text.replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase());

const isAscii = (text: string): boolean => /^[\x20-\x7e]*$/.test(text);

function otherDomain(name: string): string {
  if (name.endsWith(".")) return upper(name);
  const unicode = isAscii(name) ? domainToUnicode(name) : "";
  return upper(`${unicode || name}.`);
}

/** Spellings of a text with the same meaning. */
const otherTexts: Readonly<Record<Equivalence, (text: string) => string>> = {
  whiteSpace: (text) => `${text.replaceAll(/\r?\n/g, "\r\n")}\r\n`,
  letterCase: upper,
  domain: otherDomain,
  mailAddress: (text) => upper(text),
  match: (text) => text.replace(/^[^/]+/, upper),
  ellipticCurve: upper,
};

/**
 * Returns another form of a leaf with the same meaning. Kinds that are missing here have only one form, apart from
 * their texts.
 */
function otherLeaf(row: LeafRow, value: unknown): unknown {
  const other = row.equalUpTo ? otherTexts[row.equalUpTo] : (text: string) => text;
  if (typeof value === "string") return other(value);
  if (row.kind === "set" || row.kind === "headerNames") {
    const items = (value as string[]).map(other);
    return [...items, ...items].reverse();
  }
  if (row.kind !== "headers") return value;
  const fields = Object.entries(value as Readonly<Record<string, string>>);
  return Object.fromEntries(fields.map(([name, text]) => [upper(name), ` ${text}\t`]).reverse());
}

/** The same arguments in the spelling of another program, or of the service. */
export const respelled = (table: Table, values: Values): Values => ({
  ...values,
  ...Object.fromEntries(
    inputRows(table).map(([key, row]) => [key, respelledValue(row, values[key])]),
  ),
});

function respelledValue(row: Row, value: unknown): unknown {
  // An absent argument has its default.
  if (value === undefined || value === null) return row.default ?? value;
  if (row.kind === "object") return respelled(row.fields, value as Values);
  if (row.kind !== "objects") return row.pathParameter ? value : otherLeaf(row, value);
  const items = (value as Values[]).map((item) => respelled(row.fields, item));
  return row.ordered ? items : items.reverse();
}
