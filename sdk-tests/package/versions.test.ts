import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json";
import { setVersion, versionsIn } from "../../release/versions.mts";
import { folderOfTests } from "../support/folders";
import { readSchema } from "../support/package-schema";

const root = resolve(__dirname, "../..");

describe("the version of package.json", () => {
  it("is that of the package schema, from which each SDK takes its version", () => {
    expect(readSchema().version).toBe(manifest.version);
  });

  it("is that of the lock file, of each example, and of the documents", () => {
    const found = versionsIn(root);
    expect(found.filter(({ version }) => version !== manifest.version)).toEqual([]);
    const files = new Set(found.map(({ file }) => dirname(file).split(/[/\\]/)[0]));
    expect(files).toEqual(new Set([".", "docs", "examples"]));
    expect(found.length).toBeGreaterThan(12);
  });
});

describe("a new version", () => {
  const folder = folderOfTests();

  beforeAll(() => {
    for (const { file } of [{ file: "package.json" }, ...versionsIn(root)]) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      cpSync(join(root, file), join(folder, file));
    }
  });

  it("is written everywhere, and nothing else is", () => {
    const text = (file: string) => readFileSync(join(folder, file), "utf8");
    const before = text("package.json");
    setVersion(folder, "12.3.4-rc.1");
    expect(JSON.parse(text("package.json"))).toEqual({ ...JSON.parse(before), version: "12.3.4-rc.1" });
    expect(new Set(versionsIn(folder).map(({ version }) => version))).toEqual(new Set(["12.3.4-rc.1"]));
    expect(versionsIn(folder)).toHaveLength(versionsIn(root).length);
  });

  it("that was forgotten in a file is found", () => {
    const goMod = join(folder, "examples/go/go.mod");
    writeFileSync(goMod, readFileSync(goMod, "utf8").replace("v12.3.4-rc.1", "v12.3.3"));
    expect(versionsIn(folder).filter(({ version }) => version !== "12.3.4-rc.1")).toEqual([
      { file: "examples/go/go.mod", version: "12.3.3" },
    ]);
  });
});

it("what only a publisher knows is in publisher.json alone", () => {
  expect(manifest).not.toHaveProperty("repository");
  expect(manifest).not.toHaveProperty("homepage");
  expect(manifest).not.toHaveProperty("bugs");
});

it("the package of each earlier version of the changelog is there for the tests of updates", () => {
  const versions = [...readFileSync(join(root, "CHANGELOG.md"), "utf8").matchAll(/^## \[(\d[^\]]*)\]/gm)];
  const earlier = versions.map(([, version = ""]) => version).filter((version) => version !== manifest.version);
  expect(versions.length).toBeGreaterThan(0);
  expect(earlier.filter((version) => !existsSync(join(root, `sdk-tests/upgrade/${version}.tgz`)))).toEqual([]);
});

it("the upgrade notes have a row for each breaking change since the last version", () => {
  const newest = (file: string, heading: RegExp) => readFileSync(join(root, file), "utf8").split(heading)[1] ?? "";
  const changes = newest("CHANGELOG.md", /^## \[.*/m).match(/^- \*\*Breaking\*\*: /gm) ?? [];
  const rows = newest("docs/upgrade.md", /^## From .*/m).match(/^\| \*\*Breaking\*\*: /gm) ?? [];
  expect(rows).toHaveLength(changes.length);
});
