import { writeFileSync } from "node:fs";
import type { Command } from "commander";
import type { IgnoreEntry } from "../insight/report/exception";
import { printable } from "../insight/report/text";
import { formatOption, newCommand, repeatable } from "./command";
import { messageOf, readFrom, unreadable } from "./input";

/** The options that all reports take. */
export interface ReportFlags<Format extends string> {
  readonly format: Format;
  readonly ignore: readonly string[];
  readonly ignoreFile?: string;
}

/** A command that prints a report in one of several formats, of which the first one is the default. */
export const reportCommand = (name: string, formats: Readonly<Record<string, unknown>>): Command =>
  newCommand(name)
    .addOption(formatOption(Object.keys(formats)))
    .addOption(repeatable("--ignore <rule>", "ignore what the rule names"))
    .option("--ignore-file <file>", "JSON file of what to ignore, with reasons");

/** Ends with the code that a report gives, or with 2 if there is no report. */
export async function endWith(code: Promise<number>): Promise<void> {
  process.exitCode = await code.catch((error: unknown) => {
    const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
    for (const each of errors) console.error(`error: ${printable(messageOf(each))}`);
    return 2;
  });
}

/** What an ignore file accepts. The review and the comparison read the same file, so that both know the rules of the other. */
export async function exceptionsIn(file: string | undefined): Promise<readonly IgnoreEntry[]> {
  if (file === undefined) return [];
  const { readExceptions } = await import("../insight/report/ignore.js");
  const { ruleIds } = await import("../insight/review/wording.js");
  const { STACK_DIFFERENCE } = await import("../insight/diff/ignore.js");
  return readFrom(file, (content) => readExceptions(content, [...ruleIds, STACK_DIFFERENCE], new Date()));
}

/** Writes a file that the user names. */
export function writeOutput(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new Error(unreadable(file, error).replace("cannot read", "cannot write"));
  }
}

/** For people, on standard error. */
export const warn = (message: string): void => console.error(`warning: ${printable(message)}`);
