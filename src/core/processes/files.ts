import { lstatSync, unlinkSync } from "node:fs";

/** Returns the time of the last change of a file or of a link itself. Undefined if the file does not exist. */
export const modifiedAtMs = (file: string): number | undefined =>
  lstatSync(file, { throwIfNoEntry: false })?.mtimeMs;

/** Removes a file or a link itself, if it exists. Throws if the path is a folder. */
export function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

export const isNotFound = (error: unknown): boolean => errorCode(error) === "ENOENT";

export const isAlreadyExists = (error: unknown): boolean => errorCode(error) === "EEXIST";

const errorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code;
