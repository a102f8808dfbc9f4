import { statSync } from "node:fs";
import { isMainThread } from "node:worker_threads";
import { expect } from "vitest";

/** The requirements of the tests on the system, some of which only some systems meet. */

const windows = process.platform === "win32";

/** Reasons to skip a test; a reason that does not hold on this system is false. */
export const lacks = {
  modes: windows && "Windows has no file modes",
  signals: windows && "on Windows, a signal ends a process at once",
  devices: windows && "Windows has no device files",
  otherUsers: windows
    ? "Windows has no file modes"
    : !isMainThread && "a thread, such as Stryker's, cannot change the user of its process",
  deletionOfOpenFiles: windows && "Windows does not delete a file that a process has open",
};

/** The exit code of a process that handles the signal by which a test ends it. */
export const ENDED_BY_SIGNAL = windows ? null : 0;

/** Asserts that the owner of a file, and no other user, can read it. On Windows, its folder determines this. */
export function expectPrivate(file: string): void {
  if (!windows) expect(statSync(file).mode & 0o777).toBe(0o600);
}
