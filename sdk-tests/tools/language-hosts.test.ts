import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pulumiVersion } from "../../tools/pulumi/pulumi-cli.mts";

const PKG = "github.com/pulumi/pulumi/pkg/v3";
const SDK = "github.com/pulumi/pulumi/sdk/v3";

/** The version of a module that a go.mod requires. */
const required = (goMod: string, module: string): string | undefined =>
  new RegExp(`^(?:require)?\\s+${module} (v\\S+)`, "m").exec(readFileSync(goMod, "utf8"))?.[1];

describe("the hosts of other languages", () => {
  it("come with the code generators of the version of the Pulumi CLI", () => {
    for (const module of [PKG, SDK]) {
      expect(required("tools/pulumi/language-hosts/codegen/go.mod", module)).toBe(`v${pulumiVersion()}`);
    }
  });

  it("are those of the last SDK releases that contain one", () => {
    expect(required("tools/pulumi/language-hosts/python/go.mod", SDK)).toBe("v3.79.0");
    expect(required("tools/pulumi/language-hosts/go/go.mod", SDK)).toBe("v3.66.0");
  });

  it("come with Pulumi's SDK for Go of the version that the example asks for", () => {
    expect(required("examples/go/go.mod", SDK)).toBe(`v${pulumiVersion()}`);
  });
});
