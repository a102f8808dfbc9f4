import type { Command } from "commander";
import { DEFAULT_HOST } from "../emulator/defaults";
import { CliCommand, type Definition } from "./command";

interface Listed {
  readonly description: string;
  /** A command's module is loaded only if it is needed: the provider's tables would slow down every start. */
  readonly load: () => { readonly define: Definition };
}

/** The commands by their usage, as the list of the commands shows it. */
const commands: Readonly<Record<string, Listed>> = {
  "emulator [options]": {
    description: `Serve the API on ${DEFAULT_HOST}, for development and tests.`,
    load: () => require("./emulator"),
  },
  "list [options]": {
    description: "List the objects of an account, and the stacks that manage them.",
    load: () => require("./list"),
  },
  "import [options] [folder]": {
    description: "Write a program for the objects of an account, and import the objects into a stack.",
    load: () => require("./import/command"),
  },
  "diff [options] <stack> <other>": {
    description: "Compare the ingress resources of two stacks.",
    load: () => require("./diff"),
  },
  plugin: {
    description: "Install the plugin, for Pulumi programs in any language.",
    load: () => require("./plugin"),
  },
  "review [options] [files...]": {
    description: "Report what the change of a `pulumi preview --json` does to the ingress.",
    load: () => require("./review"),
  },
  "explain [options] <path> [files...]": {
    description: "Explain which route may serve a path, whom it admits, and which modules a request passes.",
    load: () => require("./explain"),
  },
  "test [options] [files...]": {
    description: "Test expectations of an ingress against a stack, an export, or a preview.",
    load: () => require("./test"),
  },
  "map [options] [files...]": {
    description: "Draw the ingress of stacks, exports or previews: edges, routes, and what protects each route.",
    load: () => require("./map"),
  },
};

const HELP = `
In a project that has the package installed, run it as \`npx edge-ingress\`. After a global installation, run it as \`edge-ingress\`.

Wrong arguments end each command with exit code 2. Exit code 1 is for what a command finds, and for a failure of the Pulumi CLI that
\`plugin install\` passes on.
`;

/**
 * `edge-ingress` with its commands.
 *
 * @param isAsked Whether a command may run or show its help. Without its module, a command has a name and a description alone.
 */
export function edgeIngress(version: string, isAsked = (_name: string): boolean => true): CliCommand {
  const all = new CliCommand("edge-ingress", "Tools for the Edge and Ingress Management API.");
  const usages = new Map<string, string>();
  for (const [usage, { description, load }] of Object.entries(commands)) {
    const command = new CliCommand(usage.replace(/ .*/, ""), description);
    usages.set(command.name(), usage);
    all.addCommand(isAsked(command.name()) ? load().define(command, version) : command);
  }
  const subcommandTerm = (each: Command) => usages.get(each.name()) ?? `${each.name()} ${each.usage()}`;
  all.addHelpText("after", HELP).configureHelp({ subcommandTerm }).version(version);
  return all;
}
