import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { folderOfTests } from "../support/folders";
import { SCHEMA_FILE } from "../support/package-schema";

/** Tests of the plugin's package schema with the real CLI. */

const folder = folderOfTests();

const check = (file: string) => {
  const env = { ...process.env, PULUMI_HOME: folder };
  const { status, stdout, stderr } = spawnSync("pulumi", ["schema", "check", file], {
    encoding: "utf8",
    env,
  });
  return { status, printed: stdout + stderr };
};

it("the CLI accepts the schema, and refuses a schema with a missing type", () => {
  expect(check(SCHEMA_FILE)).toEqual({ status: 0, printed: "" });
  const broken = join(folder, "schema.json");
  writeFileSync(
    broken,
    readFileSync(SCHEMA_FILE, "utf8").replace('index:Backend"', 'index:Missing"'),
  );
  expect(check(broken)).toEqual({
    status: 1,
    printed: expect.stringContaining("index:Backend not found"),
  });
});
