import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readJson } from "../../tools/base/project.mjs";
import { pulumiVersion } from "../../tools/pulumi/pulumi-cli.mts";

const goMod = (name: string) => readFileSync(`tools/pulumi/pulumi-cli/${name}/go.mod`, "utf8");
const required = (mod: string, module: string) => mod.split("\n").find((line) => line.trim().startsWith(`${module} v`));

describe("the Pulumi CLI", () => {
  it("has one exact version in package.json, node_modules and the Go module that builds it", () => {
    expect(pulumiVersion()).toMatch(/^\d+\.\d+\.\d+$/);
    expect(readJson("node_modules/pulumi/package.json")).toMatchObject({ version: pulumiVersion() });
    for (const module of ["github.com/pulumi/pulumi/pkg/v3", "github.com/pulumi/pulumi/sdk/v3"]) {
      expect(required(goMod("engine"), module)).toContain(` v${pulumiVersion()}`);
    }
  });

  it("is built with a language host of the last SDK release that contains one", () => {
    expect(required(goMod("language-nodejs"), "github.com/pulumi/pulumi/sdk/v3")).toContain(" v3.68.0");
  });
});
