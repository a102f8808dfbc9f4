import codegen from "../../../../../dist/codegen/index.js";
import type { Program } from "../../../../../dist/codegen/program.js";
import type { Packages, Sdk } from "../../../../../dist/codegen/sdk.js";
import type { Style } from "../../../../../dist/codegen/typescript.js";
import typescript from "../../../../../dist/codegen/typescript.js";
import { inCSharp } from "./csharp.mts";
import { inJava } from "./java.mts";

/** An example exports only its outputs, and uses the whole SDK by one name. */
const asExample: Style = {
  imports: (_, { packages }) => `import * as edge_ingress from "${packages.typescript}";`,
  className: (type) => `edge_ingress.${type}`,
  declares: "const",
};

/** What writes an example, by the names that Markdown has for the languages. */
export const writers: Readonly<Record<keyof Packages | "yaml", (program: Program, sdk: Sdk) => string>> = {
  typescript: (program, sdk) => typescript.inTypeScript(program, sdk, asExample),
  python: codegen.writers.python,
  go: codegen.writers.go,
  csharp: inCSharp,
  java: inJava,
  yaml: codegen.writers.yaml,
};
