import type { Command } from "commander";
import cli from "../../../build/cli/program.js";
import { readJson } from "../../base/project.mjs";

/** The text of docs/reference/cli.md. */
export async function cliDocument(): Promise<string> {
  const { version } = readJson("package.json") as { version: string };
  return [
    "# Command line",
    `What \`--help\` prints for \`edge-ingress\` and each of its commands. In a project that has the package installed, run \`npx edge-ingress\`.
After [a global installation](../installation-configuration.md#the-command), run \`edge-ingress\`.`,
    ...section(await cli.edgeIngress(version), 2),
  ].join("\n\n");
}

/** @param level of the section's heading */
const section = (command: Command, level: number): string[] => [
  `${"#".repeat(level)} ${nameOf(command)}`,
  `\`\`\`text\n${helpOf(command)}\n\`\`\``,
  ...command.commands.flatMap((subcommand) => section(subcommand, Math.min(level + 1, 4))),
];

const nameOf = (command: Command): string =>
  command.parent ? `${nameOf(command.parent)} ${command.name()}` : command.name();

/** Width of the page, whatever the width of the terminal in which it is generated. */
const WIDTH = 120;

function helpOf(command: Command) {
  let text = "";
  command.configureHelp({ helpWidth: WIDTH }).configureOutput({
    writeOut: (part) => {
      text += part;
    },
  });
  command.outputHelp();
  return text.trim();
}
