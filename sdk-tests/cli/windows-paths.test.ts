import { posix, win32 } from "node:path";
import { expect, it, vi } from "vitest";
import { shellWord } from "../../src/cli/command";
import { foldersUpward } from "../../src/cli/import/files";
import { readFolder } from "../../src/cli/import/folder";
import { ownRange } from "../../src/cli/import/packages";

/** Tests of the paths that an import writes on Windows: `node:path` is that of Windows here. */

vi.mock("node:path", async (original) => {
  const path = await original<typeof import("node:path")>();
  return { ...path.win32, posix: path.posix, win32: path.win32 };
});

const ROOT = posix.join(__dirname, "../..");

it("a project depends on the package by a path with slashes", () => {
  const range = ownRange("\\projects\\shop\\infra");
  const clone = win32.resolve(ROOT);
  expect(range).toBe(
    `file:${win32.relative("\\projects\\shop\\infra", clone).replaceAll("\\", "/")}`,
  );
  expect(range).not.toContain("\\");
});

it("the folders above a folder end with its drive", () => {
  expect(foldersUpward("C:\\projects\\shop")).toEqual([
    "C:\\projects\\shop",
    "C:\\projects",
    "C:\\",
  ]);
});

it("a new project keeps its folder, and has a name that Pulumi takes", () => {
  const { folder, name, isProject } = readFolder("C:\\projects\\my shop\\infra", "my shop");
  expect({ folder, name, isProject }).toEqual({
    ...{ folder: "C:\\projects\\my shop\\infra", name: "my-shop", isProject: false },
  });
});

it("a command to copy contains such a path unchanged", () => {
  expect(shellWord("C:\\projects\\shop", true)).toBe("C:\\projects\\shop");
  expect(shellWord("/projects/a\\b", false)).toBe("'/projects/a\\b'");
});
