import go from "../../../../../dist/codegen/go.js";
import type { Program } from "../../../../../dist/codegen/program.js";
import python from "../../../../../dist/codegen/python.js";
import type { Packages, Sdk } from "../../../../../dist/codegen/sdk.js";
import typescript from "../../../../../dist/codegen/typescript.js";
import yaml from "../../../../../dist/codegen/yaml.js";
import { inCSharp } from "./csharp.mts";
import { inJava } from "./java.mts";

/** What writes an example, by the names that Markdown has for the languages. */
export const writers: Readonly<Record<keyof Packages | "yaml", (program: Program, sdk: Sdk) => string>> = {
  typescript: (program, sdk) => typescript.inTypeScript(program, sdk, true),
  python: python.inPython,
  go: go.inGo,
  csharp: inCSharp,
  java: inJava,
  yaml: yaml.inYaml,
};
