import { describe, expect, it } from "vitest";
import {
  defined,
  isJsonValue,
  isPlainObject,
  isSet,
  jsonObject,
  objectItems,
  omit,
  parseJson,
  someValue,
  stableJson,
  valueAt,
} from "../../src/core/schema/values";

/** Tests of the functions for values without a table. */

it.each([
  { value: undefined, expected: false },
  { value: null, expected: false },
  { value: "", expected: false },
  { value: 0, expected: true },
  { value: false, expected: true },
  { value: " ", expected: true },
])("a value $value counts as set: $expected", ({ value, expected }) => {
  expect(isSet(value)).toBe(expected);
});

it("the object items of a list are its objects, and any other value has none", () => {
  expect(objectItems([1, { a: 1 }, null, ["b"], { c: 2 }])).toEqual([{ a: 1 }, { c: 2 }]);
  for (const value of [undefined, "text", { a: 1 }]) expect(objectItems(value)).toEqual([]);
});

it("stable JSON has the members of each object in alphabetical order, and lists as they are", () => {
  expect(stableJson({ b: [2, 1], a: { d: 1, c: null } })).toBe('{"a":{"c":null,"d":1},"b":[2,1]}');
});

it("an object of entries has those whose value is not undefined", () => {
  expect(
    defined([
      ["a", undefined],
      ["b", null],
      ["c", 0],
    ]),
  ).toEqual({ b: null, c: 0 });
});

it("an object is copied without the members of some names", () => {
  expect(omit({ a: 1, b: 2, c: 3 }, ["a", "c", "d"])).toEqual({ b: 2 });
});

it.each([
  { name: "an object literal", value: {}, expected: true },
  { name: "an object without a prototype", value: Object.create(null), expected: true },
  { name: "an instance of a class", value: new (class Account {})(), expected: false },
  { name: "a list", value: [], expected: false },
  { name: "null", value: null, expected: false },
])("$name is a plain object: $expected", ({ value, expected }) => {
  expect(isPlainObject(value)).toBe(expected);
});

it("JSON can represent texts, finite numbers, booleans, null, lists and plain objects", () => {
  for (const value of ["", 1.5, false, null, [], {}]) expect(isJsonValue(value)).toBe(true);
  for (const value of [undefined, Number.NaN, Number.POSITIVE_INFINITY, 1n, new Date(0)])
    expect(isJsonValue(value)).toBe(false);
});

it("a nested value is found by the names of members, and only by those that an object has itself", () => {
  expect(valueAt({ a: { b: 1 } }, ["a", "b"])).toBe(1);
  expect(valueAt({ a: [1] }, ["a", "0"])).toBeUndefined();
  expect(valueAt({ a: {} }, ["a", "toString"])).toBeUndefined();
  expect(valueAt("text", [])).toBe("text");
});

it("a text that is not JSON, or not a JSON object, has no value", () => {
  expect([parseJson("1"), parseJson("{")]).toEqual([1, undefined]);
  expect([jsonObject('{"a":1}'), jsonObject("[1]"), jsonObject("{")]).toEqual([
    { a: 1 },
    undefined,
    undefined,
  ]);
});

describe("a value at any depth", () => {
  const isSecret = (value: unknown): boolean => value === "secret";

  it.each([
    { value: "secret", expected: true },
    { value: ["a", { b: ["secret"] }], expected: true },
    { value: { a: null, b: "secret" }, expected: true },
    { value: { a: null, b: ["public", undefined, 1] }, expected: false },
    { value: "public", expected: false },
    { value: null, expected: false },
  ])("meets a condition in $value: $expected", ({ value, expected }) => {
    expect(someValue(value, isSecret)).toBe(expected);
  });

  it("meets a condition of an object itself", () => {
    expect(someValue({ a: 1 }, (value) => typeof value === "object")).toBe(true);
  });
});
