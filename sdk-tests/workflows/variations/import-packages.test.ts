import { existsSync } from "node:fs";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { describe, expect } from "vitest";
import { newIngress } from "../../emulator/client";
import { root } from "../../support/files";
import { withImportProject } from "../../support/import-fixtures";
import { ImportProject } from "../../support/import-project";
import { lockPackages, npm, pack, unpack } from "../../support/published";

/**
 * Tests of the dependency of a TypeScript program on this package, and of the installation command that the import
 * prints.
 */

const OWN = "pulumi-edge-ingress";

const it = withImportProject();

it.beforeEach(({ emulator }) => newIngress(emulator, "a.example.com"));

/** Installs the built package in a parent folder with a dependency on it, and returns the command and the tarball. */
async function installed(folder: string, range: string) {
  const above = join(folder, "..");
  const tarball = join(above, "own.tgz");
  const packed = await pack(above);
  await rename(packed.path, tarball);
  await mkdir(join(above, "node_modules"));
  await rename(await unpack({ ...packed, path: tarball }, above), join(above, "node_modules", OWN));
  await writeFile(join(above, "package.json"), JSON.stringify({ dependencies: { [OWN]: range } }));
  return { command: join(above, "node_modules", OWN, "dist/cli.cjs"), tarball };
}

const rangeIn = async (project: ImportProject): Promise<string> =>
  JSON.parse(await project.read("package.json")).dependencies[OWN];

/** Runs the `npm install` that the command prints, with the packages of the clone in npm's cache. */
async function expectInstalls(project: ImportProject, command: string): Promise<void> {
  await lockPackages(project.folder);
  const [, ...words] = [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, plain]) => quoted ?? plain ?? "",
  );
  await npm(project.folder, ...words);

  const tsc = join(project.folder, "node_modules/typescript/bin/tsc");
  const files = existsSync(join(project.folder, "tsconfig.json"))
    ? ["--project", "."]
    : ["--noEmit", "own.ts"];
  expect(await project.run(process.execPath, tsc, ...files)).toMatchObject({ code: 0, text: "" });
}

describe("a new project depends on the package", () => {
  it.for([
    {
      title: "from the tarball of the project above",
      range: "file:own.tgz",
      expected: "file:../own.tgz",
    },
    {
      title: "from its folder if the tarball is gone",
      range: "file:gone.tgz",
      expected: `file:../node_modules/${OWN}`,
    },
    { title: "from a registry", range: "^0.2.0", expected: "^0.2.0" },
  ] as const)("$title", async ({ range, expected }, { project }) => {
    const { command } = await installed(project.folder, range);
    const { code, text } = await project.run(process.execPath, command, "import", ".");
    expect(code, text).toBe(0);
    expect(await rangeIn(project)).toBe(expected);
  });

  it("from the clone that it runs from", async ({ project }) => {
    await project.imported();
    expect(await rangeIn(project)).toBe(`file:${relative(project.folder, root)}`);
  });
});

describe("what the command prints installs all that a program needs, TypeScript's compiler included", () => {
  it("in a new project", async ({ emulator, project: home }) => {
    await using project = await ImportProject.create(emulator, tmpdir());
    const { command } = await installed(home.folder, "file:own.tgz");
    const { text } = await project.run(process.execPath, command, "import", ".");
    expect(text).toContain("Next:\n  npm install\n");
    await expectInstalls(project, "npm install");
  });

  it("in a project whose package.json lacks packages, which is refused before", async ({
    emulator,
    project: home,
  }) => {
    await using project = await ImportProject.create(emulator, tmpdir());
    const { command, tarball } = await installed(home.folder, "file:own.tgz");
    await project.write("package.json", '{ "dependencies": { "@pulumi/pulumi": "^3.216.0" } }');
    const refused = await project.run(process.execPath, command, "import", ".");
    expect(refused).toMatchObject({
      code: 2,
      text: expect.stringContaining(`lacks ${OWN}, typescript, @types/node`),
    });
    expect(await project.files()).toEqual(["package.json"]);
    const [, printed = ""] = /run `(npm install .*?)`/.exec(refused.text) ?? [];
    await project.write("own.ts", "export {};");
    await expectInstalls(project, printed);
    expect(await rangeIn(project)).toBe(`file:${relative(project.folder, tarball)}`);
    expect((await project.run(process.execPath, command, "import", ".")).code).toBe(0);
  });
});
