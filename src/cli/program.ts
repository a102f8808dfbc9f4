import type { Command } from "commander";
import { DEFAULT_HOST } from "../emulator/defaults";
import { type CommandModule, commandLineExitCode, createCommand } from "./command";

interface ListedCommand {
  /** Such as `diff [options] <stack> <other>`. */
  readonly usage: string;
  readonly description: string;
  /** Loads the module of the command. Most modules load the tables of the provider, which takes time. */
  readonly load: () => Promise<CommandModule>;
}

const commands: readonly ListedCommand[] = [
  {
    usage: "emulator [options]",
    description: `Serve the API on ${DEFAULT_HOST}, for development and tests.`,
    load: () => import("./emulator.js"),
  },
  {
    usage: "conformance [options]",
    description: "Compare the service of an account with the API reference.",
    load: () => import("./conformance.js"),
  },
  {
    usage: "list [options]",
    description: "List the objects of an account, and the stacks that manage them.",
    load: () => import("./list.js"),
  },
  {
    usage: "import [options] [folder]",
    description:
      "Write a program for the objects of an account, and import the objects into a stack.",
    load: () => import("./import.js"),
  },
  {
    usage: "diff [options] <stack> <other>",
    description: "Compare the ingress resources of two stacks.",
    load: () => import("./diff.js"),
  },
  {
    usage: "plugin",
    description: "Install the plugin, for Pulumi programs in any language.",
    load: () => import("./plugin.js"),
  },
  {
    usage: "review [options] [files...]",
    description: "Report what the change of a `pulumi preview --json` does to the ingress.",
    load: () => import("./review.js"),
  },
  {
    usage: "ci",
    description: "Review the previews of a pull request in GitHub Actions and GitLab CI.",
    load: () => import("./ci.js"),
  },
  {
    usage: "explain [options] <path> [files...]",
    description:
      "Explain which route may serve a path, whom it admits, and which modules a request passes.",
    load: () => import("./explain.js"),
  },
  {
    usage: "test [options] [files...]",
    description: "Test expectations of an ingress against a stack, an export, or a preview.",
    load: () => import("./test.js"),
  },
  {
    usage: "map [options] [files...]",
    description:
      "Draw the ingress of stacks, exports or previews: edges, routes, and what protects each route.",
    load: () => import("./map.js"),
  },
];

const nameOf = (usage: string): string => usage.split(" ", 1).join();

const HELP = `
In a project that has the package installed, run it as \`npx edge-ingress\`. After a global installation, run it as \`edge-ingress\`.

Wrong arguments end each command with exit code 2. Exit code 1 is for what a command finds, and for a failure of the Pulumi CLI that
\`plugin install\` passes on.
`;

/** Runs the command that the arguments name. */
export async function runCommand(args: readonly string[], version: string): Promise<void> {
  try {
    const all = await edgeIngress(version, (name) => args.includes(name));
    await all.parseAsync(args, { from: "user" });
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
export async function edgeIngress(
  version: string,
  isNeeded = (_name: string): boolean => true,
): Promise<Command> {
  const all = createCommand(
    "edge-ingress",
    "Tools for the Edge and Ingress Management API.",
    version,
  );
  for (const { usage, description, load } of commands) {
    const module = isNeeded(nameOf(usage)) ? await load() : undefined;
    all.addCommand(createCommand(usage, description, version, module));
  }
  const usages = new Map(commands.map(({ usage }) => [nameOf(usage), usage]));
  const subcommandTerm = (command: Command) =>
    usages.get(command.name()) ?? `${command.name()} ${command.usage()}`;
  return all.addHelpText("after", HELP).configureHelp({ subcommandTerm }).version(version);
}
