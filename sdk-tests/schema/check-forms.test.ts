import { describe, expect, it } from "vitest";
import { z } from "zod";
import { check } from "../../src/core/schema/check";
import type { Table } from "../../src/core/schema/field";
import { notAnArgument } from "../../src/core/schema/problem";
import { items } from "../../src/core/schema/row-types";
import { headerNames, headers, object, objects, string } from "../../src/core/schema/rows";
import { createBody, fromWire } from "../../src/core/schema/wire";
import { dataBeside, rows, text, values } from "../support/data";
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

const { problems } = dataBeside(__filename, {
  problems: z.record(text, rows(values, z.array(text))),
});

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
  for (const [args, expected] of all) expect(problemsWith(table, args)).toEqual(expected);
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
