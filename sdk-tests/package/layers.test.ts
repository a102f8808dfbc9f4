import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { describe, expect, it } from "vitest";
import { filesBelow } from "../support/files";
import { importsOf, type SourceFile } from "./rooms";

const root = join(__dirname, "../..");

/** The product, from which the tools take what is built, and its types. */
const PRODUCT = ["src", "dist", "package.json"];

/**
 * The folders of the development side, from the bottom to the top, and what each may import. Tests may import everything: nothing
 * imports them.
 */
const layers: Readonly<Record<string, readonly string[]>> = {
  "tools/base": [],
  "tools/pulumi": ["tools/base"],
  "tools/build": ["tools/base", ...PRODUCT],
  "tools/start": ["tools/base", "tools/pulumi", "tools/build"],
  site: ["tools/base"],
  release: ["tools/base", "tools/pulumi", "tools/build"],
  bench: ["tools/base", "tools/pulumi", "tools/build", ...PRODUCT],
};

const isIn = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

const layerOf = (path: string): string | undefined => Object.keys(layers).find((layer) => isIn(path, layer));

/** Each import that the layers do not allow, of values or types, as `FILE imports TARGET`. */
const violations = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ name, text }) =>
    [...importsOf(text), ...typesOf(text)]
      .filter((target) => target.startsWith("."))
      .map((target) => posix.join(posix.dirname(name), target))
      .filter((target) => !isAllowed(name, target))
      .map((target) => `${name} imports ${target}`),
  );

/** The targets of types in comments. */
const typesOf = (text: string): string[] =>
  [...text.matchAll(/\bimport\("(\.[^"]+)"\)/g)].map(([, target = ""]) => target);

function isAllowed(file: string, target: string): boolean {
  const layer = layerOf(file);
  if (layer === undefined) return false;
  return [layer, ...(layers[layer] ?? [])].some((allowed) => isIn(target, allowed));
}

const files = ["tools", "site", "release", "bench"]
  .flatMap(filesBelow)
  .filter(
    (name) =>
      /\.(mts|mjs|cjs|js|d\.ts|astro)$/.test(name) && !/(^|\/)(node_modules|dist|content|\.\w+)(\/|$)/.test(name),
  )
  .map((name): SourceFile => ({ name, text: readFileSync(join(root, name), "utf8") }));

describe("the layers of the development side", () => {
  it("import only what their rules allow, types included", () => {
    expect(files.length).toBeGreaterThan(80);
    expect(violations(files)).toEqual([]);
  });

  it("have an order in which none imports one above it", () => {
    const order = Object.keys(layers);
    const upward = order.filter((layer, index) =>
      layers[layer]?.some((target) => order.includes(target) && order.indexOf(target) > index),
    );
    expect(upward).toEqual([]);
  });

  it.each([
    ["a layer above", "tools/base/planted.mts", 'import { build } from "../build/checks.mts";'],
    ["a type in a comment", "tools/base/planted.mjs", '/** @type {import("../build/checks.mts").Check} */'],
    ["a type of a layer above", "tools/pulumi/planted.mts", 'import type { Target } from "../start/target.mts";'],
    ["a layer beside it", "site/stage/planted.mts", 'import { tarGz } from "../../release/archive.mts";'],
    ["the benchmark in a generator", "tools/build/generate/planted.mts", 'import "../../../bench/report/parts.mts";'],
    ["a test", "bench/planted.mts", 'const golden = require("../sdk-tests/cases/index.js");'],
    ["a file of no layer", "tools/planted.mts", 'import { root } from "./base/project.mjs";'],
  ])("are broken by %s", (_, name, text) => {
    expect(violations([{ name, text }])).toHaveLength(1);
  });

  it("take nothing from what a test has recorded", () => {
    expect(files.filter(({ text }) => text.includes("goldens")).map(({ name }) => name)).toEqual([]);
  });
});
