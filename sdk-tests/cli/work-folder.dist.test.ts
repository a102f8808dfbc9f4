import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, renameSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { WorkFolder } from "../../src/cli/work-folder";
import { makeFolder, temporaryFolder } from "../support/folders";
import { lacks } from "../support/system";

/** Folders for files of a command. */

const temporary = temporaryFolder("work-folder-");

beforeEach(() => {
  for (const name of ["TMPDIR", "TMP", "TEMP"]) vi.stubEnv(name, temporary());
});
afterEach(() => vi.unstubAllEnvs());

/** A folder that a run has left behind, named after its process. */
function leaveBehind(process: string): string {
  const { path } = new WorkFolder();
  const [container, , suffix] = basename(path).split(".");
  const left = join(dirname(path), `${container}.${process}.${suffix}`);
  renameSync(path, left);
  writeFileSync(join(left, "input.json"), "");
  return left;
}

const ended = () => spawnSync(process.execPath, ["--version"]).pid;

it("a folder goes with its command, and the folder of a killed command with the next one", () => {
  const left = leaveBehind(`${ended()}-0123456789abcdef`);
  const running = new WorkFolder();
  const { path } = running;
  expect([path, left].map(existsSync)).toEqual([true, false]);
  new WorkFolder()[Symbol.dispose]();
  expect(existsSync(path)).toBe(true);
  running[Symbol.dispose]();
  expect(readdirSync(dirname(path))).toEqual([]);
});

it("a folder of another container goes after a day, and what has another name stays", () => {
  const { path } = new WorkFolder();
  const foreign = join(dirname(path), `${"a".repeat(32)}.1-0123456789abcdef.abcdef`);
  const precious = join(dirname(path), "precious");
  for (const path of [foreign, precious]) mkdirSync(path);
  new WorkFolder();
  expect([foreign, precious].map(existsSync)).toEqual([true, true]);
  for (const path of [foreign, precious]) utimesSync(path, 0, 0);
  new WorkFolder();
  expect([foreign, precious].map(existsSync)).toEqual([false, true]);
});

it("a command works where the folder of the user cannot be trusted", ({ skip }) => {
  if (lacks.modes) skip(lacks.modes);
  makeFolder(join(tmpdir(), `pulumi-edge-ingress-${process.geteuid?.()}`), 0o777);
  using folder = new WorkFolder();
  expect(dirname(folder.path)).toBe(temporary());
});
