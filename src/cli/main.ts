#!/usr/bin/env node
import { Command } from "commander";
import { requireNode } from "../requirements/node";

async function run(): Promise<void> {
  requireNode(process.versions.node);
  // After the check: on an older Node.js, loading it may fail with a message of its own.
  const { emulatorCommand } = await import("./emulator.js");
  const { diffCommand } = await import("./diff.js");
  const { importFileCommand } = await import("./import-file.js");
  const { pluginCommand } = await import("./plugin.js");
  const { reviewCommand } = await import("./review.js");
  await new Command("edge-ingress")
    .description("Tools for the Edge and Ingress Management API.")
    .version(version())
    .addCommand(emulatorCommand())
    .addCommand(importFileCommand())
    .addCommand(diffCommand())
    .addCommand(pluginCommand(version()))
    .addCommand(reviewCommand(version()))
    .parseAsync();
}

/** The package's version. */
const version = (): string => (require("../../package.json") as { readonly version: string }).version;

run().catch((error: unknown) => {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
