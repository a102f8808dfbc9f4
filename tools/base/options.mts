import { type ParseArgsConfig, parseArgs } from "node:util";
import { Problem } from "./say.mjs";

/** The options of a command; whoever gives others is told all of them. */
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
