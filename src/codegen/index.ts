import { inCSharp } from "./csharp";
import { inGo, RESERVED as inGoReserved } from "./go";
import { inJava } from "./java";
import type { Program } from "./program";
import { inPython, RESERVED as inPythonReserved } from "./python";
import type { Packages, Sdk } from "./sdk";
import { inTypeScript, RESERVED as inTypeScriptReserved } from "./typescript";
import { inYaml } from "./yaml";

/** What writes a program, by the names that Markdown has for the languages. */
export const writers: Readonly<Record<keyof Packages | "yaml", (program: Program, sdk: Sdk) => string>> = {
  typescript: inTypeScript,
  python: inPython,
  go: inGo,
  csharp: inCSharp,
  java: inJava,
  yaml: inYaml,
};

/** Names that no language in which accounts are imported leaves to a program. */
export const reserved: readonly string[] = [...inTypeScriptReserved, ...inPythonReserved, ...inGoReserved];
