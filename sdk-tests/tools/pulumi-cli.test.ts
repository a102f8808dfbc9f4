import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { readJson } from "../../tools/base/project.mjs";
import { pulumiVersion } from "../../tools/pulumi/pulumi-cli.mts";
import { dataBeside, rows, text } from "../support/data";

const { modules } = dataBeside(__filename, { modules: rows(text, text, text, text.optional()) });

it("the Pulumi CLI has one exact version in package.json and node_modules", () => {
  expect(pulumiVersion()).toMatch(/^\d+\.\d+\.\d+$/);
  expect(readJson("node_modules/pulumi/package.json")).toMatchObject({ version: pulumiVersion() });
});

it.each(modules)(
  "the Go module that builds %s requires its version",
  (_, folder, module, version = pulumiVersion()) => {
    const goMod = readFileSync(`${folder}/go.mod`, "utf8");
    expect(new RegExp(`^(?:require)?\\s+${module} v(\\S+)`, "m").exec(goMod)?.[1]).toBe(version);
  },
);
