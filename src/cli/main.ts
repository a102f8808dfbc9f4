#!/usr/bin/env node
import { Command } from "commander";
import { COMMAND } from "../core/requirements/command";
import { requireNode } from "../core/requirements/node";

const HELP = `
In a project that has the package installed, run it as \`npx edge-ingress\`; elsewhere as \`${COMMAND}\`.
`;

async function run(): Promise<void> {
  // After the check of Node.js: on an older one, loading it may fail with a message of its own.
  const { emulatorCommand } = await import("./emulator.js");
  const { diffCommand } = await import("./diff.js");
  const { explainCommand } = await import("./explain.js");
  const { importCommand } = await import("./import/command.js");
  const { importFileCommand } = await import("./import-file.js");
  const { listCommand } = await import("./list.js");
  const { mapCommand } = await import("./map.js");
  const { pluginCommand } = await import("./plugin.js");
  const { reviewCommand } = await import("./review.js");
  const { testCommand } = await import("./test.js");
  await new Command("edge-ingress")
    .description("Tools for the Edge and Ingress Management API.")
    .version(version())
    .addHelpText("after", HELP)
    .addCommand(emulatorCommand())
    .addCommand(listCommand())
    .addCommand(importCommand(version()))
    .addCommand(importFileCommand())
    .addCommand(diffCommand())
    .addCommand(pluginCommand(version()))
    .addCommand(reviewCommand(version()))
    .addCommand(explainCommand())
    .addCommand(testCommand())
    .addCommand(mapCommand())
    .parseAsync();
}

/** The package's version. */
const version = (): string => (require("../../package.json") as { readonly version: string }).version;

function fail(error: unknown, exitCode: number): void {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = exitCode;
}

try {
  requireNode(process.versions.node);
  run().catch((error: unknown) => fail(error, 1));
} catch (error) {
  // Of some commands, 1 says that there is a finding.
  fail(error, 2);
}
