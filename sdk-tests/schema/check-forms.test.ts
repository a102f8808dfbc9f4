import { describe, expect, it } from "vitest";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import { check } from "../../src/core/schema/check";
import type { Table } from "../../src/core/schema/field";
import { notAnArgument } from "../../src/core/schema/problem";
import { items } from "../../src/core/schema/row-types";
import { headerNames, headers, object, objects, string } from "../../src/core/schema/rows";
import type { Values } from "../../src/core/schema/values";
import { createBody, fromWire } from "../../src/core/schema/wire";
import { problemsWith } from "../support/problems";

/** Properties that hold for any table, whatever the resource. */

const inner = items<{ first?: string; second?: string; third?: string }>()({
  first: string(),
  second: string(),
  third: string(),
});

const table: Table = {
  inner: object(inner),
  items: objects(inner),
  choice: object(inner, { exactlyOne: true }),
  names: headerNames(),
  fields: headers(),
  certificateAuthorityIdentifiers: string(),
};

/** Arguments, and every problem with them, by the table of check-forms.test.ts. */
const problems: Readonly<Record<string, readonly { args: Values; expected: readonly string[] }[]>> =
  {
    "an element that is null is described as what it is": [
      { args: { items: [{}, null] }, expected: ["items[1] must be an object, got null"] },
      { args: { names: ["x-a", null] }, expected: ["names[1] must be a string, got null"] },
    ],
    "a choice may be of one that is stated and others that are unknown, which may turn out absent":
      [
        { args: { choice: { first: "a", second: UNKNOWN } }, expected: [] },
        { args: { choice: { first: UNKNOWN, second: UNKNOWN } }, expected: [] },
        { args: { choice: UNKNOWN }, expected: [] },
      ],
    "a choice names what there is, and what is stated": [
      {
        args: { choice: {} },
        expected: ["choice must have exactly one of first, second, or third, got none"],
      },
      {
        args: { choice: { first: "a", third: "c" } },
        expected: ["choice must have exactly one of first, second, or third, got first and third"],
      },
      {
        args: { choice: { first: "a", second: "b", third: UNKNOWN } },
        expected: [
          "choice must have exactly one of first, second, or third, got first, second, and third",
        ],
      },
    ],
    "a name that is not an argument is named, with one that it resembles": [
      { args: { nams: "x" }, expected: ["nams is not an argument; did you mean names?"] },
      { args: { NAMES: "x" }, expected: ["NAMES is not an argument; did you mean names?"] },
      { args: { zz: "x" }, expected: ["zz is not an argument"] },
      {
        args: { certificateAuthorityIds: "x" },
        expected: ["certificateAuthorityIds is not an argument"],
      },
      {
        args: { certificateAuthorityIdentif: "x" },
        expected: [
          "certificateAuthorityIdentif is not an argument; did you mean certificateAuthorityIdentifiers?",
        ],
      },
    ],
    "a name that is not an argument does no harm without a value": [
      { args: { zz: null }, expected: [] },
      { args: { zz: undefined }, expected: [] },
      { args: { zz: "" }, expected: [] },
    ],
    "headers may have names and values that are not known yet": [
      { args: { names: [UNKNOWN, "x-a"], fields: { "x-a": UNKNOWN } }, expected: [] },
      { args: { names: UNKNOWN, fields: UNKNOWN }, expected: [] },
    ],
    "headers are refused by their names": [
      {
        args: { names: ["x-a", "x a"] },
        expected: ["names[1] is not a name that HTTP allows for a header"],
      },
      {
        args: { fields: { "x a": "1" } },
        expected: ['fields["x a"] has a name that HTTP does not allow for a header'],
      },
      {
        args: { fields: { "X-A": "1", "x-a": "2" } },
        expected: ['fields["x-a"] is a duplicate header name (names are case-insensitive)'],
      },
      {
        args: { fields: { "x-a": "1\r\nx-b: 2" } },
        expected: ['fields["x-a"] is not a value that HTTP allows for a header'],
      },
    ],
  };

describe("the arguments of a check", () => {
  it("come back without what is absent, at any depth", () => {
    const inner = { first: null, second: "b", third: undefined };
    const args = { inner, items: [{ first: null }, { second: "b" }], choice: null };
    expect(check(table, args).inputs).toEqual({
      inner: { second: "b" },
      items: [{}, { second: "b" }],
    });
  });

  it("come back as they are where they are wrong", () => {
    expect(check(table, { inner: "x", items: [1] }).inputs).toEqual({ inner: "x", items: [1] });
    expect(check(table, { items: "x" }).inputs).toEqual({ items: "x" });
  });
});

it.each(Object.entries(problems))("%s", (_, all) => {
  for (const { args, expected } of all) expect(problemsWith(table, args)).toEqual(expected);
});

it("a name that is not an argument has no path if nothing contains it", () => {
  const expected = { path: "nams", reason: "is not an argument; did you mean names?" };
  expect(notAnArgument("nams", ["names", "fields"])).toMatchObject(expected);
});

describe("bodies and answers", () => {
  it("contain the items of a list as separate objects", () => {
    const items = [{ first: "a", second: "" }, { third: "c" }];
    expect(createBody(table, { items })).toEqual({ items: [{ first: "a" }, { third: "c" }] });
    expect(createBody(table, { items: "x" })).toEqual({ items: "x" });
  });

  it("have an unused member of a choice as null", () => {
    expect(createBody(table, { choice: { second: "b" } })).toEqual({
      choice: { first: null, second: "b", third: null },
    });
  });

  it("may have a value at a path, or in each item of a list", () => {
    const rows = {
      one: string({ readFrom: "a.b.id" }),
      all: headerNames({ readFrom: "list[].id" }),
    } as Table;
    expect(
      fromWire(rows, { a: { b: { id: "x" } }, list: [{ id: "y" }, { id: "z" }] }).values,
    ).toEqual({
      one: "x",
      all: ["y", "z"],
    });
    expect(fromWire(rows, { a: { b: null }, list: null }).values).toEqual({});
    expect(fromWire(rows, { a: "text" }).values).toEqual({});
    expect(fromWire(rows, { list: [{ id: "y" }, {}] }).problem).toContain(
      "the member list[].id of the answer",
    );
    expect(fromWire(rows, { list: "y" }).problem).toContain("the member list[].id of the answer");
  });
});
