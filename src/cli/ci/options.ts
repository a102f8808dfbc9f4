import { InvalidArgumentError } from "commander";
import { option } from "../command";

/*
 * Options that take a value from the inputs of an Action or of a GitLab component. An input that is not set is an empty text, which
 * counts as an option that is not set.
 */

/** Options without those that have an empty text. */
export const withoutEmpty = <Flags extends object>(flags: Flags): Flags =>
  Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== "")) as Flags;

/** Describes an option with words, which are separated by spaces or line breaks. The option may be repeated. */
export const wordsOption = (value: string, description: string, separator = /\s+/) =>
  option<readonly string[]>(value, `${description}; repeatable`, (created) =>
    created
      .argParser((text: string, before: readonly string[] = []) => [
        ...before,
        ...text.split(separator).filter((word) => word !== ""),
      ])
      .default([], "none"),
  );

/** Describes an option with a choice that has a default. */
export const inputChoice = <T extends string>(
  value: string,
  description: string,
  choices: readonly T[],
  fallback: NoInfer<T>,
) =>
  option<T>(value, `${description} (choices: ${choices.join(", ")})`, (created) =>
    created.argParser((text: string) => parseChoice(text, choices, fallback)).default(fallback),
  );

function parseChoice<T extends string>(text: string, choices: readonly T[], fallback: T): T {
  if (text === "") return fallback;
  const choice = choices.find((candidate) => candidate === text.toLowerCase());
  if (choice !== undefined) return choice;
  throw new InvalidArgumentError(`Allowed choices are ${choices.join(", ")}.`);
}

/** Describes a flag. Its value, true or false, may follow, because an input is a text. */
export const inputFlag = (description: string, fallback = false) =>
  option<boolean>("[boolean]", description, (created) =>
    created
      .argParser((text: string) => parseChoice(text, ["true", "false"], `${fallback}`) === "true")
      .preset("true")
      .default(fallback),
  );
