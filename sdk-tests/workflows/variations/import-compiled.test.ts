import { join } from "node:path";
import fc from "fast-check";
import ts from "typescript";
import { describe, expect, it } from "vitest";
import type { AccountObject } from "../../../src/account/account";
import { separateModules } from "../../../src/importing/modules";
import type { ProgramOptions } from "../../../src/importing/options";
import {
  anyObjects,
  hostileAccount,
  hostileNames,
  importedProject,
} from "../../support/account-objects";
import { root } from "../../support/files";
import { virtualHost } from "../../support/virtual-compiler";

/**
 * Tests of the TypeScript of an import, compiled like a program before Pulumi runs it, in projects with CommonJS and
 * with ECMAScript modules. Other languages are compiled in `workflows/variations/import-compiles.test.ts`.
 */

const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);

/** A folder that does not exist, from which the packages of the clone are found. */
const FOLDER = join(root, "imported");

/** The errors of a project, with separate settings. The compiler misses some errors if it emits no files. */
function errorsIn(
  objects: readonly AccountObject[],
  isModule: boolean,
  programOptions: Partial<ProgramOptions> = {},
): string[] {
  const { files } = importedProject(objects, "typescript", { isModule, ...programOptions });
  const texts = Object.fromEntries(files.map(({ path, text }) => [join(FOLDER, path), text]));
  const settings = JSON.parse(texts[join(FOLDER, "tsconfig.json")] ?? "").compilerOptions;
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...settings, noEmit: false, outDir: "out" },
    FOLDER,
  );
  const manifest = JSON.stringify({ type: isModule ? "module" : "commonjs" });
  const host = virtualHost({ ...texts, [join(FOLDER, "package.json")]: manifest });
  const paths = { "pulumi-edge-ingress": [join(root, "dist/index.d.ts")] };
  const program = ts.createProgram([join(FOLDER, "index.ts")], { ...options, paths }, host);
  const loaded = program.getSourceFiles().filter(({ fileName }) => fileName in texts);
  expect(loaded).toHaveLength(files.filter(({ path }) => path.endsWith(".ts")).length);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
    );
}

const asResources = (objects: readonly AccountObject[]) =>
  objects.flatMap((object) => separateModules(object, { style: "resources", managed: new Set() }));

describe.each([
  { title: "in a project with CommonJS", isModule: false },
  { title: "in a project with ECMAScript modules", isModule: true },
])("$title", ({ isModule }) => {
  it("an account of hostile names compiles", () => {
    const objects = hostileAccount();
    expect(errorsIn(objects, isModule)).toEqual([]);
    expect(
      errorsIn(objects, isModule, { usesTables: false, preferredNames: hostileNames(objects) }),
    ).toEqual([]);
  });

  it(`accounts of 300 objects of all kinds compile (SEED=${SEED})`, () => {
    for (const objects of fc.sample(anyObjects({ minLength: 300, maxLength: 300 }), {
      numRuns: 2,
      seed: SEED,
    })) {
      expect(errorsIn(objects, isModule), `SEED=${SEED}`).toEqual([]);
      expect(
        errorsIn(asResources(objects), isModule, { usesTables: false }),
        `SEED=${SEED}`,
      ).toEqual([]);
    }
  });
});
