import { describe, expect, it } from "vitest";
import { check } from "../../src/core/schema/check";
import { items, type Table } from "../../src/core/schema/field";
import { notAnArgument } from "../../src/core/schema/problem";
import { headerNames, headers, object, objects, string } from "../../src/core/schema/rows";
import { UNKNOWN } from "../../src/core/schema/values";
import { createBody, fromAnswer } from "../../src/core/schema/wire";
import { problemsWith } from "../support/problems";

/** What holds for any table, whatever the resource. */

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

const problemsOf = (args: object) => problemsWith(table, args as Record<string, unknown>);

describe("the arguments of a check", () => {
  it("come back without what is absent, at any depth", () => {
    const inner = { first: null, second: "b", third: undefined };
    const args = { inner, items: [{ first: null }, { second: "b" }], choice: null };
    expect(check(table, args).inputs).toEqual({ inner: { second: "b" }, items: [{}, { second: "b" }] });
  });

  it("come back as they are where they are wrong", () => {
    expect(check(table, { inner: "x", items: [1] }).inputs).toEqual({ inner: "x", items: [1] });
    expect(check(table, { items: "x" }).inputs).toEqual({ items: "x" });
  });
});

it("an element that is null is described as what it is", () => {
  expect(problemsOf({ items: [{}, null] })).toEqual(["items[1] must be an object, got null"]);
  expect(problemsOf({ names: ["x-a", null] })).toEqual(["names[1] must be a string, got null"]);
});

describe("a choice", () => {
  it("may be of one that is stated and others that are unknown, which may turn out absent", () => {
    expect(problemsOf({ choice: { first: "a", second: UNKNOWN } })).toEqual([]);
    expect(problemsOf({ choice: { first: UNKNOWN, second: UNKNOWN } })).toEqual([]);
    expect(problemsOf({ choice: UNKNOWN })).toEqual([]);
  });

  it("names what there is, and what is stated", () => {
    const expected = "choice must have exactly one of first, second, or third, got";
    expect(problemsOf({ choice: {} })).toEqual([`${expected} none`]);
    expect(problemsOf({ choice: { first: "a", third: "c" } })).toEqual([`${expected} first and third`]);
    expect(problemsOf({ choice: { first: "a", second: "b", third: UNKNOWN } })).toEqual([
      `${expected} first, second, and third`,
    ]);
  });
});

describe("a name that is not an argument", () => {
  it.each([
    ["nams", "nams is not an argument; did you mean names?"],
    ["NAMES", "NAMES is not an argument; did you mean names?"],
    ["zz", "zz is not an argument"],
    ["certificateAuthorityIds", "certificateAuthorityIds is not an argument"],
    [
      "certificateAuthorityIdentif",
      "certificateAuthorityIdentif is not an argument; did you mean certificateAuthorityIdentifiers?",
    ],
  ])("is %s", (key, problem) => {
    expect(problemsOf({ [key]: "x" })).toEqual([problem]);
  });

  it("has no path if nothing contains it", () => {
    const expected = { path: "nams", reason: "is not an argument; did you mean names?" };
    expect(notAnArgument("nams", ["names", "fields"])).toMatchObject(expected);
  });

  it.each([null, undefined, ""])("does no harm as %j", (value) => {
    expect(problemsOf({ zz: value })).toEqual([]);
  });
});

describe("headers", () => {
  it("may have names and values that are not known yet", () => {
    expect(problemsOf({ names: [UNKNOWN, "x-a"], fields: { "x-a": UNKNOWN } })).toEqual([]);
    expect(problemsOf({ names: UNKNOWN, fields: UNKNOWN })).toEqual([]);
  });

  it("are refused by their names", () => {
    expect(problemsOf({ names: ["x-a", "x a"] })).toEqual(["names[1] is not a name that HTTP allows for a header"]);
    expect(problemsOf({ fields: { "x a": "1" } })).toEqual([
      'fields["x a"] has a name that HTTP does not allow for a header',
    ]);
    expect(problemsOf({ fields: { "X-A": "1", "x-a": "2" } })).toEqual([
      'fields["x-a"] is a duplicate header name (names are case-insensitive)',
    ]);
    expect(problemsOf({ fields: { "x-a": "1\r\nx-b: 2" } })).toEqual([
      'fields["x-a"] is not a value that HTTP allows for a header',
    ]);
  });
});

describe("bodies and answers", () => {
  it("have the items of a list as objects of their own", () => {
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
    const rows = { one: string({ readFrom: "a.b.id" }), all: headerNames({ readFrom: "list[].id" }) } as Table;
    expect(fromAnswer(rows, { a: { b: { id: "x" } }, list: [{ id: "y" }, { id: "z" }] }).values).toEqual({
      one: "x",
      all: ["y", "z"],
    });
    expect(fromAnswer(rows, { a: { b: null }, list: null }).values).toEqual({});
    expect(fromAnswer(rows, { a: "text" }).values).toEqual({});
    expect(fromAnswer(rows, { list: [{ id: "y" }, {}] }).problem).toContain("the member list[].id of the answer");
    expect(fromAnswer(rows, { list: "y" }).problem).toContain("the member list[].id of the answer");
  });
});
