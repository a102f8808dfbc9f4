import { readFileSync, writeFileSync } from "node:fs";
import { buffer } from "node:stream/consumers";

/** Encodings by the byte order marks, in hexadecimal: Windows PowerShell writes UTF-16 if it redirects output. */
const encodings: Readonly<Record<string, string>> = { fffe: "utf-16le", feff: "utf-16be" };

/** The text of a file or a stream, without its byte order mark. Without such a mark, it is UTF-8. */
const decodedText = (content: Buffer): string =>
  new TextDecoder(encodings[content.toString("hex", 0, 2)] ?? "utf-8").decode(content);

/** Reads a file, whose name an error begins with. */
export function readFrom<T>(file: string, read: (content: string) => T): T {
  const content = withReason(file, () => readFileSync(file));
  try {
    return read(decodedText(content));
  } catch (error) {
    throw new Error(`${file}: ${messageOf(error)}`);
  }
}

export const writeOutput = (file: string, text: string): void =>
  withReason(file, () => writeFileSync(file, text), "cannot write");

/** Reads a text, which messages name by the label. */
export type Reader<T> = (label: string, text: string) => T;

/** Reads files or, without any, standard input. On a terminal, standard error names the awaited input. */
export async function readInputs<T>(files: readonly string[], awaited: string, read: Reader<T>): Promise<readonly T[]> {
  if (files.length > 0) return files.map((file) => readFrom(file, (text) => read(file, text)));
  if (process.stdin.isTTY) console.error(`reading ${awaited} from the terminal; to read a file, pass its name`);
  return [read("standard input", decodedText(await buffer(process.stdin)))];
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file; check the path",
  ENOTDIR: "there is no such file; check the path",
  EISDIR: "it is a folder; name a file in it",
  EACCES: "you are not allowed to read it; check its permissions",
  EPERM: "you are not allowed to read it; check its permissions",
};

/** Uses a path; an error says why that fails, and what to do. */
export function withReason<T>(path: string, use: () => T, failure = "cannot read"): T {
  try {
    return use();
  } catch (error) {
    const reason = reasons[(error as NodeJS.ErrnoException).code ?? ""] ?? messageOf(error);
    throw new Error(`${failure} ${path}: ${reason}`);
  }
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
