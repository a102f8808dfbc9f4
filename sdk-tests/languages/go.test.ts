import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject, it } from "vitest";
import { folderOfTest } from "../support/folders";
import { makeGoModule, useGoSdk, withOwnConfig } from "../support/go-module";
import { importAccount, SEED } from "../support/import-life";
import type { ImportProject } from "../support/import-project";
import { live } from "../support/languages";
import { blockOf, readSchema } from "../support/package-schema";

it("a program in Go with the SDK that is made of the schema is deployed, changed and destroyed", () =>
  live({
    name: "go",
    file: "main.go",
    prepare: useGoSdk,
    line: 'Domain: pulumi.String("connect.example.com")',
    described:
      'Domain: pulumi.String("connect.example.com"),\n\t\t\tDescription: pulumi.String("of the agents")',
    place: "main.go:10",
    refusal: /unknown field Descripton/,
  }));

it("the programs in Go that the schema has compile with the SDK that is made of it", async () => {
  const folder = folderOfTest();
  await makeGoModule(folder, inject("languageHosts"));
  const { resources, functions } = readSchema();
  for (const [token, { description = "" }] of Object.entries({ ...resources, ...functions })) {
    const program = join(folder, token.slice(token.lastIndexOf(":") + 1));
    mkdirSync(program);
    writeFileSync(join(program, "main.go"), withOwnConfig(blockOf(description, "go")));
  }
  execFileSync("go", ["build", "./..."], {
    cwd: folder,
    env: { ...process.env, ...inject("languageHosts").goProgram },
  });
});

it(`an account of 300 objects with odd values is imported as a program in Go (SEED=${SEED})`, () =>
  importAccount({ language: "go", form: "plugin", seed: SEED, share: 1, prepare: prepareGo }));

async function prepareGo(project: ImportProject): Promise<void> {
  Object.assign(project.environment, inject("languageHosts").goProgram);
  await makeGoModule(project.folder, inject("languageHosts"));
  for (const name of (await project.files()).filter((path) => path.endsWith(".go")))
    await project.write(name, withOwnConfig(await project.read(name)));
}
