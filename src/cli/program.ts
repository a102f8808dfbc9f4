import type { Command } from "commander";
import { DEFAULT_HOST } from "../emulator/defaults";
import { type CommandModule, commandLineExitCode, createCommand } from "./command";

/** What each command does, by its usage. A command and its module have the same name. */
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

/** Loads a command's module: the provider's tables, which most of the modules load, would slow down every start. */
const loadModule = (name: string): CommandModule => require(`./${name}`);

const HELP = `
In a project that has the package installed, run it as \`npx edge-ingress\`. After a global installation, run it as \`edge-ingress\`.

Wrong arguments end each command with exit code 2. Exit code 1 is for what a command finds, and for a failure of the Pulumi CLI that
\`plugin install\` passes on.
`;

/** Runs the command of these arguments. */
export async function runCommand(args: readonly string[], version: string): Promise<void> {
  try {
    await edgeIngress(version, (name) => args.includes(name)).parseAsync(args, { from: "user" });
  } catch (error) {
    const exitCode = commandLineExitCode(error);
    if (exitCode === undefined) throw error;
    process.exitCode = exitCode;
  }
}

/** `edge-ingress` with its commands, and with the modules of those that are asked for: that may run or show their help. */
export function edgeIngress(version: string, isAsked = (_name: string): boolean => true): Command {
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
        isAsked(name) ? loadModule(name) : undefined,
      ),
    );
  }
  const subcommandTerm = (each: Command) =>
    usages.get(each.name()) ?? `${each.name()} ${each.usage()}`;
  return all.addHelpText("after", HELP).configureHelp({ subcommandTerm }).version(version);
}
