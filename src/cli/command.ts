import { Command, Option } from "commander";
import { unreadable } from "./input";

/** A command that ends with 2 if its arguments are wrong; 1 is for what commands find. */
export const newCommand = (name: string): Command =>
  new Command(name).exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

/** An option that may be given several times; gives all of its texts. */
export const repeatable = (flags: string, description: string): Option =>
  new Option(flags, `${description}; repeatable`)
    .argParser((text: string, others: readonly string[]): readonly string[] => [...others, text])
    .default([], "none");

/** `--stack`, of a command that reads exports of stacks. */
export const stackOption = (): Option => repeatable("--stack <name>", "stack that the Pulumi CLI exports");

/** Adds `--cwd` to a command that runs the Pulumi CLI. As with `git -C`, all paths are relative to the folder. */
export const withFolderOption = (command: Command): Command =>
  command
    .option("-C, --cwd <folder>", "run as if started in this folder, such as that of the Pulumi project", ".")
    .hook("preAction", (_, running) => enter(running.opts().cwd));

function enter(folder: string): void {
  try {
    process.chdir(folder);
  } catch (error) {
    throw new Error(unreadable(folder, error).replace("cannot read", "cannot use the folder"));
  }
}

/** `--format`, of which the first one is the default. */
export const formatOption = (formats: readonly string[]): Option =>
  new Option("--format <format>", "output format").choices(formats).default(formats[0]);

/** A word of a command line that can be copied. */
export const shellWord = (text: string): string =>
  /^[\w.,:/@%+\\-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
