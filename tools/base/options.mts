import { type ParseArgsConfig, parseArgs } from "node:util";
import { Problem } from "./say.mjs";

/** Reads the options of a command. An unknown option is a problem, whose message includes the help. */
export function optionsIn<Options extends NonNullable<ParseArgsConfig["options"]>>(
  args: string[],
  options: Options,
  help: string,
) {
  try {
    return parseArgs({ args, options }).values;
  } catch (error) {
    throw new Problem(`${(error as Error).message}\n\n${help}`);
  }
}
