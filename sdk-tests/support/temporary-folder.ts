import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach } from "vitest";

/** An empty folder for each test of a file, which is removed after the test; gives the path of a file in it, or its own. */
export function temporaryFolder(prefix: string): (...names: readonly string[]) => string {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), prefix));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  return (...names) => join(folder, ...names);
}
