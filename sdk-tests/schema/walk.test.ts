import { expect, it } from "vitest";
import { wrapSecretForEngine } from "../../src/core/pulumi/engine-values";
import type { Table } from "../../src/core/schema/field";
import { nested } from "../../src/core/schema/row-types";
import { headers, json, object, set, string } from "../../src/core/schema/rows";
import { walk } from "../../src/core/schema/walk";

const table: Table = {
  name: string(),
  tags: set(),
  added: headers(),
  config: json<object>(),
  inner: object(nested<{ user?: string }>()({ user: string() })),
};

const pathsIn = (values: object): string[] => {
  const paths: string[] = [];
  walk(table, values as Record<string, unknown>, ({ path, below }) => {
    paths.push(path);
    return below();
  });
  return paths;
};

it("a walk visits what is there in its order, members before the next value, and then what is not", () => {
  const values = {
    inner: { foreign: 1 },
    added: { "X-A": "a" },
    foreign: {},
    config: { "a.b": { c: [{}] } },
  };
  expect(pathsIn(values)).toEqual([
    "inner",
    "inner.foreign",
    "inner.user",
    "added",
    'added["X-A"]',
    "foreign",
    "config",
    'config["a.b"]',
    'config["a.b"]["c"]',
    "name",
    "tags",
  ]);
});

it("a walk steps into no secret that is wrapped as a whole, and into no instance of a class", () => {
  expect(
    pathsIn({
      inner: wrapSecretForEngine({ user: "u" }),
      config: new Date(0),
      name: "n",
      tags: [],
      added: "x",
    }),
  ).toEqual(["inner", "config", "name", "tags", "added"]);
});

it("a walk gives the values that the visitor puts in the place of others, without those that are left out", () => {
  const values = { name: "n", tags: ["t"], inner: { user: "u" }, constructor: "c" };
  const result = walk(table, values, ({ row, value, isOpen, below }) => {
    if (isOpen) return below();
    return row?.kind === "set" ? undefined : row && value !== undefined ? `<${value}>` : value;
  });
  expect(result).toEqual({ name: "<n>", inner: { user: "<u>" }, constructor: "c" });
});
