import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readFolder } from "../../build/cli/import/folder";
import { folderOfTest } from "../support/folders";

/** The folder of the project into which an import writes. */

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = folderOfTest();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return folder;
}

describe("the name of the provider's settings", () => {
  it("is not the name of a new project", () => {
    expect(() => readFolder(folderOfTest(), "edge-ingress")).toThrow(
      "a project cannot have the name edge-ingress, which is the namespace of the provider's settings: choose another name with --project",
    );
    expect(readFolder(folderOfTest(), "edge-ingress-shared").name).toBe("edge-ingress-shared");
  });

  it("is not the name of an existing project", () => {
    const folder = folderWith({ "Pulumi.yaml": "name: edge-ingress\nruntime: yaml\n" });
    expect(() => readFolder(folder, "infra")).toThrow(
      `${join(folder, "Pulumi.yaml")}: a project cannot have the name edge-ingress, which is the namespace of the provider's settings`,
    );
    const other = folderWith({ "Pulumi.yaml": "name: shop\nruntime: yaml\n" });
    expect(readFolder(other, "edge-ingress").name).toBe("shop");
  });
});

describe("a folder has a program in TypeScript", () => {
  it.each<[title: string, files: Readonly<Record<string, string>>, hasProgram: boolean]>([
    ["if it has an index file", { "index.mts": "" }, true],
    [
      "if it has the `main` of package.json",
      { "package.json": '{"main":"a.ts"}', "a.ts": "" },
      true,
    ],
    ["if `main` is not compiled yet", { "package.json": '{"main":"bin/index.js"}' }, true],
    [
      "if `main` has no extension",
      { "package.json": '{"main":"src/app"}', "src/app.ts": "" },
      true,
    ],
    ["unless `main` is what `npm init` writes", { "package.json": '{"main":"index.js"}' }, false],
    ["unless `main` is what an import writes", { "package.json": '{"main":"index.ts"}' }, false],
    ["unless `main` is empty", { "package.json": '{"main":""}' }, false],
    ["unless package.json has no `main`", { "package.json": "{}" }, false],
    ["unless it is empty", {}, false],
  ])("%s", (_, files, hasProgram) => {
    const folder = readFolder(folderWith(files), "infra");
    expect(folder.hasProgram("typescript")).toBe(hasProgram);
    expect(folder.hasProgram("python")).toBe(false);
  });
});
