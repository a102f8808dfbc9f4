import { lstatSync, unlinkSync } from "node:fs";

/** When a file was changed last, links not followed: undefined if it does not exist. */
export const changedMsOf = (file: string): number | undefined =>
  lstatSync(file, { throwIfNoEntry: false })?.mtimeMs;

/** Removes a file, or a link itself, if it exists. A folder is an error. */
export function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
}

export const isMissing = (error: unknown): boolean => codeOf(error) === "ENOENT";

export const isPresent = (error: unknown): boolean => codeOf(error) === "EEXIST";

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
