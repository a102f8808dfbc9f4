import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { folderOfTest } from "../support/folders";
import { blockOf, readSchema, SCHEMA_FILE } from "../support/package-schema";

declare module "vitest" {
  interface ProvidedContext {
    /** The generator of the SDK for Java. */
    javaSdkgen: string;
  }
}

const windows = process.platform === "win32";

it("the programs in Java that the schema has compile with the SDK that is made of it", () => {
  const folder = folderOfTest();
  execFileSync(inject("javaSdkgen"), [SCHEMA_FILE, folder], { stdio: "ignore" });
  cpSync(join(__dirname, "pom.xml"), join(folder, "pom.xml"));
  const sources = join(folder, "src", "main", "java");
  const { resources, functions } = readSchema();
  const programs = Object.entries({ ...resources, ...functions });
  expect(programs.length).toBeGreaterThan(15);
  for (const [token, { description = "" }] of programs) {
    // Each program has a separate package, because all of them have a class of the same name.
    const name = token.slice(token.lastIndexOf(":") + 1).toLowerCase();
    mkdirSync(join(sources, name));
    const program = blockOf(description, "java").replace("package generated;", `package ${name};`);
    writeFileSync(join(sources, name, "App.java"), program);
  }
  execFileSync(windows ? "mvn.cmd" : "mvn", ["--quiet", "--batch-mode", "compile"], {
    cwd: folder,
    shell: windows,
  });
});
