import { win32 } from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import * as definitions from "../../src/core/definitions";
import { NAMESPACE, settings } from "../../src/core/definitions/settings";
import type { Definition } from "../../src/core/schema/definition";
import { type Table, wireName } from "../../src/core/schema/field";
import { filesBelow, pathFrom, textOf, withSlashes } from "../support/files";
import {
  broken,
  circles,
  development,
  product,
  roomOf,
  type SourceFile,
  violations,
} from "./rooms";

const filesOf = (folders: readonly string[], isMeant: RegExp): SourceFile[] =>
  folders
    .flatMap(filesBelow)
    .filter((name) => isMeant.test(name))
    .map((name) => ({ name: name.replace(/^src\//, ""), text: textOf(name) }));

const files = filesOf(["src"], /\.ts$/);

const tools = filesOf(
  ["tools", "site", "release", "bench"],
  /^(?!(.*\/)?(dist|content|\.\w+)(\/|$)).*\.(mts|mjs|cjs|js|d\.ts|astro)$/,
);

/** Names that are words of these rooms, too: a kind of change, a kind of row, and every object's id. */
const OWN_WORDS = ["add", "domain", "id", "value"];

/** The names of a kind of object and of its fields, in programs and in the API. */
const namesIn = ({ type, name, fields }: Definition): string[] => [
  type,
  name,
  ...namesOfFields(fields),
];

const namesOfFields = (table: Table): string[] =>
  Object.entries(table).flatMap(([key, row]) => [
    key,
    wireName(key, row),
    ...("fields" in row ? namesOfFields(row.fields) : []),
  ]);

/** The string literals in a file, except the paths of imports. */
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
  { title: "the rooms of the source", rules: product, found: files },
  { title: "the rooms of the development side", rules: development, found: tools },
] as const)("$title", ({ rules, found }) => {
  it("import only what their rules allow, types included", () => {
    expect(found.length).toBeGreaterThan(80);
    expect(violations(found, rules)).toEqual([]);
  });

  it("have an order in which none imports one above it", () => {
    const order = Object.keys(rules);
    const upward = Object.entries(rules).flatMap(([room, { rooms }]) =>
      rooms
        .filter((target) => order.indexOf(target) > order.indexOf(room))
        .map((target) => `${room} -> ${target}`),
    );
    expect(upward).toEqual([]);
  });
});

it.each(broken)("the rules of the rooms are broken by %s", (_, name, text) => {
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
  const inCircles = circles(files).filter(
    (name) => !["emulator", "importing"].includes(roomOf(name)),
  );
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
  const known = new Set([
    ...Object.values(definitions).flatMap(namesIn),
    ...Object.keys(settings),
    NAMESPACE,
  ]);
  const literals = files
    .filter(({ name }) => ["schema", "lifecycle"].includes(roomOf(name)))
    .flatMap(({ name, text }) =>
      literalsIn(text).flatMap((word) =>
        known.has(word) && !OWN_WORDS.includes(word) ? [`${name}: ${word}`] : [],
      ),
    );
  expect(literals).toEqual([]);
});

it("the development side takes nothing from what a test has recorded", () => {
  expect(tools.filter(({ text }) => text.includes("goldens")).map(({ name }) => name)).toEqual([]);
});
