import cli from "../../../dist/cli/program.js";
import { readJson } from "../../base/project.mjs";

/** @typedef {import("commander").Command} Command */

/** @returns {string} docs/reference/cli.md */
export function cliDocument() {
  const { version } = /** @type {{ version: string }} */ (readJson("package.json"));
  const all = cli.edgeIngress(version);
  return [
    "# Command line",
    `What \`--help\` prints for \`edge-ingress\` and each of its commands. In a project that has the package installed, run \`npx edge-ingress\`.
After [a global installation](../installation-configuration.md#the-command), run \`edge-ingress\`.`,
    ...section(all, 2),
  ].join("\n\n");
}

/**
 * @param {Command} command
 * @param {number} level of its heading
 * @returns {string[]}
 */
const section = (command, level) => [
  `${"#".repeat(level)} ${nameOf(command)}`,
  `\`\`\`text\n${helpOf(command)}\n\`\`\``,
  ...command.commands.flatMap((each) => section(each, Math.min(level + 1, 4))),
];

/**
 * @param {Command} command
 * @returns {string}
 */
const nameOf = (command) => (command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name());

/** Of a page, not of the terminal in which the page is written. */
const WIDTH = 120;

/** @param {Command} command */
function helpOf(command) {
  let text = "";
  command.configureHelp({ helpWidth: WIDTH }).configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text.trim();
}
