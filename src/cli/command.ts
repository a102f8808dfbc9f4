import { Command, Option } from "commander";
import type { IgnoreEntry } from "../insight/report/exception";
import { readExceptions } from "../insight/report/ignore";
import { printable } from "../insight/report/text";
import { readFrom, withReason } from "./input";

/** A command, with the options that several commands have. */
export class CliCommand extends Command {
  /** @param help What the help has below the options. */
  constructor(name: string, description: string, help: string) {
    super(name);
    // 1 is for what commands find.
    this.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
    this.description(description).addHelpText("after", help);
  }

  /** An option that may be given several times; gives all of its texts. */
  repeatable(flags: string, description: string): this {
    const added = (text: string, others: readonly string[]): readonly string[] => [...others, text];
    return this.addOption(new Option(flags, `${description}; repeatable`).argParser(added).default([], "none"));
  }

  /** An option that takes one of some words. */
  choice(flags: string, description: string, choices: readonly string[], fallback?: string): this {
    return this.addOption(new Option(flags, description).choices(choices).default(fallback));
  }

  /** `--format`, of which the first one is the default. */
  formats(formats: object): this {
    const names = Object.keys(formats);
    return this.choice("--format <format>", "output format", names, names[0]);
  }

  /** `--stack`, of a command that reads exports of stacks. */
  stacks(): this {
    return this.repeatable("--stack <name>", "stack that the Pulumi CLI exports");
  }

  /** What a report leaves out. */
  ignoring(): this {
    this.repeatable("--ignore <rule>", "ignore what the rule names");
    return this.option("--ignore-file <file>", "JSON file of what to ignore, with reasons");
  }

  /** `--cwd`, of a command that runs the Pulumi CLI. As with `git -C`, all paths are relative to the folder. */
  inFolder(): this {
    this.option("-C, --cwd <folder>", "run as if started in this folder, such as that of the Pulumi project", ".");
    return this.hook("preAction", () => {
      const { cwd } = this.opts<{ cwd: string }>();
      withReason(cwd, () => process.chdir(cwd), "cannot use the folder");
    });
  }

  /** Ends with the code that the run gives. */
  runs<Args extends unknown[]>(run: (...args: Args) => number | Promise<number>): this {
    return this.action(async (...args) => {
      process.exitCode = await run(...(args as unknown[] as Args));
    });
  }
}

/** The options of what a report leaves out. */
export interface IgnoreFlags {
  readonly ignore: readonly string[];
  readonly ignoreFile?: string;
}

/** What the ignore file accepts. The review and the comparison read the same file, so that both know the rules of the other. */
export const exceptionsIn = ({ ignoreFile }: IgnoreFlags, rules: readonly string[]): readonly IgnoreEntry[] =>
  ignoreFile === undefined ? [] : readFrom(ignoreFile, (text) => readExceptions(text, rules, new Date()));

/** For people, on standard error. */
export const warn = (message: string): void => console.error(`warning: ${printable(message)}`);

/** A word of a command line that can be copied. */
export const shellWord = (text: string): string =>
  /^[\w.,:/@%+\\-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
