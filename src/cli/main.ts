#!/usr/bin/env node
import { requireNode } from "../core/requirements/versions";
import { linesBelow } from "../insight/engine/failure";
import { printable } from "../insight/report/text";
import { errorMessage } from "./input";
import { failIfOutputIsLost } from "./output";

async function run(): Promise<void> {
  requireNode(process.versions.node);
  // After the check of Node.js: on an older one, loading it may fail with a message of its own.
  const { runCommand } = await import("./program.js");
  const { version } = require("../../package.json") as { readonly version: string };
  await runCommand(process.argv.slice(2), version);
}

failIfOutputIsLost();

/** Of some commands, 1 means that there is a finding. */
run().catch((error: unknown) => {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  for (const each of errors) {
    console.error(`error: ${printable(errorMessage(each))}`);
    for (const line of linesBelow(each)) console.error(`  ${printable(line)}`);
  }
  process.exitCode = 2;
});
