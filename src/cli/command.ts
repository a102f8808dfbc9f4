import { posix } from "node:path";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { kebabCase } from "../core/schema/case";
import { leavesFolder } from "../insight/report/finding";
import { readSuppressions } from "../insight/report/suppression-file";
import { printable } from "../insight/report/text";
import { entering, readFile, withReason } from "./input";

/**
 * Creates the option for a name in camelCase. `T` is the type of its value, which `valueType`
 * carries for the compiler alone.
 */
export type OptionBuilder<T> = (name: string) => Option & { valueType?(): T };

/** The values of options, by their names. */
export type FlagValues<Options> = {
  readonly [Name in keyof Options]: Options[Name] extends OptionBuilder<infer T> ? T : never;
};

/**
 * Describes an option.
 *
 * @param value The value in the help, such as `<file>`; empty if the option does not take a value.
 * @param complete Adds a parser, choices or a default.
 */
export const option =
  <T>(
    value: string,
    description: string,
    complete = (created: Option) => created,
  ): OptionBuilder<T> =>
  (name) =>
    complete(new Option(`--${kebabCase(name)} ${value}`.trim(), description));

export const flagOption = (description: string) => option<true | undefined>("", description);
export const textOption = (value: string, description: string) =>
  option<string | undefined>(value, description);

/** Parses an option that may be repeated: adds a text to the texts before it. */
export const appendText = (text: string, before: readonly string[] = []): readonly string[] => [
  ...before,
  text,
];

/** Describes an option with a parser, which gets the text and, if the option is repeated, the value before it. */
export const parsedOption = <T>(
  value: string,
  description: string,
  parse: (text: string, before?: T) => T,
) => option<T | undefined>(value, description, (created) => created.argParser(parse));

export const repeatableOption = (value: string, description: string) =>
  option<readonly string[]>(value, `${description}; repeatable`, (created) =>
    created.argParser(appendText).default([], "none"),
  );

export const choiceOption = <T extends string, Fallback extends T | undefined = undefined>(
  value: string,
  description: string,
  choices: readonly T[],
  fallback?: Fallback,
) =>
  option<T | Fallback>(value, description, (created) => created.choices(choices).default(fallback));

/** `--format`. The first format is the default. */
export const formatOption = <Formats extends object>(formats: Formats) =>
  option<keyof Formats>("<format>", "output format", (created) =>
    created.choices(Object.keys(formats)).default(Object.keys(formats)[0]),
  );

/** `--stack` of a command that reads exports of stacks. */
export const exportedStacksOption = repeatableOption("<name>", "stack that the Pulumi CLI exports");

/** `--cwd` of a command that runs the Pulumi CLI. As with `git -C`, all paths are relative to the folder. */
export const cwd: OptionBuilder<string> = () =>
  new Option(
    "-C, --cwd <folder>",
    "run as if started in this folder, such as that of the Pulumi project",
  ).default(".");

export const ignoreOptions = {
  ignore: repeatableOption("<rule>", "ignore what the rule names"),
  ignoreFile: textOption("<file>", "JSON file of what to ignore, with reasons"),
};

/** The file of expectations that commands read without an option. */
export const EXPECTATIONS_FILE = "edge-ingress.expectations.yaml";

/** `--source-root` of a command that writes SARIF. */
export const sourceRoot = parsedOption(
  "<folder>",
  "folder of the Pulumi project in its repository, for the paths in SARIF (default: paths from the project)",
  (text) => {
    const folder = posix.normalize(text.replaceAll("\\", "/"));
    if (folder === "" || leavesFolder(folder) || /^[a-z]:/i.test(folder)) {
      throw new InvalidArgumentError(
        "It is the path of a folder in the repository, from the root of the repository.",
      );
    }
    return folder;
  },
);

/** The exports of the module of a command. */
interface CommandDefinition {
  /** Descriptions of the arguments. */
  readonly argumentTexts?: readonly string[];
  readonly options: Readonly<Record<string, OptionBuilder<unknown>>>;
  /** The help text below the options. */
  readonly help: string;
  /**
   * Runs the command with its arguments, the values of its options, and the version of this
   * package. Returns the exit code. Each command has other parameters: `never[]` accepts them all.
   */
  readonly run: (...args: never[]) => number | Promise<number>;
}

/** The module of a command, or of a command that consists of subcommands. */
export type CommandModule =
  | CommandDefinition
  | { readonly subcommands: (version: string) => readonly Command[] };

/**
 * Creates a command.
 *
 * @param usage Such as `diff [options] <stack> <other>`.
 * @param module Default: the command has only a name and a description.
 */
export function createCommand(
  usage: string,
  description: string,
  version: string,
  module?: CommandModule,
): Command {
  const [name, ...words] = usage.split(" ");
  const command = new Command(name).description(description);
  // With an error instead of an exit, the process ends after its output, such as a help text, is written.
  command.exitOverride();
  if (!module) return command;
  if ("subcommands" in module) {
    for (const subcommand of module.subcommands(version)) command.addCommand(subcommand);
    return command;
  }
  const { argumentTexts = [], options, help, run } = module;
  const names = words.filter((word) => word !== "[options]");
  for (const [index, argument] of names.entries()) command.argument(argument, argumentTexts[index]);
  for (const [key, build] of Object.entries(options)) command.addOption(build(key));
  return command.addHelpText("after", help).action(async (...args) => {
    const { cwd } = command.opts<{ cwd?: string }>();
    if (cwd !== undefined) withReason(cwd, () => process.chdir(cwd), entering);
    // Commander appends the command itself to the arguments.
    const runArguments = [...args.slice(0, -1), version];
    process.exitCode = await run(...(runArguments as never[]));
  });
}

/** The exit code for an error in the command line, which Commander has printed. Undefined for another error. */
export function commandLineExitCode(error: unknown): number | undefined {
  if (!(error instanceof CommanderError)) return undefined;
  return error.exitCode === 0 ? 0 : 2;
}

/**
 * Reads the suppressions in the ignore file.
 *
 * @param rules The rules of all commands that read the file.
 */
export function readIgnoreFile(
  { ignoreFile }: Pick<FlagValues<typeof ignoreOptions>, "ignoreFile">,
  rules: readonly string[],
) {
  if (ignoreFile === undefined) return [];
  return readFile(ignoreFile, (text) => readSuppressions(text, rules, new Date()));
}

export const warn = (message: string): void => console.error(`warning: ${printable(message)}`);

/**
 * Quotes a word of a command line for the shells of Unix, if it needs quotes. On Windows, a backslash separates the folders of a path
 * and stays as it is; a shell of Unix would remove it.
 */
export const shellWord = (text: string, isWindows = process.platform === "win32"): string =>
  /^[\w.,:/@%+-]+$/.test(isWindows ? text.replaceAll("\\", "/") : text)
    ? text
    : `'${text.replaceAll("'", "'\\''")}'`;
