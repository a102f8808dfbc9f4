#!/usr/bin/env node
import { requireNode } from "../core/requirements/versions";
import { printable } from "../insight/report/text";
import { linesBelow } from "../insight/stack/failure";
import { messageOf } from "./input";

async function run(): Promise<void> {
  requireNode(process.versions.node);
  // After the check of Node.js: on an older one, loading it may fail with a message of its own.
  const { edgeIngress } = await import("./program.js");
  const { version } = require("../../package.json") as { readonly version: string };
  await edgeIngress(version, (name) => process.argv.slice(2).includes(name)).parseAsync();
}

/** Of some commands, 1 means that there is a finding. */
run().catch((error: unknown) => {
  const errors: unknown[] = error instanceof AggregateError ? error.errors : [error];
  for (const each of errors) {
    console.error(`error: ${printable(messageOf(each))}`);
    for (const line of linesBelow(each)) console.error(`  ${printable(line)}`);
  }
  process.exitCode = 2;
});
