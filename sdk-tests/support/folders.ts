import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, onTestFinished } from "vitest";

const temporaryFolderIn = (parent: string): string => {
  mkdirSync(parent, { recursive: true });
  return realpathSync(mkdtempSync(join(parent, "edge-ingress-")));
};

/** Makes a folder with these modes, whatever the umask is. */
export function makeFolder(path: string, mode: number): void {
  mkdirSync(path);
  chmodSync(path, mode);
}

const remove = (folder: string) => rmSync(folder, { recursive: true, force: true });

/** An empty folder that is removed after the tests of the file or the group that calls this. */
export function folderOfTests(parent = tmpdir()): string {
  const folder = temporaryFolderIn(parent);
  afterAll(() => remove(folder));
  return folder;
}

/** An empty folder that is removed after the test that calls this. */
export function folderOfTest(parent = tmpdir()): string {
  const folder = temporaryFolderIn(parent);
  onTestFinished(() => remove(folder));
  return folder;
}

/**
 * Creates an empty folder for each test of a file, which is removed after the test. The result returns the path of the
 * folder, or of a file in it.
 */
export function temporaryFolder(prefix: string): (...names: readonly string[]) => string {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), prefix));
  });
  afterEach(() => remove(folder));
  return (...names) => join(folder, ...names);
}
