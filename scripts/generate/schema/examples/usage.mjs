import { inPython } from "./python.mjs";
import { inTypeScript } from "./typescript.mjs";
import { inYaml } from "./yaml.mjs";

const languages = { typescript: inTypeScript, python: inPython, yaml: inYaml };

/**
 * The section of a resource's description that shows how it is used. A code generator keeps the form of its own language;
 * where there is none, all that stands between the inner marks goes, the heading with it.
 * @param {import("./program.mjs").Program} program
 * @returns {string}
 */
export function exampleUsage(program) {
  const blocks = Object.entries(languages).map(([name, write]) => `\`\`\`${name}\n${write(program)}\n\`\`\``);
  return [
    "{{% examples %}}",
    "{{% example %}}",
    "## Example Usage",
    ...blocks,
    "{{% /example %}}",
    "{{% /examples %}}",
  ].join("\n\n");
}
