import { Command, Option } from "commander";

/** A command that ends with 2 if its arguments are wrong: 1 is for what it finds. */
export const newCommand = (name: string): Command =>
  new Command(name).exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));

/** An option that may be given several times; gives all of its texts. */
export const repeatable = (flags: string, description: string): Option =>
  new Option(flags, `${description}; repeatable`)
    .argParser((text: string, others: readonly string[]): readonly string[] => [...others, text])
    .default([], "none");

/** `--stack`, of a command that reads exports of stacks. */
export const stackOption = (): Option => repeatable("--stack <name>", "stack that the Pulumi CLI exports");

/** `--cwd`, of a command that runs the Pulumi CLI. */
export const folderOption = (): Option => new Option("-C, --cwd <folder>", "folder of the Pulumi project").default(".");

/** `--format`, of which the first one is the default. */
export const formatOption = (formats: readonly string[]): Option =>
  new Option("--format <format>", "output format").choices(formats).default(formats[0]);
