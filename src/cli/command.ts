import { posix } from "node:path";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { kebabCase } from "../core/schema/case";
import { leavesFolder } from "../insight/report/finding";
import { readSuppressions } from "../insight/report/suppression-file";
import { printable } from "../insight/report/text";
import { entering, readFile, withReason } from "./input";

/** Makes the option for a name in camelCase. `T` is the type of its value. */
export type OptionRow<T> = (name: string) => Option & { gives?(): T };

/** The values of options. */
export type FlagsOf<Rows> = {
  readonly [Name in keyof Rows]: Rows[Name] extends OptionRow<infer T> ? T : never;
};

/** An option, as a function completes it. The value in the help is empty if the option takes none. */
export const option =
  <T>(value: string, description: string, complete = (each: Option) => each): OptionRow<T> =>
  (name) =>
    complete(new Option(`--${kebabCase(name)} ${value}`.trim(), description));

export const flagOption = (description: string) => option<true | undefined>("", description);
export const textOption = (value: string, description: string) =>
  option<string | undefined>(value, description);

/** A text beside those that an option has got before. */
export const appendText = (text: string, others: readonly string[] = []): readonly string[] => [
  ...others,
  text,
];

/** An option whose texts a function reads, one after the other. */
export const parsedOption = <T>(
  value: string,
  description: string,
  parse: (text: string, before?: T) => T,
) => option<T | undefined>(value, description, (each) => each.argParser(parse));

export const repeatableOption = (value: string, description: string) =>
  option<readonly string[]>(value, `${description}; repeatable`, (each) =>
    each.argParser(appendText).default([], "none"),
  );

export const choiceOption = <T extends string, Fallback extends T | undefined = undefined>(
  value: string,
  description: string,
  choices: readonly T[],
  fallback?: Fallback,
) => option<T | Fallback>(value, description, (each) => each.choices(choices).default(fallback));

/** `--format`, of which the first one is the default. */
export const formatOption = <Formats extends object>(formats: Formats) =>
  option<keyof Formats>("<format>", "output format", (each) =>
    each.choices(Object.keys(formats)).default(Object.keys(formats)[0]),
  );

/** `--stack`, of a command that reads exports of stacks. */
export const exportedStacksOption = repeatableOption("<name>", "stack that the Pulumi CLI exports");

/** `--cwd`, of a command that runs the Pulumi CLI. As with `git -C`, all paths are relative to the folder. */
export const cwdOption: OptionRow<string> = () =>
  new Option(
    "-C, --cwd <folder>",
    "run as if started in this folder, such as that of the Pulumi project",
  ).default(".");

export const ignoreOptions = {
  ignore: repeatableOption("<rule>", "ignore what the rule names"),
  ignoreFile: textOption("<file>", "JSON file of what to ignore, with reasons"),
};

/** `--source-root`, of a command that writes SARIF. */
export const sourceRootOption = parsedOption(
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

/** What the module of a command exports, unless the command consists of a subcommand. */
interface Definition {
  readonly argumentTexts?: readonly string[];
  readonly options: Readonly<Record<string, OptionRow<unknown>>>;
  /** What the help has below the options. */
  readonly help: string;
  /** Gives the exit code, from the arguments, the values of the options, and the version of this package. */
  readonly run: (...args: never[]) => number | Promise<number>;
}

export type CommandModule = Definition | { readonly subcommand: (version: string) => Command };

/** A command, by its usage such as `diff [options] <stack> <other>`. Without its module, it has a name and a description alone. */
export function createCommand(
  usage: string,
  description: string,
  version: string,
  by?: CommandModule,
): Command {
  const [name, ...words] = usage.split(" ");
  const command = new Command(name).description(description);
  // An error in place of an exit: what was printed, such as a help text, may not be written yet.
  command.exitOverride();
  if (!by) return command;
  if ("subcommand" in by) return command.addCommand(by.subcommand(version));
  const { argumentTexts = [], options, help, run } = by;
  const names = words.filter((word) => word !== "[options]");
  for (const [index, each] of names.entries()) command.argument(each, argumentTexts[index]);
  for (const [key, row] of Object.entries(options)) command.addOption(row(key));
  return command.addHelpText("after", help).action(async (...args) => {
    const { cwd } = command.opts<{ cwd?: string }>();
    if (cwd !== undefined) withReason(cwd, () => process.chdir(cwd), entering);
    process.exitCode = await run(...([...args.slice(0, -1), version] as never[]));
  });
}

/** The exit code of an error of the command line, which is printed already: 1 is for what commands find. */
export function commandLineExitCode(error: unknown): number | undefined {
  if (!(error instanceof CommanderError)) return undefined;
  return error.exitCode === 0 ? 0 : 2;
}

/** The suppressions of the ignore file. The review and the comparison read the same file, so that both know the rules of the other. */
export const readIgnoreFile = (
  { ignoreFile }: FlagsOf<typeof ignoreOptions>,
  rules: readonly string[],
) =>
  ignoreFile === undefined
    ? []
    : readFile(ignoreFile, (text) => readSuppressions(text, rules, new Date()));

export const warn = (message: string): void => console.error(`warning: ${printable(message)}`);

/** A word of a command line that can be copied. */
export const shellWord = (text: string): string =>
  /^[\w.,:/@%+\\-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
