import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import publisher from "../../publisher.json";
import {
  datedChangelog,
  reopenedChangelog,
  reopenedUpgradeNotes,
  withReleasedVersion,
} from "../../release/commit/texts.mts";
import { withAddresses } from "../../release/documents.mts";
import { goModuleIn, renameGoModule } from "../../release/go-module.mts";
import { quickStartIn } from "../../release/rehearsal/programs.mts";
import { versionsAfter } from "../../release/rehearsal/rehearse.mts";
import { packageFolders } from "../../release/rehearsal/release-clone.mts";
import { newRunFolder } from "../../release/rehearsal/run-folder.mts";
import { resultTable, Steps } from "../../release/rehearsal/steps.mts";
import { newestRelease } from "../../release/rehearsal/update.mts";
import { setVersion } from "../../release/versions.mts";
import { pulumiMember } from "../../tools/build/publisher.mts";
import { textOf } from "../support/files";
import { folderOfTest } from "../support/folders";

/** The parts of a rehearsal, and of the commits around a release, that need neither a registry nor a build. */

describe("the commit of a release", () => {
  const changelog =
    "# Changelog\n\n## [Unreleased]\n\n- New.\n\n## [1.0.0] - 2026-01-01\n\n- Old.\n";

  it("dates what was unreleased", () => {
    const dated = datedChangelog(changelog, "1.1.0", "2026-02-01");
    expect(dated).toContain("## [1.1.0] - 2026-02-01\n\n- New.\n");
    expect(dated).not.toContain("Unreleased");
    expect(() => datedChangelog(dated, "1.2.0", "2026-03-01")).toThrow(
      "CHANGELOG.md has no section [Unreleased] to release as 1.2.0.",
    );
  });

  it("is followed by one that opens sections for the next version", () => {
    const dated = datedChangelog(changelog, "1.1.0", "2026-02-01");
    const opened = reopenedChangelog(dated);
    expect(opened).toContain("# Changelog\n\n## [Unreleased]\n\n## [1.1.0] - 2026-02-01\n");
    expect(reopenedChangelog(opened)).toBe(opened);
    const notes = "# Upgrade\n\n## From 1.0.0 to 1.1.0\n\nText.\n";
    expect(reopenedUpgradeNotes(notes, "1.1.0", "1.1.1-dev")).toBe(
      "# Upgrade\n\n## From 1.1.0 to 1.1.1-dev\n\nPrograms need no change.\n\n## From 1.0.0 to 1.1.0\n\nText.\n",
    );
  });

  it("adds the released version to the table of the packages that the tests keep", () => {
    const readme = textOf("sdk-tests/upgrade/README.md");
    const added = withReleasedVersion(readme, "9.9.9", "abc1234");
    expect(added).toContain(" |\n| 9.9.9 | abc1234 |\n");
    expect(added.replace("| 9.9.9 | abc1234 |\n", "")).toBe(readme);
  });
});

describe("the path of Go's module", () => {
  it("is the address of the repository in everything that a tag contains", () => {
    const folder = folderOfTest();
    const schema = "src/fronts/plugin/schema.json";
    const files = {
      [schema]: JSON.stringify({ language: { go: { importBasePath: "example.com/go/pkg" } } }),
      "README.md": "import example.com/go/pkg",
      "examples/go/go.mod": "require example.com/go v1.2.3",
      "CHANGELOG.md": "example.com/go",
    };
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    renameGoModule(folder, Object.keys(files), "team/ingress");
    const module = "github.com/team/ingress/sdk/go";
    expect(goModuleIn(folder)).toBe(module);
    const read = (name: string) => readFileSync(join(folder, name), "utf8");
    expect(read("README.md")).toBe(`import ${module}/pkg`);
    expect(read("examples/go/go.mod")).toBe(`require ${module} v1.2.3`);
    expect(read("CHANGELOG.md")).toBe("example.com/go");
  });

  it("does not hide the version that a module requires from the release", () => {
    const folder = folderOfTest();
    mkdirSync(join(folder, "examples/go"), { recursive: true });
    const file = join(folder, "examples/go/go.mod");
    writeFileSync(join(folder, "package.json"), '{\n  "version": "1.2.3"\n}\n');
    writeFileSync(
      file,
      "require (\n\tgithub.com/team/ingress/sdk/go v1.2.3\n\tgithub.com/pulumi/pulumi/sdk/v3 v3.1.0\n)\n",
    );
    setVersion(folder, "1.2.4");
    expect(readFileSync(file, "utf8")).toBe(
      "require (\n\tgithub.com/team/ingress/sdk/go v1.2.4\n\tgithub.com/pulumi/pulumi/sdk/v3 v3.1.0\n)\n",
    );
  });
});

describe("a rehearsal", () => {
  let printed: string[] = [];
  beforeEach(() => {
    printed = [];
    vi.spyOn(console, "log").mockImplementation((line) => printed.push(line));
  });
  afterEach(() => vi.restoreAllMocks());

  it("releases the version in development, and a patch of it", () => {
    expect(versionsAfter("0.2.0-dev")).toEqual(["0.2.0", "0.2.1"]);
    expect(versionsAfter("1.4.9")).toEqual(["1.4.9", "1.4.10"]);
  });

  it("updates a stack of the newest version whose package the tests keep", () => {
    expect(newestRelease(["0.10.0.tgz", "0.9.1.tgz", "README.md"])).toBe("0.10.0");
    expect(() => newestRelease(["README.md"])).toThrow(
      "sdk-tests/upgrade has no released package.",
    );
  });

  it("shares every folder of packages with its clone, so that npm installs none", () => {
    const paths = [
      "",
      "node_modules/a",
      "node_modules/a/node_modules/b",
      "part",
      "part/node_modules/a",
    ];
    const packages = Object.fromEntries(paths.map((path) => [path, {}]));
    expect(packageFolders({ packages })).toEqual(["node_modules", "part/node_modules"]);
  });

  it("removes the folders of rehearsals that were killed, and no other", async () => {
    const parent = folderOfTest();
    const { pid } = spawnSync(process.execPath, ["--eval", ""]);
    const ended = `run-${pid}-abcdef`;
    const others = [`run-${process.pid}-abcdef`, "registries-abcdef", "run-notes"];
    for (const name of [ended, ...others]) mkdirSync(join(parent, name));
    const created = await newRunFolder(parent, "run");
    expect(readdirSync(parent).sort()).toEqual([...others, basename(created)].sort());
  });

  it("prints each step with its result, and a table of all steps", async () => {
    const steps = new Steps();
    steps.of("1.2.3");
    const value = await steps.run(
      "Publish: npm",
      async () => ["a", "b"],
      (names) => names.join(", "),
    );
    expect(value).toEqual(["a", "b"]);
    expect(printed.join("\n")).toMatch(/^\n1\.2\.3\n {2}Publish: npm: a, b \(\d\.\d s\)$/);
    expect(resultTable(steps.results)).toMatch(
      /^\| Release \| Step \| Result \| Time \|\n.*\n\| 1\.2\.3 \| Publish: npm \| a, b \| \d\.\d s \|$/,
    );
  });

  it("ends with the name of the step that fails", async () => {
    const steps = new Steps();
    steps.of("1.2.3");
    const failing = steps.run("Publish: npm", () => Promise.reject(new Error("no registry")));
    await expect(failing).rejects.toThrow(
      'The rehearsal of 1.2.3 failed at "Publish: npm": no registry',
    );
    expect(steps.results).toEqual([]);
  });

  it("follows the quick start", () => {
    const { install, project, program } = quickStartIn(textOf("docs/quickstart.md"));
    expect(install[0]).toBe("install");
    expect(install.slice(2)).toEqual(["@pulumi/pulumi", "typescript"]);
    expect(project).toContain("runtime: nodejs");
    expect(program).toContain("new AgentIngress(");
    expect(() => quickStartIn("# Empty")).toThrow("docs/quickstart.md has no npm install.");
  });
});

describe("the notes of a release", () => {
  const notes = "The [upgrade notes](../../docs/upgrade.md) describe it.";

  it("link to the files of the release", () => {
    expect(withAddresses(notes, "1.2.3", { ...publisher, repository: "team/ingress" })).toBe(
      "The [upgrade notes](https://github.com/team/ingress/blob/v1.2.3/docs/upgrade.md) describe it.",
    );
  });

  it("name the files if the repository has no address", () => {
    expect(withAddresses(notes, "1.2.3", { ...publisher, repository: null })).toBe(
      "The upgrade notes (`docs/upgrade.md`) describe it.",
    );
  });
});

describe("the npm package of a release", () => {
  it("names the address of the plugin for Pulumi", () => {
    expect(pulumiMember({ ...publisher, repository: "team/ingress" }, "1.2.3")).toEqual({
      pulumi: {
        ...{ resource: true, name: "edge-ingress", version: "1.2.3" },
        server: "github://api.github.com/team/ingress",
      },
    });
  });

  it("names none without an address, because Pulumi would look among the plugins of Pulumi", () => {
    const none = { ...publisher, repository: null, pluginDownloadURL: null };
    expect(pulumiMember(none, "1.2.3")).toEqual({});
  });
});
