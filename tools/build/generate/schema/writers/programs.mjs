import codegen from "../../../../../dist/codegen/index.js";
import typescript from "../../../../../dist/codegen/typescript.js";
import { inCSharp } from "./csharp.mjs";
import { inJava } from "./java.mjs";

/**
 * @typedef {import("../../../../../dist/codegen/program.js").Program} Program
 * @typedef {import("../../../../../dist/codegen/sdk.js").Packages} Packages
 * @typedef {import("../../../../../dist/codegen/sdk.js").Sdk} Sdk
 */

/**
 * An example exports only its outputs, and uses the whole SDK by one name.
 * @type {import("../../../../../dist/codegen/typescript.js").Style}
 */
const asExample = {
  imports: (_, { packages }) => `import * as edge_ingress from "${packages.typescript}";`,
  className: (type) => `edge_ingress.${type}`,
  declares: "const",
};

/**
 * What writes an example, by the names that Markdown has for the languages.
 * @type {Readonly<Record<keyof Packages | "yaml", (program: Program, sdk: Sdk) => string>>}
 */
export const writers = {
  typescript: (program, sdk) => typescript.inTypeScript(program, sdk, asExample),
  python: codegen.writers.python,
  go: codegen.writers.go,
  csharp: inCSharp,
  java: inJava,
  yaml: codegen.writers.yaml,
};
