import { describe, expect, it } from "vitest";
import { canonical, equal } from "../../src/core/schema/diff";
import { items, type Row, type Table } from "../../src/core/schema/field";
import { inWrittenOrder, unlessEmpty } from "../../src/core/schema/kinds";
import { merge } from "../../src/core/schema/merge";
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
import { jsonObject, parseJson, stableJson, UNKNOWN } from "../../src/core/schema/values";
import { fromAnswer } from "../../src/core/schema/wire";

const item = items<{ name?: string; size?: number }>()({ name: string(), size: uint32() });

const rows: Readonly<Record<string, Row>> = {
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

const row = (name: string): Row => rows[name] as Row;

describe("two values", () => {
  it.each([
    ["string", "", undefined],
    ["string", null, undefined],
    ["defaulted", undefined, "d"],
    ["defaulted", "", "d"],
    ["domain", "A.Example.com.", "a.example.com"],
    ["oneOf", undefined, "a"],
    ["boolean", undefined, false],
    ["boolean", null, false],
    ["on", undefined, true],
    ["defaultedNumber", undefined, 30],
    ["set", ["b", "a", "b"], ["a", "b"]],
    ["set", [], undefined],
    ["list", [], undefined],
    ["headerNames", ["X-B", "x-a"], ["X-A", "x-b"]],
    ["headerNames", [], undefined],
    ["headers", { "X-A": "1" }, { "x-a": "1" }],
    ["headers", {}, undefined],
    ["json", { a: [1, { b: null }] }, { a: [1, { b: null }] }],
    ["json", {}, undefined],
    ["object", { name: "", size: null }, {}],
    ["object", {}, undefined],
    ["objects", [{ name: "a" }, { name: "b" }, { name: "a" }], [{ name: "b" }, { name: "a" }]],
    ["objects", [], undefined],
    ["ordered", [{ name: "a", size: undefined }], [{ name: "a" }]],
    ["uint32", UNKNOWN, UNKNOWN],
  ])("mean the same for the kind %s: %j and %j", (name, a, b) => {
    expect(equal(row(name), a, b)).toBe(true);
  });

  it.each([
    ["string", "a", "A"],
    ["defaulted", "x", undefined],
    ["domain", "a.example.com", "b.example.com"],
    ["domain", "a.example.com..", "a.example.com"],
    ["domain", 7, "7"],
    ["oneOf", "b", undefined],
    ["boolean", true, undefined],
    ["on", false, undefined],
    ["uint32", 0, undefined],
    ["uint32", 1, 2],
    ["defaultedNumber", 0, undefined],
    ["fraction", 0, undefined],
    ["set", ["a"], ["a", "b"]],
    ["set", ["a"], ["A"]],
    ["list", ["a", "b"], ["b", "a"]],
    ["list", ["a"], undefined],
    ["headerNames", ["x-a"], ["x-b"]],
    ["headerNames", [7], ["7"]],
    ["headers", { "X-A": "1" }, { "X-A": "2" }],
    ["headers", { "X-A": "v" }, { "X-A": "V" }],
    ["headers", { "X-A": "v" }, { "X-B": "v" }],
    ["json", { a: 1 }, { a: 2 }],
    ["json", { a: 1 }, undefined],
    ["object", { name: "a" }, {}],
    ["objects", [{ name: "a" }], [{ name: "b" }]],
    ["objects", [{ name: "a" }], undefined],
    ["objects", ["a"], ["b"]],
    ["ordered", [{ name: "a" }, { name: "b" }], [{ name: "b" }, { name: "a" }]],
    ["ordered", [{ name: "a" }, { name: "a" }], [{ name: "a" }]],
    ["string", UNKNOWN, undefined],
    ["boolean", UNKNOWN, false],
  ])("do not mean the same for the kind %s: %j and %j", (name, a, b) => {
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
  const read = (name: string, wire: unknown) => fromAnswer({ value: row(name) } as Table, { value: wire });

  it.each([
    ["string", "a"],
    ["domain", "a"],
    ["oneOf", "z"],
    ["oneOf", 7],
    ["boolean", false],
    ["uint32", 0],
    ["fraction", 0.5],
    ["set", ["a"]],
    ["list", []],
    ["headerNames", ["a"]],
    ["headers", { a: "b" }],
    ["json", { a: 1 }],
    ["object", { name: "a" }],
    ["objects", [{ name: "a" }]],
  ])("of the kind %s may be %j", (name, wire) => {
    expect(read(name, wire)).toEqual({ values: { value: wire } });
  });

  it.each(Object.keys(rows))("of the kind %s may be null or absent", (name) => {
    expect(read(name, null)).toEqual({ values: {} });
    expect(read(name, undefined)).toEqual({ values: {} });
  });

  it.each([
    ["string", 7],
    ["domain", {}],
    ["oneOf", true],
    ["boolean", "true"],
    ["uint32", "1"],
    ["fraction", [1]],
    ["set", "a"],
    ["set", ["a", 7]],
    ["list", { a: 1 }],
    ["headerNames", [null]],
    ["headers", ["a"]],
    ["headers", { a: "b", c: 7 }],
    ["headers", "a"],
    ["json", "a"],
    ["json", [1]],
    ["object", "a"],
    ["object", ["a"]],
    ["objects", { name: "a" }],
  ])("of the kind %s cannot be %j", (name, wire) => {
    expect(read(name, wire).problem).toBe("the member value of the answer has an unexpected type");
  });

  it("is named by its path", () => {
    const table = { value: row("objects"), inner: row("object") };
    expect(fromAnswer(table, { value: [{}, { name: 7 }] }).problem).toContain("the member value[1].name of the answer");
    expect(fromAnswer(table, { value: [{}, "text"] }).problem).toContain("the member value[1] of the answer");
    expect(fromAnswer(table, { inner: { size: "x" } }).problem).toContain("the member inner.size of the answer");
  });
});

describe("the state after an answer", () => {
  const seen = (name: string, written: unknown, actual: unknown) =>
    merge({ value: row(name) } as Table, { value: written }, { value: actual }).value;

  it.each([
    ["set", ["c", "a", "b"], ["a", "b", "d", "c"], ["c", "a", "b", "d"]],
    ["set", ["b", "gone", "a"], ["a", "b"], ["b", "a"]],
    ["set", undefined, ["b", "a"], ["b", "a"]],
    ["set", ["a"], undefined, undefined],
    ["list", ["a", "b"], ["b", "a"], ["b", "a"]],
    ["headerNames", ["b", "a"], ["a", "b", "c"], ["b", "a", "c"]],
    ["headers", { "X-A": "1" }, { "x-a": "2", "x-b": "3" }, { "X-A": "2", "x-b": "3" }],
    ["headers", undefined, { "x-a": "2" }, { "x-a": "2" }],
    ["headers", { "X-A": "1" }, undefined, undefined],
    ["domain", "A.example.com", "a.example.com", "A.example.com"],
    ["domain", "a.example.com", "b.example.com", "b.example.com"],
    ["objects", [{ name: "a" }], [{ name: "b" }], [{ name: "b" }]],
    ["objects", [{ name: "a" }], [{ name: "b", size: 3 }], [{ name: "b" }]],
    ["objects", [{ name: "b" }, { name: "a" }], [{ name: "a" }, { name: "b" }], [{ name: "b" }, { name: "a" }]],
    ["object", undefined, { name: "b", size: 3 }, { name: "b" }],
    ["object", { size: 4 }, { name: "b", size: 3 }, { name: "b", size: 3 }],
    ["object", { name: "a" }, undefined, undefined],
    ["uint32", undefined, 3, undefined],
    ["uint32", 4, 3, 3],
    ["boolean", undefined, false, undefined],
    ["boolean", undefined, true, true],
    ["defaulted", undefined, "d", undefined],
    ["defaulted", "d", undefined, "d"],
    ["defaultedNumber", undefined, 30, undefined],
    ["defaultedNumber", undefined, 31, 31],
  ])("of the kind %s: %j written, %j answered, is %j", (name, written, actual, expected) => {
    expect(seen(name, written, actual)).toEqual(expected);
  });

  it("keeps the order of objects, whatever that of their members", () => {
    const [a, b, c] = [{ name: "a", tags: [{ x: 1, y: 2 }] }, { name: "b" }, { name: "c" }];
    const answered = [c, { tags: [{ y: 2, x: 1 }], name: "a" }];
    expect(inWrittenOrder(answered, [a, b])).toEqual([a, c]);
  });

  it("keeps the order of a set of 200,000 elements, which comparing each with each would take hours for", () => {
    const items = Array.from({ length: 200_000 }, (_, index) => `id-${index}`);
    const written = items.slice(1);
    const answered = items.toReversed().slice(1);
    expect(seen("set", written, answered)).toEqual([...items.slice(1, -1), "id-0"]);
  });

  it.each([
    [undefined, "s"],
    [null, "s"],
    ["", "s"],
    ["********", "s"],
    ["s***", "s"],
    ["**", "**"],
    ["other", "other"],
    [7, 7],
  ])("keeps a secret that is shown as %j", (actual, expected) => {
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

it.each([
  [[], undefined],
  [{}, undefined],
  [[0], [0]],
  [null, null],
  ["", ""],
])("a list or an object without elements is absent, and nothing else is: %j", (value, expected) => {
  expect(unlessEmpty(value)).toEqual(expected);
});

it("the JSON of two objects is the same if they differ in the order of their members alone", () => {
  expect(stableJson({ b: [2, { d: 1, c: null }], a: 1 })).toBe('{"a":1,"b":[2,{"c":null,"d":1}]}');
});

it.each([
  ['{"a":1}', { a: 1 }, { a: 1 }],
  ["[1]", [1], undefined],
  ["{", undefined, undefined],
])("the text %s has a JSON value, or an object, or neither", (text, value, object) => {
  expect(parseJson(text)).toEqual(value);
  expect(jsonObject(text)).toEqual(object);
});
