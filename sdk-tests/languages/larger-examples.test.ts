import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { root } from "../support/files";
import { useGoSdk, withOwnConfig } from "../support/go-module";
import { expectToWork } from "../support/larger-example";
import { useNewVenv } from "../support/python-venv";
import { Walkthrough } from "../support/walkthrough";

/** Tests of the larger example in each language; `java-programs.test.ts` has the test of the example in Java. */

it("the larger example in Python passes its unit tests, and is deployed to two accounts and destroyed", () =>
  expectToWork("python-routes", {
    prepare: useNewVenv,
    unitTests: { command: "python -m unittest", passed: /^Ran 4 tests .*^OK$/ms },
  }));

it("the larger example in Go passes its unit tests, and is deployed to two accounts and destroyed", () =>
  expectToWork("go-routes", {
    prepare: async (example) => {
      await useGoSdk(example);
      await cp(
        join(root, "sdk-tests/languages/config.go"),
        join(example.program, "config/config.go"),
      );
      const program = join(example.program, "main.go");
      await writeFile(program, withOwnConfig(await readFile(program, "utf8"), "go-routes"));
    },
    unitTests: { command: "go test -v", passed: /(^--- PASS: .*){4}^PASS$/ms },
  }));

it("the larger example in YAML is deployed to two accounts and destroyed", () =>
  expectToWork("yaml-routes"));

it("the larger example in YAML is deployed by its README on one server with two accounts, and destroyed without a trace", async () => {
  const refuseInstall = () => Promise.reject(new Error("the program needs no packages"));
  await using walkthrough = await Walkthrough.create(
    join(root, "examples/yaml-routes"),
    refuseInstall,
  );
  await walkthrough.follow();
  const objects = await walkthrough.local.objects();
  const created = objects.map(
    ({ account, path }) => `${account} ${path.split("/").at(-1)?.replace(/_.*/, "")}`,
  );
  expect(created.sort()).toEqual([
    ...["local backend", "local backend", "local backend"],
    ...["local edghtsrt", "local edghtsrt", "local edghtsrt", "local oauth", "security evdst"],
  ]);
  await walkthrough.settle();
});
