import { go, inGo } from "./go";
import type { Program } from "./program";
import { inPython, python } from "./python";
import type { Sdk } from "./sdk";
import { inTypeScript, typescript } from "./typescript";
import { inYaml } from "./yaml";

/** What writes a program in each language. */
export const writers = {
  typescript: inTypeScript,
  python: inPython,
  go: inGo,
  yaml: inYaml,
} satisfies Readonly<Record<string, (program: Program, sdk: Sdk, ...others: never[]) => string>>;

/** Names that no language in which accounts are imported leaves to a program. */
export const reserved: readonly string[] = [typescript, python, go].flatMap((each) => each.reserved);
