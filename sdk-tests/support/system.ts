import { statSync } from "node:fs";
import { expect } from "vitest";

/** What the tests expect of the system that they run on, and what only some systems have. */

const windows = process.platform === "win32";

/** Reasons to skip a test; a reason that does not hold on this system is false. */
export const lacks = {
  modes: windows && "Windows has no file modes",
  signals: windows && "on Windows, a signal ends a process at once",
  devices: windows && "Windows has no device files",
  deletionOfOpenFiles: windows && "Windows does not delete a file that a process has open",
};

/** The exit code of a process that handles the signal by which a test ends it. */
export const ENDED_BY_SIGNAL = windows ? null : 0;

/** Asserts that the owner of a file, and no other user, can read it. On Windows, its folder decides. */
export function expectPrivate(file: string): void {
  if (!windows) expect(statSync(file).mode & 0o777).toBe(0o600);
}
