import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject } from "vitest";
import type { LanguageHosts } from "../../tools/pulumi/obtain.mts";
import type { Example } from "./example";
import { root } from "./files";
import { generateSdk } from "./languages";

/** Programs in Go, compiled with the SDK that is made of the schema, and without a network. */

/** Makes a folder of programs a Go module, with the SDK and the package of `config.go` in it. */
export async function makeGoModule(folder: string, hosts: LanguageHosts): Promise<void> {
  await generateSdk(folder, "go", hosts);
  const goMod = readFileSync(join(root, "examples/go/go.mod"), "utf8");
  writeFileSync(join(folder, "go.mod"), goMod.replace("./sdks/edge-ingress", "./sdks/go"));
  cpSync(join(root, "sdk-tests/languages/config.go"), join(folder, "config", "config.go"));
}

/**
 * Prepares an example in Go: its go.mod refers to the folder of the documents, the SDK and the caches that compile it.
 */
export async function useGoSdk(example: Example): Promise<void> {
  example.setEnvironment(inject("languageHosts").goProgram);
  await generateSdk(example.program, "go");
  await example.edit("go.mod", "./sdks/edge-ingress", "./sdks/go");
}

/**
 * Returns a program that reads its config with the package of `config.go`, because Go's cache lacks the dependencies of
 * Pulumi's package.
 */
export const withOwnConfig = (program: string, module = "go-example"): string =>
  program.replace("github.com/pulumi/pulumi/sdk/v3/go/pulumi/config", `${module}/config`);
