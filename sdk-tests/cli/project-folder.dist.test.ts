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
  it.each<{ title: string; files: Readonly<Record<string, string>>; hasProgram: boolean }>([
    { title: "if it has an index file", files: { "index.mts": "" }, hasProgram: true },
    {
      title: "if it has the `main` of package.json",
      files: { "package.json": '{"main":"a.ts"}', "a.ts": "" },
      hasProgram: true,
    },
    {
      title: "if `main` is not compiled yet",
      files: { "package.json": '{"main":"bin/index.js"}' },
      hasProgram: true,
    },
    {
      title: "if `main` has no extension",
      files: { "package.json": '{"main":"src/app"}', "src/app.ts": "" },
      hasProgram: true,
    },
    {
      title: "unless `main` is what `npm init` writes",
      files: { "package.json": '{"main":"index.js"}' },
      hasProgram: false,
    },
    {
      title: "unless `main` is what an import writes",
      files: { "package.json": '{"main":"index.ts"}' },
      hasProgram: false,
    },
    {
      title: "unless `main` is empty",
      files: { "package.json": '{"main":""}' },
      hasProgram: false,
    },
    {
      title: "unless package.json has no `main`",
      files: { "package.json": "{}" },
      hasProgram: false,
    },
    { title: "unless it is empty", files: {}, hasProgram: false },
  ])("$title", ({ files, hasProgram }) => {
    const folder = readFolder(folderWith(files), "infra");
    expect(folder.hasProgram("typescript")).toBe(hasProgram);
    expect(folder.hasProgram("python")).toBe(false);
  });
});
