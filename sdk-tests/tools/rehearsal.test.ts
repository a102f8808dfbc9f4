import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import publisher from "../../publisher.json";
import {
  datedChangelog,
  reopenedChangelog,
  reopenedUpgradeNotes,
  withReleasedVersion,
} from "../../release/commit/texts.mts";
import { withAddresses } from "../../release/documents.mts";
import { quickStartIn } from "../../release/rehearsal/programs.mts";
import { versionsAfter } from "../../release/rehearsal/rehearse.mts";
import { packageFolders } from "../../release/rehearsal/release-clone.mts";
import { resultTable, Steps } from "../../release/rehearsal/steps.mts";
import { pulumiMember } from "../../tools/build/publisher.mts";
import { textOf } from "../support/files";

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
