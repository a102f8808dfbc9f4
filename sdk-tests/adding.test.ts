import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as definitions from "../src/core/definitions";
import { moduleSegments, routeModules } from "../src/core/definitions/modules";
import { settings } from "../src/core/definitions/settings";
import { camelCase } from "../src/core/schema/case";
import {
  type Definition,
  getFunction,
  isListed,
  listFunction,
} from "../src/core/schema/definition";
import * as emulator from "../src/emulator/modules";
import * as lookups from "../src/fronts/program/lookups";
import * as moduleClasses from "../src/fronts/program/module-resources";
import * as classes from "../src/fronts/program/resources";
import { modules as moduleFacts } from "../src/insight/ingress/modules";
import { cases } from "./cases";
import { moduleCases } from "./cases/modules";
import { filesBelow } from "./support/files";

/**
 * Tests that report the forgotten parts of an addition, each in a sentence. package/fields.test.ts checks the parts of
 * a field.
 */

const root = join(__dirname, "..");
const text = (path: string): string => readFileSync(join(root, path), "utf8");

const all: readonly Definition[] = Object.values(definitions);
const modules = Object.keys(routeModules);

const filesOf = (folder: string): string[] =>
  filesBelow(folder).filter((name) => name.endsWith(".ts"));

/** Returns a sentence for each name that is not among others, with the name in place of NAME. */
const missing = (names: readonly string[], known: readonly string[], sentence: string): string[] =>
  names.filter((name) => !known.includes(name)).map((name) => sentence.replace("NAME", name));

/** Returns the names that files declare in this way. */
const declaredIn = (folder: string, declaration: RegExp): string[] =>
  filesOf(folder).flatMap((file) =>
    [...text(file).matchAll(declaration)].map(([, name = ""]) => name),
  );

/** The lists of files of docs/architecture.md, by what they add. */
const lists = [
  ...text("docs/architecture.md").matchAll(/^### (.+): (\d+) files$([\s\S]*?)(?=^##)/gm),
].map(([, addition = "", count = "", section = ""]) => ({
  addition,
  count: Number(count),
  files: [...section.matchAll(/^\| `([^`]+)` \|/gm)].map(([, file = ""]) => file),
  // This list continues the list before it.
  hasMore: section.includes("The same files"),
}));

it("docs/architecture.md lists existing files for each addition, and counts them", () => {
  expect(lists.length).toBeGreaterThan(4);
  const files = lists.flatMap((list) => list.files);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  const counts = lists.map(({ files: { length }, hasMore }, index) =>
    hasMore ? length + (lists[index - 1]?.files.length ?? 0) : length,
  );
  expect(lists.map(({ count }) => count)).toEqual(counts);
});

it("every definition of a resource is in the index of the definitions", () => {
  const defined = declaredIn(
    "src/core/definitions",
    /^export const (\w+) = (?:collection|singleton|edgeModuleResource|routeModuleResource)\(/gm,
  );
  expect(defined.length).toBeGreaterThan(10);
  expect(
    missing(
      defined,
      Object.keys(definitions),
      "src/core/definitions/index.ts does not export NAME",
    ),
  ).toEqual([]);
});

const INDEX = "src/core/definitions/modules/index.ts";

it("every table of a module belongs to a route or to an edge", () => {
  const ofEdges = all.flatMap((definition) =>
    definition.kind === "singleton" ? [definition.module] : [],
  );
  const tables = declaredIn(
    "src/core/definitions/modules",
    /^export const (\w+(?<!Fields)) = nested<\w+Args>/gm,
  );
  expect(tables.length).toBeGreaterThan(10);
  const sentence = `NAME is not among the routeModules of ${INDEX}, and of no edge`;
  expect(missing(tables, [...modules, ...ofEdges], sentence)).toEqual([]);
});

it("every module of a route is known to the golden cases, to the review, and to the local server", () => {
  const cased = moduleCases.map(({ argument }) => argument);
  const served = Object.keys(emulator.routeModules).map(camelCase);
  const facts = Object.keys(moduleFacts);
  expect([
    ...missing(modules, cased, "the module NAME has no case in sdk-tests/cases/modules.yaml"),
    ...missing(
      modules,
      facts,
      "the module NAME is not in the table of src/insight/ingress/modules.ts",
    ),
    ...missing(
      modules,
      served,
      "the module NAME is not in a file for routes of src/emulator/modules",
    ),
    ...missing([...cased, ...served], modules, `NAME is not among the routeModules of ${INDEX}`),
  ]).toEqual([]);
});

it("every module with a separate path has a path in every table, and a resource", () => {
  const places: Readonly<Record<string, readonly string[]>> = {
    [`moduleSegments of ${INDEX}`]: Object.keys(moduleSegments),
    "the modules of src/emulator/modules that have a title":
      emulator.addressedModules.map(camelCase),
    "the resources of src/core/definitions/route-modules.ts": all.flatMap((definition) =>
      definition.kind === "singleton" && definition.of.kind === "collection"
        ? [definition.module]
        : [],
    ),
    "the cases of sdk-tests/cases/modules.yaml that name a resource": moduleCases.flatMap(
      ({ argument, resource }) => (resource === undefined ? [] : [argument]),
    ),
  };
  const addressed = [...new Set(Object.values(places).flat())];
  const lacking = Object.entries(places).flatMap(([place, names]) =>
    missing(addressed, names, `NAME has a path of its own, and is not among ${place}`),
  );
  expect(lacking).toEqual([]);
});

it("every identity consists of required arguments", () => {
  const others = all.flatMap((definition) =>
    definition.kind === "collection"
      ? (definition.identity ?? []).filter((name) => !definition.fields[name]?.required)
      : [],
  );
  expect(others).toEqual([]);
});

const collections = all.filter(({ kind }) => kind === "collection");

it("every resource that is not a module has functions that look it up", () => {
  const plain = [
    ...collections.map(getFunction),
    ...collections.filter(isListed).map(listFunction),
  ];
  const expected = plain.flatMap((name) => [name, `${name}Output`]);
  expect(
    missing(expected, Object.keys(lookups), "src/fronts/program/lookups.ts does not export NAME"),
  ).toEqual([]);
});

it("every resource has a class, a provider that states can name, and a case", () => {
  const types = all.map(({ type }) => type);
  const names = all.map(({ name }) => name);
  const exports = text("src/provider-v1.ts").matchAll(/^export const (\w+) = providers\.\1;$/gm);
  const exported = [...exports].map(([, name = ""]) => name);
  const cased = cases.map(({ type }) => type);
  expect([
    ...missing(
      types,
      Object.keys({ ...classes, ...moduleClasses }),
      "no file of src/fronts/program has a class NAME",
    ),
    ...missing(names, exported, "src/provider-v1.ts does not export NAME: run `npm run generate`"),
    ...missing(
      types,
      cased,
      "NAME has no case in resources.yaml or module-resources.ts of sdk-tests/cases",
    ),
  ]).toEqual([]);
});

/** Returns the code that uses a name, in contrast to code that declares or describes it. */
const usesIn = (files: readonly string[]): string =>
  files
    .map(text)
    .join("\n")
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|readonly \w+\??:/g, "");

it("every setting is used, and tried by a test", () => {
  const names = Object.keys(settings);
  const source = usesIn(
    filesOf("src").filter((file) => file !== "src/core/definitions/settings.ts"),
  );
  const tests = usesIn(
    ["client", "provider", "program"].flatMap((folder) => filesOf(`sdk-tests/${folder}`)),
  );
  const usedIn = (code: string) => names.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  expect([
    ...missing(names, usedIn(source), "nothing in src uses the setting NAME"),
    ...missing(names, usedIn(tests), "no test in sdk-tests/client, provider or program tries NAME"),
  ]).toEqual([]);
});
