import type { OptionValue } from "./kinds";
import { moduleOptions } from "./modules";
import { resourceOptions } from "./resources";
import { serviceOptions } from "./service";

/** Every named option. The types, the command's help and the documentation follow this table. */
export const optionTable = { ...serviceOptions, ...resourceOptions, ...moduleOptions } as const;

type OptionTable = typeof optionTable;

/** Name of a row of {@link optionTable}. */
export type OptionName = keyof OptionTable;

/** Value of every option. */
export type OptionValues = { -readonly [Name in keyof OptionTable]: OptionValue<OptionTable[Name]> };

/** Every option, in the order of the table. */
export const optionNames = Object.keys(optionTable) as OptionName[];
