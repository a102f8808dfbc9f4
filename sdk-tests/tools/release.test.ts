import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { tarGz, zip } from "../../release/archive.mts";
import lock from "../../release/node/package-lock.json";
import { nodeVersion, systems } from "../../release/node-binaries.mts";
import { commandIn } from "../../release/options.mts";
import { dataBeside, rows, text } from "../support/data";
import { folderOfTests } from "../support/folders";
import { lacks } from "../support/system";

/** The parts of `npm run release` that need no build. */

const { refused } = dataBeside(__filename, { refused: rows(text, z.array(text), text) });

const folder = folderOfTests();

const TIME = 1_700_000_000;

/** The files include a name of more than 100 bytes, and a name with letters of more than one byte. */
const files: Readonly<Record<string, string>> = {
  LICENSE: "licence\n",
  [`${"long/".repeat(30)}name.txt`]: "",
  run: "x".repeat(1025),
  "\u00fcber/gr\u00f6\u00dfe.txt": "size",
};

/** Writes the files into a separate folder, with this modification time. */
function written(name: string, seconds: number): string {
  const target = join(folder, name);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    writeFileSync(join(target, file), content);
    utimesSync(join(target, file), seconds, seconds);
  }
  chmodSync(join(target, "run"), 0o755);
  return target;
}

/** Runs a tool of the system, and returns the lines of its output. */
const lines = (command: string, ...args: string[]): string[] =>
  execFileSync(command, args, {
    encoding: "utf8",
    env: { ...process.env, TZ: "UTC", LC_ALL: "C.UTF-8" },
  })
    .trim()
    .split("\n");

describe("an archive", () => {
  it("of tar has the names, contents and modes of its files, and one time", async () => {
    const file = join(folder, "archive.tar.gz");
    await tarGz(file, written("tar", 1), { time: TIME, prefix: "name" });
    const target = join(folder, "unpacked");
    mkdirSync(target);
    execFileSync("tar", ["-xzf", file, "-C", target]);
    for (const [name, content] of Object.entries(files))
      expect(readFileSync(join(target, "name", name), "utf8")).toBe(content);
    const listed = lines("tar", "-tvzf", file);
    const executable = lacks.modes ? "-rw-r--r--" : "-rwxr-xr-x";
    expect(listed.map((line) => line.slice(0, 10)).sort()).toEqual([
      ...Array(3).fill("-rw-r--r--"),
      executable,
    ]);
    expect(listed.every((line) => line.includes("2023-11-1") || line.includes("Nov 1"))).toBe(true);
  });

  it("of zip has the names and contents of its files", () => {
    const file = join(folder, "archive.zip");
    writeFileSync(file, zip(written("zip", 1), "module@v1/"));
    const target = join(folder, "unzipped");
    execFileSync(process.platform === "win32" ? "python" : "python3", [
      "-m",
      "zipfile",
      "-e",
      file,
      target,
    ]);
    for (const [name, content] of Object.entries(files))
      expect(readFileSync(join(target, "module@v1", name), "utf8")).toBe(content);
  });

  it("is the same for the same files, whenever they were written", async () => {
    const [small, large] = [written("one", 1), written("two", 2_000_000)];
    for (const source of [small, large]) await tarGz(`${source}.tar.gz`, source, { time: TIME });
    expect(readFileSync(`${small}.tar.gz`).equals(readFileSync(`${large}.tar.gz`))).toBe(true);
    expect(Buffer.from(zip(small, "")).equals(Buffer.from(zip(large, "")))).toBe(true);
  });
});

it("the executables of all systems have one version of Node.js, with a checksum of each package", () => {
  const locked = systems.map(
    (binary) => lock.packages[`node_modules/${binary.package}` as keyof typeof lock.packages],
  );
  expect(locked).toEqual(
    systems.map(({ os, cpu }) =>
      expect.objectContaining({
        version: nodeVersion,
        os,
        cpu,
        integrity: expect.stringMatching(/^sha512-/),
      }),
    ),
  );
});

describe("the options of npm run release", () => {
  const out = join(folder, "new");

  it("set a folder, and replacements for values of the repository", () => {
    expect(commandIn(["--out", out])).toEqual({ name: "build", out, overrides: {} });
    const others =
      "--version 1.2.3-rc.1 --repository a/b --download-url http://localhost:1 --node npm";
    expect(commandIn(["--out", out, ...others.split(" ")])).toEqual({
      name: "build",
      out,
      overrides: {
        version: "1.2.3-rc.1",
        repository: "a/b",
        downloadUrl: "http://localhost:1",
        node: "npm",
      },
    });
  });

  it("choose a command", () => {
    const commands = ["--rehearse", "--prepare 1.2.3", "--publish npm --from /f --dry-run"];
    expect(commands.map((args) => commandIn(args.split(" ")))).toEqual([
      { name: "rehearse" },
      { name: "prepare", version: "1.2.3" },
      { name: "publish", part: "npm", folder: "/f", dryRun: true },
    ]);
    expect(commandIn(["--next", "1.2.4-dev", "--from", "/f"])).toEqual({
      ...{ name: "next", version: "1.2.4-dev", folder: "/f" },
    });
  });

  it.each(refused)("are refused with what to do for %s", (_, args, message) => {
    expect(() => commandIn(args)).toThrow(message);
  });

  it("do not overwrite a release", () => {
    writeFileSync(join(folder, "there"), "");
    expect(() => commandIn(["--out", folder])).toThrow("is not empty: name another folder.");
  });
});
