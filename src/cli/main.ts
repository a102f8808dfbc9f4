#!/usr/bin/env node
import { version } from "../../package.json";
import { requireNode } from "../core/requirements/versions";
import { linesBelow } from "../insight/engine/failure";
import { printable } from "../insight/report/text";
import { errorMessage } from "./input";
import { failIfOutputIsLost } from "./output";

async function run(): Promise<void> {
  requireNode(process.versions.node);
  // Loaded after the check: on an older Node.js, the module may fail to load with another message.
  const { runCommand } = await import("./program.js");
  await runCommand(process.argv.slice(2), version);
}

failIfOutputIsLost();

// Exit code 1 means a finding in some commands.
run().catch((error: unknown) => {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  for (const reported of errors) {
    console.error(`error: ${printable(errorMessage(reported))}`);
    for (const line of linesBelow(reported)) console.error(`  ${printable(line)}`);
  }
  process.exitCode = 2;
});
