#!/usr/bin/env node
import { Command } from "commander";
import { emulatorCommand } from "./emulator";
import { importFileCommand } from "./import-file";

const program = new Command("edge-ingress")
  .description("Tools for the Edge and Ingress Management API.")
  .addCommand(emulatorCommand())
  .addCommand(importFileCommand());

program.parseAsync().catch((error: unknown) => {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
