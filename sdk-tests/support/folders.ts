import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

const made = (parent: string): string => {
  mkdirSync(parent, { recursive: true });
  return realpathSync(mkdtempSync(join(parent, "edge-ingress-")));
};

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** An empty folder that is removed after the tests of the file or the group that calls this. */
export function folderOfTests(parent = tmpdir()): string {
  const folder = made(parent);
  afterAll(() => remove(folder));
  return folder;
}

/** An empty folder that is removed after the test that calls this. */
export function folderOfTest(parent = tmpdir()): string {
  const folder = made(parent);
  onTestFinished(() => remove(folder));
  return folder;
}
