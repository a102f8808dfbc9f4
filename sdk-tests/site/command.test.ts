import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { folderOfTest } from "../support/folders";

const COMMAND = [resolve(__dirname, "../../tools/base/command.mjs"), "site/site.mts"];

// The other tests open the site that the command builds and serves: `setup/built-site.mts` runs it for them.
it("npm run site removes no files of others", () => {
  const folder = folderOfTest();
  writeFileSync(join(folder, "letter.txt"), "");
  const { status, stderr } = spawnSync(process.execPath, [...COMMAND, "--out", folder], {
    encoding: "utf8",
  });
  expect(status).toBe(1);
  expect(stderr).toContain(
    `${folder} contains files that do not belong to a site: choose an empty folder with --out.`,
  );
  expect(existsSync(join(folder, "letter.txt"))).toBe(true);
});
