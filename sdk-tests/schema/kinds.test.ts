import { describe, expect, it } from "vitest";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import { canonical, equal } from "../../src/core/schema/diff";
import type { Row, Table } from "../../src/core/schema/field";
import { fieldValue, inWrittenOrder, unlessEmpty } from "../../src/core/schema/kinds";
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

/** Two values with the same meaning. */
const same: readonly { kind: string; a: unknown; b: unknown }[] = [
  { kind: "string", a: "", b: undefined },
  { kind: "string", a: null, b: undefined },
  { kind: "defaulted", a: undefined, b: "d" },
  { kind: "defaulted", a: "", b: "d" },
  { kind: "domain", a: "A.Example.com.", b: "a.example.com" },
  { kind: "oneOf", a: undefined, b: "a" },
  { kind: "boolean", a: undefined, b: false },
  { kind: "boolean", a: null, b: false },
  { kind: "on", a: undefined, b: true },
  { kind: "defaultedNumber", a: undefined, b: 30 },
  { kind: "set", a: ["b", "a", "b"], b: ["a", "b"] },
  { kind: "set", a: [], b: undefined },
  { kind: "list", a: [], b: undefined },
  { kind: "headerNames", a: ["X-B", "x-a"], b: ["X-A", "x-b"] },
  { kind: "headerNames", a: [], b: undefined },
  { kind: "headers", a: { "X-A": "1" }, b: { "x-a": "1" } },
  { kind: "headers", a: {}, b: undefined },
  { kind: "json", a: { a: [1, { b: null }] }, b: { a: [1, { b: null }] } },
  { kind: "json", a: {}, b: undefined },
  { kind: "object", a: { name: "", size: null }, b: {} },
  { kind: "object", a: {}, b: undefined },
  {
    kind: "objects",
    a: [{ name: "a" }, { name: "b" }, { name: "a" }],
    b: [{ name: "b" }, { name: "a" }],
  },
  { kind: "objects", a: [], b: undefined },
  { kind: "ordered", a: [{ name: "a", size: undefined }], b: [{ name: "a" }] },
  { kind: "uint32", a: UNKNOWN, b: UNKNOWN },
];

/** Two values with different meanings. */
const different: readonly { kind: string; a: unknown; b: unknown }[] = [
  { kind: "string", a: "a", b: "A" },
  { kind: "defaulted", a: "x", b: undefined },
  { kind: "domain", a: "a.example.com", b: "b.example.com" },
  { kind: "domain", a: "a.example.com..", b: "a.example.com" },
  { kind: "domain", a: 7, b: "7" },
  { kind: "oneOf", a: "b", b: undefined },
  { kind: "boolean", a: true, b: undefined },
  { kind: "on", a: false, b: undefined },
  { kind: "uint32", a: 0, b: undefined },
  { kind: "uint32", a: 1, b: 2 },
  { kind: "defaultedNumber", a: 0, b: undefined },
  { kind: "fraction", a: 0, b: undefined },
  { kind: "set", a: ["a"], b: ["a", "b"] },
  { kind: "set", a: ["a"], b: ["A"] },
  { kind: "list", a: ["a", "b"], b: ["b", "a"] },
  { kind: "list", a: ["a"], b: undefined },
  { kind: "headerNames", a: ["x-a"], b: ["x-b"] },
  { kind: "headerNames", a: [7], b: ["7"] },
  { kind: "headers", a: { "X-A": "1" }, b: { "X-A": "2" } },
  { kind: "headers", a: { "X-A": "v" }, b: { "X-A": "V" } },
  { kind: "headers", a: { "X-A": "v" }, b: { "X-B": "v" } },
  { kind: "json", a: { a: 1 }, b: { a: 2 } },
  { kind: "json", a: { a: 1 }, b: undefined },
  { kind: "object", a: { name: "a" }, b: {} },
  { kind: "objects", a: [{ name: "a" }], b: [{ name: "b" }] },
  { kind: "objects", a: [{ name: "a" }], b: undefined },
  { kind: "objects", a: ["a"], b: ["b"] },
  { kind: "ordered", a: [{ name: "a" }, { name: "b" }], b: [{ name: "b" }, { name: "a" }] },
  { kind: "ordered", a: [{ name: "a" }, { name: "a" }], b: [{ name: "a" }] },
  { kind: "string", a: UNKNOWN, b: undefined },
  { kind: "boolean", a: UNKNOWN, b: false },
];

/** Valid members of a response. */
const readable: readonly { kind: string; member: unknown }[] = [
  { kind: "string", member: "a" },
  { kind: "domain", member: "a" },
  { kind: "oneOf", member: "z" },
  { kind: "oneOf", member: 7 },
  { kind: "boolean", member: false },
  { kind: "uint32", member: 0 },
  { kind: "fraction", member: 0.5 },
  { kind: "set", member: ["a"] },
  { kind: "list", member: [] },
  { kind: "headerNames", member: ["a"] },
  { kind: "headers", member: { a: "b" } },
  { kind: "json", member: { a: 1 } },
  { kind: "object", member: { name: "a" } },
  { kind: "objects", member: [{ name: "a" }] },
];

/** Invalid members of a response. */
const unreadable: readonly { kind: string; member: unknown }[] = [
  { kind: "string", member: 7 },
  { kind: "domain", member: {} },
  { kind: "oneOf", member: true },
  { kind: "boolean", member: "true" },
  { kind: "uint32", member: "1" },
  { kind: "fraction", member: [1] },
  { kind: "set", member: "a" },
  { kind: "set", member: ["a", 7] },
  { kind: "list", member: { a: 1 } },
  { kind: "headerNames", member: [null] },
  { kind: "headers", member: ["a"] },
  { kind: "headers", member: { a: "b", c: 7 } },
  { kind: "headers", member: "a" },
  { kind: "json", member: "a" },
  { kind: "json", member: [1] },
  { kind: "object", member: "a" },
  { kind: "object", member: ["a"] },
  { kind: "objects", member: { name: "a" } },
];

/** The value of the program, the value in a response, and the resulting value in the state. */
const merged: readonly { kind: string; written: unknown; answered: unknown; expected: unknown }[] =
  [
    {
      kind: "set",
      written: ["c", "a", "b"],
      answered: ["a", "b", "d", "c"],
      expected: ["c", "a", "b", "d"],
    },
    { kind: "set", written: ["b", "gone", "a"], answered: ["a", "b"], expected: ["b", "a"] },
    { kind: "set", written: undefined, answered: ["b", "a"], expected: ["b", "a"] },
    { kind: "set", written: ["a"], answered: undefined, expected: undefined },
    { kind: "list", written: ["a", "b"], answered: ["b", "a"], expected: ["b", "a"] },
    {
      kind: "headerNames",
      written: ["b", "a"],
      answered: ["a", "b", "c"],
      expected: ["b", "a", "c"],
    },
    {
      kind: "headers",
      written: { "X-A": "1" },
      answered: { "x-a": "2", "x-b": "3" },
      expected: { "X-A": "2", "x-b": "3" },
    },
    { kind: "headers", written: undefined, answered: { "x-a": "2" }, expected: { "x-a": "2" } },
    { kind: "headers", written: { "X-A": "1" }, answered: undefined, expected: undefined },
    {
      kind: "domain",
      written: "A.example.com",
      answered: "a.example.com",
      expected: "A.example.com",
    },
    {
      kind: "domain",
      written: "a.example.com",
      answered: "b.example.com",
      expected: "b.example.com",
    },
    {
      kind: "objects",
      written: [{ name: "a" }],
      answered: [{ name: "b" }],
      expected: [{ name: "b" }],
    },
    {
      kind: "objects",
      written: [{ name: "a" }],
      answered: [{ name: "b", size: 3 }],
      expected: [{ name: "b" }],
    },
    {
      kind: "objects",
      written: [{ name: "b" }, { name: "a" }],
      answered: [{ name: "a" }, { name: "b" }],
      expected: [{ name: "b" }, { name: "a" }],
    },
    {
      kind: "object",
      written: undefined,
      answered: { name: "b", size: 3 },
      expected: { name: "b" },
    },
    {
      kind: "object",
      written: { size: 4 },
      answered: { name: "b", size: 3 },
      expected: { name: "b", size: 3 },
    },
    { kind: "object", written: { name: "a" }, answered: undefined, expected: undefined },
    { kind: "uint32", written: undefined, answered: 3, expected: undefined },
    { kind: "uint32", written: 4, answered: 3, expected: 3 },
    { kind: "boolean", written: undefined, answered: false, expected: undefined },
    { kind: "boolean", written: undefined, answered: true, expected: true },
    { kind: "defaulted", written: undefined, answered: "d", expected: undefined },
    { kind: "defaulted", written: "d", answered: undefined, expected: "d" },
    { kind: "defaultedNumber", written: undefined, answered: 30, expected: undefined },
    { kind: "defaultedNumber", written: undefined, answered: 31, expected: 31 },
  ];

/** The secret `s` in a response, and the resulting value in the state. */
const shown: readonly { answered: unknown; expected: unknown }[] = [
  { answered: undefined, expected: "s" },
  { answered: null, expected: "s" },
  { answered: "", expected: "s" },
  { answered: "********", expected: "s" },
  { answered: "s***", expected: "s" },
  { answered: "**", expected: "**" },
  { answered: "other", expected: "other" },
  { answered: 7, expected: 7 },
];

/** Values before and after empty values are removed. */
const emptied: readonly { value: unknown; expected: unknown }[] = [
  { value: [], expected: undefined },
  { value: {}, expected: undefined },
  { value: [0], expected: [0] },
  { value: null, expected: null },
  { value: "", expected: "" },
];

/** A text, its JSON value, and its JSON object. */
const parsed = [
  { text: '{"a":1}', value: { a: 1 }, object: { a: 1 } },
  { text: "[1]", value: [1], object: undefined },
  { text: "{", value: undefined, object: undefined },
];

describe("two values", () => {
  it.each(same)("mean the same for the kind $kind: $a and $b", ({ kind, a, b }) => {
    expect(equal(row(kind), a, b)).toBe(true);
  });

  it.each(different)("do not mean the same for the kind $kind: $a and $b", ({ kind, a, b }) => {
    expect(equal(row(kind), a, b)).toBe(false);
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

  it.each(readable)("of the kind $kind may be $member", ({ kind, member }) => {
    expect(read(kind, member)).toEqual({ values: { value: member } });
  });

  it.each(Object.keys(table))("of the kind %s may be null or absent", (name) => {
    expect(read(name, null)).toEqual({ values: {} });
    expect(read(name, undefined)).toEqual({ values: {} });
  });

  it.each(unreadable)("of the kind $kind cannot be $member", ({ kind, member }) => {
    expect(read(kind, member).problem).toBe(
      "the member value of the answer has an unexpected type",
    );
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
    "of the kind $kind is $expected if the program has $written and the response $answered",
    ({ kind, written, answered, expected }) => {
      expect(seen(kind, written, answered)).toEqual(expected);
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

  it.each(shown)(
    "has the secret $expected if the response shows $answered",
    ({ answered, expected }) => {
      const table = { value: string({ secret: true }) } as Table;
      expect(merge(table, { value: "s" }, { value: answered }).value).toBe(expected);
    },
  );

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
  "a list or an object without elements is absent, and nothing else is: $value",
  ({ value, expected }) => {
    expect(unlessEmpty(value)).toEqual(expected);
  },
);

it("the JSON of two objects is the same if they differ in the order of their members alone", () => {
  expect(stableJson({ b: [2, { d: 1, c: null }], a: 1 })).toBe('{"a":1,"b":[2,{"c":null,"d":1}]}');
});

it.each(parsed)(
  "the text $text has the JSON value $value and the JSON object $object",
  ({ text, value, object }) => {
    expect(parseJson(text)).toEqual(value);
    expect(jsonObject(text)).toEqual(object);
  },
);

it("a refresh keeps the spelling of a header field that agrees, beside a field that does not", () => {
  const fields = { headers: row("headers") };
  const written = { headers: { "X-A": " v", "X-B": "1" } };
  const actual = { headers: { "x-a": "v", "x-b": "2", "x-c": "3" } };
  expect(merge(fields, written, actual)).toEqual({
    headers: { "X-A": " v", "X-B": "2", "x-c": "3" },
  });
});

it("a refresh stores the API's order of an ordered list, and the program's order of any other list", () => {
  const fields = { ordered: row("ordered") };
  const [a, b, c] = [{ name: "a" }, { name: "b" }, { name: "c" }];
  const written = { ordered: [a, b] };
  expect(merge(fields, written, { ordered: [b, a, c] })).toEqual({ ordered: [b, a, c] });
  const unordered = { objects: row("objects") };
  expect(merge(unordered, { objects: [a, b] }, { objects: [b, a, c] })).toEqual({
    objects: [a, b, c],
  });
});

it.each([
  { value: " a b\t", expected: "a b" },
  { value: "\t ", expected: "" },
  { value: "", expected: "" },
  { value: "a\u00a0", expected: "a\u00a0" },
  { value: 5, expected: 5 },
  { value: undefined, expected: undefined },
])("the value of a header field $value is $expected", ({ value, expected }) => {
  expect(fieldValue(value)).toBe(expected);
});
