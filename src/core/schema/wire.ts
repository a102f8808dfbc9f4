import {
  bodyRows,
  itemRow,
  memoized,
  type ObjectsRow,
  type Row,
  type Rows,
  rowFilter,
  type Table,
  wireName,
} from "./field";
import { leafBehavior } from "./kinds";
import { defined, isObject, isSet, type Values, type WireObject } from "./values";

/** The body of a create: every argument that is set; if none is set, the defaults that are sent then. */
export function createBody(table: Table, inputs: Values): WireObject {
  const rows = bodyRows(table);
  const stated = rows.filter(([key]) => isSet(inputs[key]));
  const sent = stated.length > 0 ? stated : rows.filter(([, row]) => row.sentWhenEmpty);
  return bodyOf(sent, inputs, (row) => row.default);
}

/** The body of an update: the changed arguments, the removed ones cleared. */
export function updateBody(table: Table, inputs: Values, changed: readonly string[]): WireObject {
  const rows = bodyRows(table).filter(([key]) => changed.includes(key));
  // The API clears a text with an empty one and anything else with null.
  return bodyOf(rows, inputs, (row) => (row.kind === "string" ? "" : null));
}

const bodyOf = (rows: Rows, inputs: Values, inPlaceOfAbsent: (row: Row) => unknown): WireObject =>
  Object.fromEntries(
    rows.map(([key, row]) => [
      wireName(key, row),
      isSet(inputs[key]) ? toWire(row, inputs[key]) : inPlaceOfAbsent(row),
    ]),
  );

function toWire(row: Row, value: unknown): unknown {
  if (row.kind === "objects" && Array.isArray(value))
    return value.map((item) => createBody(row.fields, item));
  if (row.kind !== "object" || !isObject(value)) return value;
  const unused = row.exactlyOne && bodyOf(bodyRows(row.fields), {}, () => null);
  return { ...unused, ...createBody(row.fields, value) };
}

/** What an answer says of an object. */
export interface WireReading {
  /** By their camelCase names; what is null or absent is left out, and so is what the table does not know. */
  readonly values: Values;
  /** Which member has another type than the reference says, if one has. */
  readonly problem?: string;
}

/** Reads an answer. */
export function fromWire(table: Table, answer: WireObject): WireReading {
  const wrong: string[] = [];
  const values = valuesIn(table, answer, "", wrong);
  const [path] = wrong;
  return {
    values,
    ...(path !== undefined && {
      problem: `the member ${path} of the answer has an unexpected type`,
    }),
  };
}

/** @param wrong Takes up the paths of members with another type than the reference says. */
const valuesIn = (table: Table, answer: WireObject, path: string, wrong: string[]): Values =>
  defined(
    Object.entries(table).map(([key, row]) => {
      const from = row.readFrom ?? wireName(key, row);
      return [key, valueIn(row, memberAt(answer, from), path + from, wrong)];
    }),
  );

/** The members that an answer has of an object, whatever they hold: by them it is known. */
export const memberNames = memoized((table: Table) => shownRows(table).map(memberName));

/** The members without which an answer is not an object of the kind. */
export const requiredMembers = memoized((table: Table) =>
  shownRows(table)
    .filter(([, row]) => row.required || row.essential)
    .map(memberName),
);

/** The rows that an answer may have. */
const shownRows = rowFilter((row) => !row.pathParameter && !row.providerOnly && !row.writeOnly);

/** The member of an answer that has a row's value, or holds it. */
const memberName = ([key, row]: Rows[number]): string =>
  (row.readFrom ?? wireName(key, row)).replace(/[.[].*$/, "");

/** The member at a path such as `backend.id`, or the list of those at one such as `ip_policies[].id`. */
function memberAt(wire: unknown, path: string): unknown {
  const [, list, rest] = /^(\w+)\[\]\.(.+)$/.exec(path) ?? [];
  if (list === undefined || rest === undefined) {
    return path
      .split(".")
      .reduce((value, name) => (isObject(value) ? value[name] : undefined), wire);
  }
  const items = memberAt(wire, list);
  return Array.isArray(items) ? items.map((item) => memberAt(item, rest)) : items;
}

function valueIn(row: Row, wire: unknown, path: string, wrong: string[]): unknown {
  if (wire === null || wire === undefined) return undefined;
  if (row.kind === "object" && isObject(wire)) return valuesIn(row.fields, wire, `${path}.`, wrong);
  if (row.kind === "objects" && Array.isArray(wire))
    return wire.map((each, index) => itemIn(row, each, `${path}[${index}]`, wrong));
  if (row.kind !== "object" && row.kind !== "objects" && leafBehavior(row).hasWireType(wire))
    return wire;
  wrong.push(path);
  return undefined;
}

/** An item of a list of objects is never null. */
function itemIn(row: ObjectsRow, wire: unknown, path: string, wrong: string[]): unknown {
  if (!isObject(wire)) wrong.push(path);
  return valueIn(itemRow(row), wire, path, wrong);
}
