import type { Command } from "commander";
import { newCommand } from "./command";
import { diffCommand } from "./diff";
import { emulatorCommand } from "./emulator";
import { explainCommand } from "./explain";
import { importCommand } from "./import/command";
import { importFileCommand } from "./import-file";
import { listCommand } from "./list";
import { mapCommand } from "./map";
import { pluginCommand } from "./plugin";
import { reviewCommand } from "./review";
import { testCommand } from "./test";

const HELP = `
In a project that has the package installed, run it as \`npx edge-ingress\`. After a global installation, run it as \`edge-ingress\`.

Wrong arguments end each command with exit code 2. Exit code 1 is for what a command finds, and for a failure of the Pulumi CLI that
\`plugin install\` passes on.
`;

/** `edge-ingress` with all of its commands. */
export const edgeIngress = (version: string): Command =>
  newCommand("edge-ingress")
    .description("Tools for the Edge and Ingress Management API.")
    .version(version)
    .addHelpText("after", HELP)
    .addCommand(emulatorCommand())
    .addCommand(listCommand(version))
    .addCommand(importCommand(version))
    .addCommand(importFileCommand())
    .addCommand(diffCommand())
    .addCommand(pluginCommand(version))
    .addCommand(reviewCommand(version))
    .addCommand(explainCommand())
    .addCommand(testCommand())
    .addCommand(mapCommand());
