import { inGo } from "./go";
import type { Program } from "./program";
import { inPython } from "./python";
import type { Sdk } from "./sdk";
import { inTypeScript } from "./typescript";
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
