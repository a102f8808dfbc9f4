import {
  bodyRows,
  itemRow,
  memoized,
  type ObjectRow,
  type Row,
  type Rows,
  rowFilter,
  type Table,
  wireName,
} from "./field";
import { leafBehavior } from "./kinds";
import { defined, isObject, isSet, type Values, type WireObject } from "./values";

/** The body of a create: every argument that is set. If none is set, the defaults of the rows with `sentWhenEmpty`. */
export function createBody(table: Table, inputs: Values): WireObject {
  const rows = bodyRows(table);
  const present = rows.filter(([key]) => isSet(inputs[key]));
  const sent = present.length > 0 ? present : rows.filter(([, row]) => row.sentWhenEmpty);
  return toBody(sent, inputs, (row) => row.default);
}

/** The body of an update: the changed arguments. Removed arguments are cleared. */
export function updateBody(table: Table, inputs: Values, changed: readonly string[]): WireObject {
  const rows = bodyRows(table).filter(([key]) => changed.includes(key));
  // The API clears a text by an empty text, and any other value by null.
  return toBody(rows, inputs, (row) => (row.kind === "string" ? "" : null));
}

function toBody(rows: Rows, inputs: Values, absentValue: (row: Row) => unknown): WireObject {
  const members = rows.map(([key, row]) => {
    const value = isSet(inputs[key]) ? toWire(row, inputs[key]) : absentValue(row);
    return [wireName(key, row), value];
  });
  return Object.fromEntries(members);
}

function toWire(row: Row, value: unknown): unknown {
  if (row.kind === "objects" && Array.isArray(value))
    return value.map((item) => createBody(row.fields, item));
  if (row.kind === "object" && isObject(value)) return objectToWire(row, value);
  return value;
}

/** If exactly one member may be set, the body has null for all others. */
function objectToWire({ fields, exactlyOne }: ObjectRow, value: Values): WireObject {
  const body = createBody(fields, value);
  if (!exactlyOne) return body;
  return { ...toBody(bodyRows(fields), {}, () => null), ...body };
}

/** The values in a response. */
export interface WireReading {
  /** Values by their camelCase names, without members that are null, absent or not in the table. */
  readonly values: Values;
  /** The first member whose type contradicts the API reference, if there is any. */
  readonly problem?: string;
}

/** Reads the values of an object in a response. */
export function fromWire(table: Table, object: WireObject): WireReading {
  const reader = new WireReader();
  const values = reader.members(table, object, "");
  const [path] = reader.mistypedPaths;
  if (path === undefined) return { values };
  return { values, problem: `the member ${path} of the answer has an unexpected type` };
}

class WireReader {
  /** The paths of members whose type contradicts the API reference. */
  readonly mistypedPaths: string[] = [];

  members(table: Table, object: WireObject, path: string): Values {
    return defined(
      Object.entries(table).map(([key, row]) => {
        const source = row.readFrom ?? wireName(key, row);
        return [key, this.value(row, memberAt(object, source), path + source)];
      }),
    );
  }

  private value(row: Row, wire: unknown, path: string): unknown {
    if (wire === null || wire === undefined) return undefined;
    switch (row.kind) {
      case "object":
        return isObject(wire) ? this.members(row.fields, wire, `${path}.`) : this.mistyped(path);
      case "objects":
        if (!Array.isArray(wire)) return this.mistyped(path);
        return wire.map((item, index) => {
          const itemPath = `${path}[${index}]`;
          // Unlike a member, an item must not be null.
          return isObject(item)
            ? this.value(itemRow(row), item, itemPath)
            : this.mistyped(itemPath);
        });
      default:
        return leafBehavior(row).hasWireType(wire) ? wire : this.mistyped(path);
    }
  }

  private mistyped(path: string): undefined {
    this.mistypedPaths.push(path);
  }
}

/** The members of an object in a response. A response without any of them is about something else. */
export const memberNames = memoized((table: Table) => readableRows(table).map(memberName));

/** The members without which a response is not about an object of the type. */
export const requiredMembers = memoized((table: Table) =>
  readableRows(table)
    .filter(([, row]) => row.required || row.essential)
    .map(memberName),
);

/** The rows that a response may contain. */
const readableRows = rowFilter((row) => !row.pathParameter && !row.providerOnly && !row.writeOnly);

/** The member of a response that is, or contains, the value of a row. */
const memberName = ([key, row]: Rows[number]): string =>
  (row.readFrom ?? wireName(key, row)).replace(/[.[].*$/, "");

/** The member at a path such as `backend.id`, or the list of the members at a path such as `ip_policies[].id`. */
function memberAt(wire: unknown, path: string): unknown {
  const list = /^(?<name>\w+)\[\]\.(?<itemPath>.+)$/.exec(path)?.groups;
  if (list?.name === undefined || list.itemPath === undefined) return valueAtPath(wire, path);
  const { name, itemPath } = list;
  const items = valueAtPath(wire, name);
  return Array.isArray(items) ? items.map((item) => memberAt(item, itemPath)) : items;
}

const valueAtPath = (wire: unknown, path: string): unknown =>
  path.split(".").reduce((value, name) => (isObject(value) ? value[name] : undefined), wire);
