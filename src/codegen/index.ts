import { inGo, RESERVED as inGoReserved } from "./go";
import type { Program } from "./program";
import { inPython, RESERVED as inPythonReserved } from "./python";
import type { Sdk } from "./sdk";
import { inTypeScript, RESERVED as inTypeScriptReserved } from "./typescript";
import { inYaml } from "./yaml";

/** What writes a program, by the names that Markdown has for the languages. */
export const writers: Readonly<
  Record<"typescript" | "python" | "go" | "yaml", (program: Program, sdk: Sdk) => string>
> = {
  typescript: inTypeScript,
  python: inPython,
  go: inGo,
  yaml: inYaml,
};

/** Names that no language leaves to a program. */
export const reserved: readonly string[] = [...inTypeScriptReserved, ...inPythonReserved, ...inGoReserved];
