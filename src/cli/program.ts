import type { Command } from "commander";
import { DEFAULT_HOST } from "../emulator/defaults";
import { type CommandModule, commandLineExitCode, createCommand } from "./command";

/** Descriptions of the commands by their usages. The module of a command has the name of the command. */
const commands: Readonly<Record<string, string>> = {
  "emulator [options]": `Serve the API on ${DEFAULT_HOST}, for development and tests.`,
  "list [options]": "List the objects of an account, and the stacks that manage them.",
  "import [options] [folder]":
    "Write a program for the objects of an account, and import the objects into a stack.",
  "diff [options] <stack> <other>": "Compare the ingress resources of two stacks.",
  plugin: "Install the plugin, for Pulumi programs in any language.",
  "review [options] [files...]":
    "Report what the change of a `pulumi preview --json` does to the ingress.",
  "explain [options] <path> [files...]":
    "Explain which route may serve a path, whom it admits, and which modules a request passes.",
  "test [options] [files...]":
    "Test expectations of an ingress against a stack, an export, or a preview.",
  "map [options] [files...]":
    "Draw the ingress of stacks, exports or previews: edges, routes, and what protects each route.",
};

/**
 * Loads the module of a command when it is needed: most modules load the tables of the provider,
 * which takes time.
 */
const loadModule = (name: string): CommandModule => require(`./${name}`);

const HELP = `
In a project that has the package installed, run it as \`npx edge-ingress\`. After a global installation, run it as \`edge-ingress\`.

Wrong arguments end each command with exit code 2. Exit code 1 is for what a command finds, and for a failure of the Pulumi CLI that
\`plugin install\` passes on.
`;

/** Runs the command that the arguments name. */
export async function runCommand(args: readonly string[], version: string): Promise<void> {
  try {
    await edgeIngress(version, (name) => args.includes(name)).parseAsync(args, { from: "user" });
  } catch (error) {
    const exitCode = commandLineExitCode(error);
    if (exitCode === undefined) throw error;
    process.exitCode = exitCode;
  }
}

/**
 * Creates the command `edge-ingress` with its subcommands.
 *
 * @param isNeeded True if the module of a subcommand is loaded, so that it can run or show its help.
 */
export function edgeIngress(version: string, isNeeded = (_name: string): boolean => true): Command {
  const all = createCommand(
    "edge-ingress",
    "Tools for the Edge and Ingress Management API.",
    version,
  );
  const usages = new Map(Object.keys(commands).map((usage) => [usage.split(" ", 1).join(), usage]));
  for (const [name, usage] of usages) {
    all.addCommand(
      createCommand(
        usage,
        commands[usage] ?? "",
        version,
        isNeeded(name) ? loadModule(name) : undefined,
      ),
    );
  }
  const subcommandTerm = (command: Command) =>
    usages.get(command.name()) ?? `${command.name()} ${command.usage()}`;
  return all.addHelpText("after", HELP).configureHelp({ subcommandTerm }).version(version);
}
