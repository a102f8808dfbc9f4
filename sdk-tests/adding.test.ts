import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import * as definitions from "../src/core/definitions";
import { moduleSegments, routeModules } from "../src/core/definitions/modules";
import { settings } from "../src/core/definitions/settings";
import { camelCase, snakeCase } from "../src/core/schema/case";
import type { Definition } from "../src/core/schema/definition";
import * as emulator from "../src/emulator/modules";
import * as moduleClasses from "../src/fronts/program/module-resources";
import * as classes from "../src/fronts/program/resources";
import { modules as moduleFacts } from "../src/insight/ingress/modules";
import { cases } from "./cases";
import { moduleCases } from "./cases/modules";
import { filesBelow } from "./support/files";

/** What was forgotten of something new, each in a sentence; what a field needs, package/fields.test.ts has. */

const root = join(__dirname, "..");
const text = (path: string): string => readFileSync(join(root, path), "utf8");

const all: readonly Definition[] = Object.values(definitions);
const modules = Object.keys(routeModules);

const filesOf = (folder: string): string[] => filesBelow(folder).filter((name) => name.endsWith(".ts"));

/** A sentence for each item that lacks something. */
const forgotten = <T>(items: readonly T[], isThere: (item: T) => boolean, says: (item: T) => string): string[] =>
  items.filter((item) => !isThere(item)).map(says);

it("every definition of a resource is in the index of the definitions", () => {
  const defined = filesOf("src/core/definitions").flatMap((file) =>
    [...text(file).matchAll(/^export const (\w+) = (?:collection|singleton|onEdge|onRoute)\(/gm)].map(
      ([, name = ""]) => ({
        file,
        name,
      }),
    ),
  );
  expect(defined.length).toBeGreaterThan(10);
  const isThere = ({ name }: { readonly name: string }) => name in definitions;
  const says = ({ file, name }: { readonly file: string; readonly name: string }) =>
    `src/core/definitions/index.ts does not export ${name} of ${file}`;
  expect(forgotten(defined, isThere, says)).toEqual([]);
});

it("every table of a module belongs to a route or to an edge", () => {
  const ofEdges = all.flatMap((each) => (each.kind === "singleton" ? [each.module] : []));
  const tables = filesOf("src/core/definitions/modules").flatMap((file) =>
    [...text(file).matchAll(/^export const (\w+(?<!Fields)) = nested<\w+Args>/gm)].map(([, name = ""]) => name),
  );
  expect(tables.length).toBe(16);
  expect(
    forgotten(
      tables,
      (name) => modules.includes(name) || ofEdges.includes(name),
      (name) => `${name} is not among the routeModules of src/core/definitions/modules/index.ts, and of no edge`,
    ),
  ).toEqual([]);
});

it("every module of a route is known to the golden cases, to the review, and to the local server", () => {
  const cased = moduleCases.map(({ argument }) => argument);
  const served = Object.keys(emulator.routeModules);
  expect([
    ...forgotten(
      modules,
      (name) => cased.includes(name),
      (name) => `the module ${name} has no case in sdk-tests/cases/modules.yaml`,
    ),
    ...forgotten(
      modules,
      (name) => name in moduleFacts,
      (name) => `the module ${name} is not in the table of src/insight/ingress/modules.ts`,
    ),
    ...forgotten(
      modules,
      (name) => served.includes(snakeCase(name)),
      (name) => `the module ${name} is not in a file for routes of src/emulator/modules`,
    ),
    ...forgotten(
      [...cased, ...served.map(camelCase)],
      (name) => modules.includes(name),
      (name) => `${name} is not among the routeModules of src/core/definitions/modules/index.ts`,
    ),
  ]).toEqual([]);
});

it("every module with a path of its own has one everywhere, and a resource", () => {
  const places: Readonly<Record<string, readonly string[]>> = {
    "moduleSegments of src/core/definitions/modules/index.ts": Object.keys(moduleSegments),
    "the modules of src/emulator/modules that have a title": emulator.addressedModules.map(camelCase),
    "the resources of src/core/definitions/route-modules.ts": all.flatMap((each) =>
      each.kind === "singleton" && each.of.kind === "collection" ? [each.module] : [],
    ),
    "the cases of sdk-tests/cases/modules.yaml that name a resource": moduleCases.flatMap(({ argument, resource }) =>
      resource === undefined ? [] : [argument],
    ),
  };
  const addressed = [...new Set(Object.values(places).flat())];
  const missing = Object.entries(places).flatMap(([place, names]) =>
    forgotten(
      addressed,
      (name) => names.includes(name),
      (name) => `${name} has a path of its own, and is not among ${place}`,
    ),
  );
  expect(missing).toEqual([]);
});

it("every identity consists of required arguments", () => {
  const others = all.flatMap((each) =>
    each.kind === "collection" ? (each.identity ?? []).filter((name) => !each.fields[name]?.required) : [],
  );
  expect(others).toEqual([]);
});

it("every resource has a class, a provider that states can name, and a case", () => {
  const cased = cases.map(({ type }) => type);
  const exports = text("src/provider-v1.ts");
  expect([
    ...forgotten(
      all,
      ({ type }) => type in classes || type in moduleClasses,
      ({ type }) => `src/fronts/program/resources.ts and module-resources.ts have no class ${type}`,
    ),
    ...forgotten(
      all,
      ({ name }) => exports.includes(`export const ${name} = providers.${name};`),
      ({ name }) => `src/provider-v1.ts does not export ${name}`,
    ),
    ...forgotten(
      all,
      ({ type }) => cased.includes(type),
      ({ type }) => `${type} has no case in sdk-tests/cases/index.ts`,
    ),
  ]).toEqual([]);
});

/** Code that uses a name, rather than declares or describes it. */
const usesIn = (files: readonly string[]): string =>
  files
    .map(text)
    .join("\n")
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|readonly \w+\??:/g, "");

it("every setting is used, and tried by a test", () => {
  const names = Object.keys(settings);
  const source = usesIn(filesOf("src").filter((file) => file !== "src/core/definitions/settings.ts"));
  const tests = usesIn(["client", "provider", "program"].flatMap((folder) => filesOf(`sdk-tests/${folder}`)));
  const uses = (code: string) => (name: string) => new RegExp(`\\b${name}\\b`).test(code);
  expect([
    ...forgotten(names, uses(source), (name) => `nothing in src uses the setting ${name}`),
    ...forgotten(names, uses(tests), (name) => `no test in sdk-tests/client, provider or program tries ${name}`),
  ]).toEqual([]);
});
