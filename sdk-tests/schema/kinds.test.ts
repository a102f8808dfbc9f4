import { describe, expect, it } from "vitest";
import { canonical, equal } from "../../src/core/schema/diff";
import type { Row, Table } from "../../src/core/schema/field";
import { inWrittenOrder, unlessEmpty } from "../../src/core/schema/kinds";
import { merge } from "../../src/core/schema/merge";
import { items } from "../../src/core/schema/row-types";
import {
  boolean,
  domain,
  fraction,
  headerNames,
  headers,
  json,
  list,
  object,
  objects,
  oneOf,
  set,
  string,
  uint32,
} from "../../src/core/schema/rows";
import { jsonObject, parseJson, stableJson } from "../../src/core/schema/values";
import { fromWire } from "../../src/core/schema/wire";
import { anything, dataBeside, rows, text } from "../support/data";

const item = items<{ name?: string; size?: number }>()({ name: string(), size: uint32() });

const table: Readonly<Record<string, Row>> = {
  string: string(),
  defaulted: string({ default: "d" }),
  domain: domain(),
  oneOf: oneOf(["a", "b"], { default: "a" }),
  boolean: boolean(),
  on: boolean({ default: true }),
  uint32: uint32(),
  defaultedNumber: uint32({ default: 30 }),
  fraction: fraction(),
  set: set(),
  list: list(),
  headerNames: headerNames(),
  headers: headers(),
  json: json(),
  object: object(item),
  objects: objects(item),
  ordered: objects(item, { ordered: true }),
};

const row = (name: string): Row => table[name] as Row;

const { same, different, readable, unreadable, merged, shown, emptied, parsed } = dataBeside(
  __filename,
  {
    same: rows(text, anything, anything),
    different: rows(text, anything, anything),
    readable: rows(text, anything),
    unreadable: rows(text, anything),
    merged: rows(text, anything, anything, anything),
    shown: rows(anything, anything),
    emptied: rows(anything, anything),
    parsed: rows(text, anything, anything),
  },
);

describe("two values", () => {
  it.each(same)("mean the same for the kind %s: %j and %j", (name, a, b) => {
    expect(equal(row(name), a, b)).toBe(true);
  });

  it.each(different)("do not mean the same for the kind %s: %j and %j", (name, a, b) => {
    expect(equal(row(name), a, b)).toBe(false);
  });

  it("have a canonical form, in which case and order that mean nothing are settled", () => {
    expect(canonical(row("domain"), "A.Example.com.")).toBe("a.example.com");
    expect(canonical(row("headerNames"), ["X-B", "X-A"])).toEqual(["x-a", "x-b"]);
    expect(canonical(row("headers"), { "X-A": "V" })).toEqual({ "x-a": "V" });
    expect(canonical(row("list"), ["b", "a"])).toEqual(["b", "a"]);
    expect(canonical(row("objects"), "text")).toBe("text");
    expect(canonical(row("object"), "text")).toBe("text");
    expect(canonical(row("list"), "text")).toBe("text");
    expect(canonical(row("headers"), "text")).toBe("text");
  });
});

describe("an answer's member", () => {
  const read = (name: string, wire: unknown) =>
    fromWire({ value: row(name) } as Table, { value: wire });

  it.each(readable)("of the kind %s may be %j", (name, wire) => {
    expect(read(name, wire)).toEqual({ values: { value: wire } });
  });

  it.each(Object.keys(table))("of the kind %s may be null or absent", (name) => {
    expect(read(name, null)).toEqual({ values: {} });
    expect(read(name, undefined)).toEqual({ values: {} });
  });

  it.each(unreadable)("of the kind %s cannot be %j", (name, wire) => {
    expect(read(name, wire).problem).toBe("the member value of the answer has an unexpected type");
  });

  it("is named by its path", () => {
    const table = { value: row("objects"), inner: row("object") };
    expect(fromWire(table, { value: [{}, { name: 7 }] }).problem).toContain(
      "the member value[1].name of the answer",
    );
    expect(fromWire(table, { value: [{}, "text"] }).problem).toContain(
      "the member value[1] of the answer",
    );
    expect(fromWire(table, { inner: { size: "x" } }).problem).toContain(
      "the member inner.size of the answer",
    );
  });
});

describe("the state after an answer", () => {
  const seen = (name: string, written: unknown, actual: unknown) =>
    merge({ value: row(name) } as Table, { value: written }, { value: actual }).value;

  it.each(merged)(
    "of the kind %s: %j written, %j answered, is %j",
    (name, written, actual, expected) => {
      expect(seen(name, written, actual)).toEqual(expected);
    },
  );

  it("keeps the order of objects, whatever that of their members", () => {
    const [a, b, c] = [{ name: "a", tags: [{ x: 1, y: 2 }] }, { name: "b" }, { name: "c" }];
    const answered = [c, { tags: [{ y: 2, x: 1 }], name: "a" }];
    expect(inWrittenOrder(answered, [a, b])).toEqual([a, c]);
  });

  it("keeps the order of a set of 200,000 elements, whose pairwise comparison would take hours", () => {
    const items = Array.from({ length: 200_000 }, (_, index) => `id-${index}`);
    const written = items.slice(1);
    const answered = items.toReversed().slice(1);
    expect(seen("set", written, answered)).toEqual([...items.slice(1, -1), "id-0"]);
  });

  it.each(shown)("keeps a secret that is shown as %j", (actual, expected) => {
    const table = { value: string({ secret: true }) } as Table;
    expect(merge(table, { value: "s" }, { value: actual }).value).toBe(expected);
  });

  it("has an output only where its argument is stated, in the spelling that it had", () => {
    const table = {
      name: string(),
      more: set({ output: true, presentWith: "name" }),
      always: set({ output: true }),
    } as Table;
    const actual = { name: "a", more: ["x"], always: ["a", "b"] };
    expect(merge(table, {}, actual)).toEqual({ name: "a", always: ["a", "b"] });
    expect(merge(table, { name: "a", always: ["b", "a"] }, actual)).toEqual({
      name: "a",
      more: ["x"],
      always: ["b", "a"],
    });
  });
});

it.each(emptied)(
  "a list or an object without elements is absent, and nothing else is: %j",
  (value, expected) => {
    expect(unlessEmpty(value)).toEqual(expected);
  },
);

it("the JSON of two objects is the same if they differ in the order of their members alone", () => {
  expect(stableJson({ b: [2, { d: 1, c: null }], a: 1 })).toBe('{"a":1,"b":[2,{"c":null,"d":1}]}');
});

it.each(parsed)("the text %s has a JSON value, or an object, or neither", (text, value, object) => {
  expect(parseJson(text)).toEqual(value);
  expect(jsonObject(text)).toEqual(object);
});
