import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json";
import { setVersion, versionsIn } from "../../release/versions.mts";
import {
  OLDEST_NODE,
  OLDEST_SDK,
  requireNode,
  sdkProblem,
} from "../../src/core/requirements/versions";
import { root, textOf } from "../support/files";
import { folderOfTests } from "../support/folders";
import { preload } from "../support/preload";

/** Tests of the version of the package, and of the versions that it needs. */

it("the version of package.json is that of the lock file, of each example, and of the documents", () => {
  const found = versionsIn(root);
  expect(found.filter(({ version }) => version !== manifest.version)).toEqual([]);
  const files = new Set(found.map(({ file }) => dirname(file).split(/[/\\]/)[0]));
  expect(files).toEqual(new Set([".", "docs", "examples"]));
  expect(found.length).toBeGreaterThan(12);
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
    setVersion(folder, "12.3.4-rc.1");
    const written = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    expect(written).toEqual({ ...JSON.parse(textOf("package.json")), version: "12.3.4-rc.1" });
    expect(new Set(versionsIn(folder).map(({ version }) => version))).toEqual(
      new Set(["12.3.4-rc.1"]),
    );
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
  for (const member of ["repository", "homepage", "bugs"])
    expect(manifest).not.toHaveProperty(member);
});

it("the changelog has a section of the version, and for each earlier one the tests of updates have its package", () => {
  const versions = [...textOf("CHANGELOG.md").matchAll(/^## \[([^\]]+)\]/gm)].map(
    ([, version]) => version,
  );
  // A version in development has no section yet.
  const own = manifest.version.endsWith("-dev") ? "Unreleased" : manifest.version;
  expect(versions).toContain(own);
  const earlier = versions.filter((version) => version !== own && version !== "Unreleased");
  expect(earlier.length).toBeGreaterThan(0);
  expect(
    earlier.filter((version) => !existsSync(join(root, `sdk-tests/upgrade/${version}.tgz`))),
  ).toEqual([]);
});

it("the upgrade notes have a separate row for each breaking change since the last version", () => {
  const newest = (file: string, heading: RegExp) => textOf(file).split(heading)[1] ?? "";
  const changes =
    newest("CHANGELOG.md", /^## \[.*/m).match(/(?<=^- \*\*Breaking\*\*: ).*(\n {2}.*)*/gm) ?? [];
  const rows =
    newest("docs/upgrade.md", /^## From .*/m).match(/(?<=^\| \*\*Breaking\*\*: ).*/gm) ?? [];
  const wordsOf = (text: string) => [...new Set(text.match(/\w{5,}/g))];
  const common = (change: string, row: string) =>
    wordsOf(change).filter((word) => wordsOf(row).includes(word)).length;
  const rowOf = (change: string) =>
    rows.toSorted((a, b) => common(change, b) - common(change, a))[0];
  expect(changes.filter((change) => common(change, rowOf(change) ?? "") < 2)).toEqual([]);
  expect(changes.map(rowOf).toSorted()).toEqual(rows.toSorted());
});

it("the package is tested on the oldest Node.js that package.json allows, and on the one of development", () => {
  expect(manifest.engines.node).toBe(`>=${OLDEST_NODE}`);
  expect(textOf(".github/workflows/ci.yml")).toContain(
    `node: ["${OLDEST_NODE}.0", "${textOf(".nvmrc").trim()}", `,
  );
  expect(manifest.devDependencies.node).toMatch(new RegExp(`^\\^${textOf(".nvmrc").trim()}\\.`));
});

it("the README names the versions that the package needs, and the tested version of the CLI", () => {
  const cli = manifest.devDependencies.pulumi.replace(/\.\d+$/, "");
  for (const version of [OLDEST_NODE, OLDEST_SDK, cli])
    expect(textOf("README.md")).toContain(` ${version}`);
});

it.each(["20.20.2", "22.18.9", "8.0.0"])(
  "Node.js %s is refused in one line with advice",
  (version) => {
    const problem = `pulumi-edge-ingress needs Node.js 22.19 or newer, and this is ${version}`;
    expect(() => requireNode(version)).toThrow(problem);
  },
);

it.each(["", "/provider-v1", "/emulator", "/expectations", "/policy"])(
  "on a Node.js that is too old, pulumi-edge-ingress%s loads no other module, and its error is one line",
  (entry) => {
    const code = `
      try { require("pulumi-edge-ingress${entry}") } catch ({ message, stack }) { console.log(message); console.log(stack === message) }
      console.log(Object.keys(require.cache).filter((file) => file.endsWith(".cjs")).length < 5)`;
    const { stdout } = spawnSync(process.execPath, ["-e", code], {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, NODE_OPTIONS: preload("old-node") },
    });
    expect(stdout).toBe(
      "pulumi-edge-ingress needs Node.js 22.19 or newer, and this is 20.18.1: install a newer Node.js and run the command again\ntrue\ntrue\n",
    );
  },
);

it.each(["22.19.0", "23.0.0", "24.1.0"])("Node.js %s is accepted", (version) => {
  expect(() => requireNode(version)).not.toThrow();
});

it.each(["3.200.0", "3.215.9", "2.270.0"])(
  "version %s of the Pulumi SDK is refused with advice",
  (version) => {
    const problem = `pulumi-edge-ingress needs @pulumi/pulumi 3.216 or newer, and this is ${version}: update it in the dependencies of the project`;
    expect(sdkProblem(version)).toBe(problem);
  },
);

it.each(["3.216.0", "3.270.0", "4.0.0", "3.300.0-alpha.1", "unknown"])(
  "version %s of the Pulumi SDK is accepted",
  (version) => {
    expect(sdkProblem(version)).toBeUndefined();
  },
);
