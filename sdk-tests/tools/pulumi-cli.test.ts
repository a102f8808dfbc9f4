import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readJson } from "../../tools/base/project.mjs";
import { pulumiVersion } from "../../tools/pulumi/pulumi-cli.mts";

const PKG = "github.com/pulumi/pulumi/pkg/v3";
const SDK = "github.com/pulumi/pulumi/sdk/v3";

it("the Pulumi CLI has one exact version in package.json and node_modules", () => {
  expect(pulumiVersion()).toMatch(/^\d+\.\d+\.\d+$/);
  expect(readJson("node_modules/pulumi/package.json")).toMatchObject({ version: pulumiVersion() });
});

// A language host is taken from the last SDK release that contains one.
it.each([
  ["the CLI", "tools/pulumi/pulumi-cli/engine", PKG, pulumiVersion()],
  ["the SDK of the CLI", "tools/pulumi/pulumi-cli/engine", SDK, pulumiVersion()],
  ["the language host of Node.js", "tools/pulumi/pulumi-cli/language-nodejs", SDK, "3.68.0"],
  ["the code generators", "tools/pulumi/language-hosts/codegen", PKG, pulumiVersion()],
  ["the SDK of the code generators", "tools/pulumi/language-hosts/codegen", SDK, pulumiVersion()],
  ["the language host of Python", "tools/pulumi/language-hosts/python", SDK, "3.79.0"],
  ["the language host of Go", "tools/pulumi/language-hosts/go", SDK, "3.66.0"],
  ["the SDK of the example in Go", "examples/go", SDK, pulumiVersion()],
])("the Go module that builds %s requires its version", (_, folder, module, version) => {
  const goMod = readFileSync(`${folder}/go.mod`, "utf8");
  expect(new RegExp(`^(?:require)?\\s+${module} v(\\S+)`, "m").exec(goMod)?.[1]).toBe(version);
});
