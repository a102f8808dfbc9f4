import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readJson } from "../../tools/base/project.mjs";
import { pulumiVersion } from "../../tools/pulumi/pulumi-cli.mts";

/**
 * Binaries, the folder of their go.mod, the required module, and its version, if it differs from that of the CLI. A language
 * host is taken from the last SDK release that contains it.
 */
const modules: readonly { binary: string; folder: string; module: string; version?: string }[] = [
  {
    binary: "the CLI",
    folder: "tools/from-source/cli/engine",
    module: "github.com/pulumi/pulumi/pkg/v3",
  },
  {
    binary: "the SDK of the CLI",
    folder: "tools/from-source/cli/engine",
    module: "github.com/pulumi/pulumi/sdk/v3",
  },
  {
    binary: "the language host of Node.js",
    folder: "tools/from-source/cli/language-nodejs",
    module: "github.com/pulumi/pulumi/sdk/v3",
    version: "3.68.0",
  },
  {
    binary: "the code generators",
    folder: "tools/from-source/language-hosts/codegen",
    module: "github.com/pulumi/pulumi/pkg/v3",
  },
  {
    binary: "the SDK of the code generators",
    folder: "tools/from-source/language-hosts/codegen",
    module: "github.com/pulumi/pulumi/sdk/v3",
  },
  {
    binary: "the language host of Python",
    folder: "tools/from-source/language-hosts/python",
    module: "github.com/pulumi/pulumi/sdk/v3",
    version: "3.79.0",
  },
  {
    binary: "the language host of Go",
    folder: "tools/from-source/language-hosts/go",
    module: "github.com/pulumi/pulumi/sdk/v3",
    version: "3.66.0",
  },
  {
    binary: "the SDK of the example in Go",
    folder: "examples/go",
    module: "github.com/pulumi/pulumi/sdk/v3",
  },
  {
    binary: "the SDK of the larger example in Go",
    folder: "examples/go-routes",
    module: "github.com/pulumi/pulumi/sdk/v3",
  },
];

it("the Pulumi CLI has one exact version in package.json and node_modules", () => {
  expect(pulumiVersion()).toMatch(/^\d+\.\d+\.\d+$/);
  expect(readJson("node_modules/pulumi/package.json")).toMatchObject({ version: pulumiVersion() });
});

it.each(modules)(
  "the Go module that builds $binary requires its version",
  ({ folder, module, version = pulumiVersion() }) => {
    const goMod = readFileSync(`${folder}/go.mod`, "utf8");
    expect(new RegExp(`^(?:require)?\\s+${module} v(\\S+)`, "m").exec(goMod)?.[1]).toBe(version);
  },
);
