import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { tarGz } from "../../scripts/release/archive/tar.mjs";
import { zip } from "../../scripts/release/archive/zip.mjs";
import { notesOf } from "../../scripts/release/documents.mjs";
import { verify } from "../../scripts/release/node-binaries.mjs";
import { releaseOptions } from "../../scripts/release/options.mjs";

/** The parts of `npm run release` that need no build. */

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "release-parts-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const TIME = 1_700_000_000;

const entries = [
  { name: "LICENSE", content: Buffer.from("licence\n") },
  { name: `${"long/".repeat(30)}name.txt`, content: Buffer.alloc(0) },
  { name: "run", content: Buffer.alloc(1025, "x"), executable: true },
];

describe("an archive", () => {
  it("of tar has the names, contents and modes of its entries, and one time", async () => {
    const file = join(folder, "archive.tar.gz");
    writeFileSync(file, await tarGz(entries, TIME));
    const tar = (...args: string[]) =>
      execFileSync("tar", args, { encoding: "utf8", env: { TZ: "UTC", ...process.env } });
    expect(tar("-tzf", file).trim().split("\n")).toEqual(entries.map(({ name }) => name));
    for (const { name, content } of entries) expect(tar("-xzOf", file, name)).toBe(content.toString());
    const modes = tar("-tvzf", file).trim().split("\n");
    expect(modes.map((line) => line.slice(0, 10))).toEqual(["-rw-r--r--", "-rw-r--r--", "-rwxr-xr-x"]);
    expect(modes.every((line) => line.includes("2023-11-1") || line.includes("Nov 1"))).toBe(true);
  });

  it("is the same for the same entries", async () => {
    expect(await tarGz(entries, TIME)).toEqual(await tarGz(entries, TIME));
    expect(zip(entries)).toEqual(zip(entries));
  });
});

describe("the notes of a release", () => {
  const changelog = [
    "# Changelog\n\n## [Unreleased]\n\n### Added\n\n- More.\n",
    "## [1.2.0] - 2026-01-01\n\n### Fixed\n\n- A [link].\n",
    "## [1.1.0] - 2025-01-01\n\n- Old.\n\n[Unreleased]: https://example.com\n",
  ].join("\n");

  it("are the section of its version", () => {
    expect(notesOf(changelog, "1.2.0")).toBe("### Fixed\n\n- A [link].");
    expect(notesOf(changelog, "1.1.0")).toBe("- Old.");
  });

  it("are what is unreleased if the version has no section", () => {
    expect(notesOf(changelog, "1.3.0")).toBe("### Added\n\n- More.");
  });

  it("are missing if the changelog has neither", () => {
    expect(() => notesOf("# Changelog", "1.0.0")).toThrow("neither a section [1.0.0] nor [Unreleased]");
  });
});

it("a package of Node.js that is not the pinned one is refused", async () => {
  const file = join(folder, "node.tgz");
  writeFileSync(file, "another");
  const integrity = `sha512-${createHash("sha512").update("another").digest("base64")}`;
  await expect(verify(file, integrity)).resolves.toBeUndefined();
  await expect(verify(file, "sha512-AAAA")).rejects.toThrow("expects sha512-AAAA");
});

describe("the options of npm run release", () => {
  it("name a folder, and what the release has in place of what the repository says", () => {
    const out = join(folder, "new");
    expect(releaseOptions(["--out", out])).toEqual({ out });
    const all = [
      "--out",
      out,
      "--version",
      "1.2.3-rc.1",
      "--repository",
      "a/b",
      "--download-url",
      "http://localhost:1",
    ];
    expect(releaseOptions(all)).toEqual({
      ...{ out, version: "1.2.3-rc.1", repository: "a/b", downloadUrl: "http://localhost:1" },
    });
  });

  it.each([
    ["no folder", [], "Name the folder for the release: npm run release -- --out FOLDER"],
    ["an unknown option", ["--outt", "x"], "Unknown option '--outt'"],
    ["a version of another form", ["--out", "x", "--version", "v1"], "--version must be of the form 1.2.3."],
    [
      "a whole address",
      ["--out", "x", "--repository", "https://a/b/c"],
      "--repository must be of the form OWNER/NAME.",
    ],
    ["a path for an address", ["--out", "x", "--download-url", "/x"], "--download-url must be of the form https://"],
  ])("are refused with what to do for %s", (_, args, message) => {
    expect(() => releaseOptions(args)).toThrow(message);
  });

  it("do not overwrite a release", () => {
    writeFileSync(join(folder, "there"), "");
    expect(() => releaseOptions(["--out", folder])).toThrow("is not empty: name another folder.");
  });
});
