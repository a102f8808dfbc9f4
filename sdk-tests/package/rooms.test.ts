import { readFileSync } from "node:fs";
import { join, win32 } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import * as definitions from "../../src/core/definitions";
import { NAMESPACE, settings } from "../../src/core/definitions/settings";
import type { Definition } from "../../src/core/schema/definition";
import { type Table, wireName } from "../../src/core/schema/field";
import { filesBelow, pathFrom, withSlashes } from "../support/files";
import { circles, development, product, roomOf, type SourceFile, violations } from "./rooms";

const root = join(__dirname, "../..");

const filesOf = (folders: readonly string[], isMeant: RegExp): SourceFile[] =>
  folders
    .flatMap(filesBelow)
    .filter((name) => isMeant.test(name))
    .map((name) => ({ name: name.replace(/^src\//, ""), text: readFileSync(join(root, name), "utf8") }));

const files = filesOf(["src"], /\.ts$/);

const tools = filesOf(
  ["tools", "site", "release", "bench"],
  /^(?!(.*\/)?(dist|content|\.\w+)(\/|$)).*\.(mts|mjs|cjs|js|d\.ts|astro)$/,
);

/** Names that are words of these rooms, too: a kind of change, a kind of row, and every object's id. */
const OWN_WORDS = ["add", "domain", "id", "value"];

/** The names of a kind of object and of its fields, as programs and the API have them. */
const namesIn = ({ type, name, fields }: Definition): string[] => [type, name, ...namesOfFields(fields)];

const namesOfFields = (table: Table): string[] =>
  Object.entries(table).flatMap(([key, row]) => [
    key,
    wireName(key, row),
    ...("fields" in row ? namesOfFields(row.fields) : []),
  ]);

/** The texts in a file, but for those that it imports. */
function literalsIn(text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return;
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("x.ts", text, ts.ScriptTarget.Latest, true));
  return found;
}

describe.each([
  ["source", product, files],
  ["development side", development, tools],
] as const)("the rooms of the %s", (_, rules, found) => {
  it("import only what their rules allow, types included", () => {
    expect(found.length).toBeGreaterThan(80);
    expect(violations(found, rules)).toEqual([]);
  });

  it("have an order in which none imports one above it", () => {
    const order = Object.keys(rules);
    const upward = Object.entries(rules).flatMap(([room, { rooms }]) =>
      rooms.filter((target) => order.indexOf(target) > order.indexOf(room)).map((target) => `${room} -> ${target}`),
    );
    expect(upward).toEqual([]);
  });
});

it.each([
  ["a value", "core/schema/planted.ts", 'import { createClient } from "../client/client";'],
  ["a type", "core/client/planted.ts", 'import type { Resource } from "../lifecycle/resource";'],
  ["an inline type", "core/definitions/planted.ts", 'import { type Provider } from "../provider/types";'],
  ["an export from elsewhere", "core/lifecycle/planted.ts", 'export { agentIngress } from "../definitions";'],
  ["a type's export from elsewhere", "insight/review/planted.ts", 'export type * from "../../fronts/program/lookups";'],
  ["an import when it runs", "core/definitions/planted.ts", 'export const f = () => import("../client/client.js");'],
  ["a type that is imported in place", "core/schema/planted.ts", 'export type C = import("../client/types").Client;'],
  ["a require", "core/resources/planted.ts", 'const provider = require("../provider/provider");'],
  ["a side effect", "core/lifecycle/planted.ts", 'import "../../fronts/dynamic/calls";'],
  ["a package of another room", "core/lifecycle/planted.ts", 'import { request } from "undici";'],
  ["a package's types in the pure room", "core/schema/planted.ts", 'import type { Input } from "@pulumi/pulumi";'],
  ["the provider in the local server", "emulator/planted.ts", 'import { isObject } from "../core/schema/values";'],
  ["a file outside of the source", "core/client/planted.ts", 'import { tarGz } from "../../../release/archive.mts";'],
  ["a file of an unknown room", "elsewhere/planted.ts", 'import { z } from "zod";'],
  ["a type in a comment", "tools/base/planted.mjs", '/** @type {import("../build/checks.mts").Check} */'],
  ["a room beside it", "site/stage/planted.mts", 'import { tarGz } from "../../release/archive.mts";'],
  ["a test", "bench/planted.mts", 'const golden = require("../sdk-tests/cases/index.js");'],
  ["a file of no room", "tools/planted.mts", 'import { root } from "./base/project.mjs";'],
])("the rules of the rooms are broken by %s", (_, name, text) => {
  expect(violations([{ name, text }], { ...product, ...development })).toHaveLength(1);
});

it("a path of Windows is in the same room as the path with slashes", () => {
  const file = win32.join("C:\\clone\\src", "core", "schema", "planted.ts");
  const name = pathFrom("C:\\clone\\src", file, win32);
  expect(name).toBe("core/schema/planted.ts");
  expect(roomOf(name)).toBe("schema");
  expect(withSlashes(file, win32)).toBe("C:/clone/src/core/schema/planted.ts");
});

it("the rooms of the source have no circles inside, types included, but for two of them", () => {
  const inCircles = circles(files).filter((name) => !["emulator", "importing"].includes(roomOf(name)));
  expect(inCircles).toEqual([]);
  const planted = [
    { name: "core/schema/a.ts", text: 'import type { B } from "./b";' },
    { name: "core/schema/b.ts", text: 'import { c } from "./c.js";' },
    { name: "core/schema/c.ts", text: 'export { a } from "./a";' },
    { name: "core/schema/d.ts", text: 'import { a } from "./a";' },
  ];
  expect(circles(planted)).toEqual(["core/schema/a.ts", "core/schema/b.ts", "core/schema/c.ts"]);
});

it("no resource, field or setting is known by name where tables and requests are at home", () => {
  const known = new Set([...Object.values(definitions).flatMap(namesIn), ...Object.keys(settings), NAMESPACE]);
  const told = files
    .filter(({ name }) => ["schema", "lifecycle"].includes(roomOf(name)))
    .flatMap(({ name, text }) =>
      literalsIn(text).flatMap((word) => (known.has(word) && !OWN_WORDS.includes(word) ? [`${name}: ${word}`] : [])),
    );
  expect(told).toEqual([]);
});

it("the development side takes nothing from what a test has recorded", () => {
  expect(tools.filter(({ text }) => text.includes("goldens")).map(({ name }) => name)).toEqual([]);
});
