import { readFileSync } from "node:fs";
import type { Exception } from "../insight/report/ignore";

/** What an ignore file accepts. The review and the comparison read the same file, so that both know the rules of the other. */
export async function exceptionsIn(file: string | undefined): Promise<readonly Exception[]> {
  if (file === undefined) return [];
  const { readExceptions } = await import("../insight/report/ignore.js");
  const { ruleIds } = await import("../insight/review/rules/index.js");
  const { STACK_DIFFERENCE } = await import("../insight/diff/ignore.js");
  return readFrom(file, (content) => readExceptions(content, [...ruleIds, STACK_DIFFERENCE]));
}

/** Reads a file, whose name an error begins with. */
export function readFrom<T>(file: string, read: (content: string) => T): T {
  try {
    return read(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
