import codegen from "../../../../../dist/codegen/index.js";
import type { Program } from "../../../../../dist/codegen/program.js";
import type { Packages, Sdk } from "../../../../../dist/codegen/sdk.js";
import typescript from "../../../../../dist/codegen/typescript.js";
import { inCSharp } from "./csharp.mts";
import { inJava } from "./java.mts";

/** What writes an example, by the names that Markdown has for the languages. */
export const writers: Readonly<Record<keyof Packages | "yaml", (program: Program, sdk: Sdk) => string>> = {
  typescript: (program, sdk) => typescript.inTypeScript(program, sdk, true),
  python: codegen.writers.python,
  go: codegen.writers.go,
  csharp: inCSharp,
  java: inJava,
  yaml: codegen.writers.yaml,
};
