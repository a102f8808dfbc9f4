import { readFileSync, writeFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";

/** Encodings by their byte order marks in hexadecimal. Windows PowerShell redirects output in UTF-16. */
const encodings: Readonly<Record<string, string>> = { fffe: "utf-16le", feff: "utf-16be" };

/** Decodes a text, and removes its byte order mark. Without such a mark, the text is UTF-8. */
const decodedText = (content: Buffer): string =>
  new TextDecoder(encodings[content.toString("hex", 0, 2)] ?? "utf-8").decode(content);

/** Reads a file. Errors begin with its name. */
export function readFile<T>(file: string, read: (content: string) => T): T {
  const content = withReason(file, () => readFileSync(file));
  try {
    return read(decodedText(content));
  } catch (error) {
    throw new Error(`${file}: ${errorMessage(error)}`, { cause: error });
  }
}

export const writeOutput = (file: string, text: string): void =>
  withReason(file, () => writeFileSync(file, text), writing);

/** Reads a text. The label names the text in messages. */
export type Reader<T> = (label: string, text: string) => T;

/**
 * Reads files, or standard input if there are no files. On a terminal, standard error describes the
 * expected input.
 */
export async function readInputs<T>(
  files: readonly string[],
  expected: string,
  read: Reader<T>,
): Promise<readonly T[]> {
  if (files.length > 0) return files.map((file) => readFile(file, (text) => read(file, text)));
  if (process.stdin.isTTY)
    console.error(`reading ${expected} from the terminal; to read a file, pass its name`);
  return [read("standard input", decodedText(await buffer(process.stdin)))];
}

/** Texts for the failure of an operation on a path. */
interface Failure {
  /** Such as `cannot read`. */
  readonly problem: string;
  /** Reasons and advice, by the codes of system errors. */
  readonly reasons: Readonly<Record<string, string>>;
}

const reading: Failure = {
  problem: "cannot read",
  reasons: {
    ENOENT: "there is no such file; check the path",
    ENOTDIR: "there is no such file; check the path",
    EISDIR: "it is a folder; name a file in it",
    EACCES: "you are not allowed to read it; check its permissions",
    EPERM: "you are not allowed to read it; check its permissions",
  },
};

export const writing: Failure = {
  problem: "cannot write",
  reasons: {
    ENOENT: "its folder does not exist; create the folder, or check the path",
    ENOTDIR: "a part of its path is a file and not a folder; check the path",
    EISDIR: "it is a folder; name a file in it",
    EACCES: "you are not allowed to write it; check the permissions of the file and its folder",
    EPERM: "you are not allowed to write it; check the permissions of the file and its folder",
    EROFS: "it is on a read-only file system; name a file elsewhere",
    ENOSPC: "the disk is full; free some space, or name a file elsewhere",
  },
};

export const entering: Failure = {
  problem: "cannot use the folder",
  reasons: {
    ENOENT: "there is no such folder; check the path",
    ENOTDIR: "it is not a folder; check the path",
    EACCES: "you are not allowed to enter it; check its permissions",
    EPERM: "you are not allowed to enter it; check its permissions",
  },
};

/** Uses a path. The error of a failure contains the reason and advice. */
export function withReason<T>(path: string, use: () => T, { problem, reasons } = reading): T {
  try {
    return use();
  } catch (error) {
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? ""] ?? errorMessage(error);
    throw new Error(`${problem} ${path}: ${reason}`);
  }
}

export const errorMessage = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
