import { Option } from "commander";

/** An option that may be given several times; gives all of its texts. */
export const repeatable = (flags: string, description: string): Option =>
  new Option(flags, `${description}; repeatable`)
    .argParser((text: string, others: readonly string[]): readonly string[] => [...others, text])
    .default([], "none");
