import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { folderOfTests } from "../support/folders";
import { generateSdk } from "../support/languages";

/** Below the repository, so that the compiler finds Pulumi's SDK from there. */
const SCRATCH = resolve(__dirname, "../../.edge-ingress/tests");

const compiler = createRequire(__filename).resolve("typescript/bin/tsc");

const folder = folderOfTests(SCRATCH);

it("the SDK for Node.js that is made of the schema compiles", async () => {
  await generateSdk(folder, "nodejs");
  execFileSync(process.execPath, [compiler, "-p", join(folder, "sdks/nodejs")]);
  expect(readFileSync(join(folder, "sdks/nodejs/bin/index.d.ts"), "utf8")).toContain("AgentIngress");
});

it("an SDK for .NET is made of the schema", async () => {
  await generateSdk(folder, "dotnet");
  const source = readFileSync(join(folder, "sdks/dotnet/AgentIngress.cs"), "utf8");
  expect(source).toContain('"edge-ingress:index:AgentIngress"');
});
