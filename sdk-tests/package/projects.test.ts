import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";
import { filesBelow, pathFrom, root } from "../support/files";

/** Folders and names of tests that run after a build, as in vitest.config.mts. */
const BUILT = /^(fuzz|long|package|program|e2e|workflows|languages|release)\/|\.dist\.test\.ts$/;

/** Matches references to the built package in a file: by its name, as in a user's file, or by a path. */
const NAMES_PACKAGE =
  /(from |import\(|require\(|resolve\()"pulumi-edge-ingress|\.\.\/(dist|plugin)\/|"(dist\/|plugin\/pulumi)/;

const textOf = (file: string): string => readFileSync(file, "utf8");

/** Returns the imports of a file, and the scripts in its text that run in other processes. */
function importsOf(file: string): string[] {
  const text = textOf(file);
  const imported = ts
    .preProcessFile(text, true, true)
    .importedFiles.map(({ fileName }) => fileName);
  const run = [...text.matchAll(/"([\w./-]+\.cjs)"/g)].map(([, name]) => String(name));
  return [...imported, ...run]
    .map((name) => join(dirname(file), name))
    .flatMap((path) =>
      [path, `${path}.ts`, join(path, "index.ts")].filter((candidate) => files.has(candidate)),
    );
}

/** Returns a file and all files of `sdk-tests` that it imports, directly or indirectly. */
function closureOf(file: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(file)) return known;
  known.add(file);
  for (const imported of importsOf(file)) closureOf(imported, known);
  return known;
}

const files = new Set(
  filesBelow("sdk-tests")
    .filter((name) => /\.(ts|cjs)$/.test(name))
    .map((name) => join(root, name)),
);

it("each test that loads the built package has a path that has the package built before", () => {
  const tests = [...files].filter((file) => file.endsWith(".test.ts"));
  const stale = tests
    .filter((file) => !BUILT.test(pathFrom(join(root, "sdk-tests"), file)))
    .filter((file) => [...closureOf(file)].some((path) => NAMES_PACKAGE.test(textOf(path))));
  expect(tests.length).toBeGreaterThan(100);
  expect(stale.map((file) => pathFrom(root, file))).toEqual([]);
});
