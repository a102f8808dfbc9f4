#!/usr/bin/env node
import { requireNode } from "../core/requirements/node";

async function run(): Promise<void> {
  // After the check of Node.js: on an older one, loading it may fail with a message of its own.
  const { edgeIngress } = await import("./program.js");
  await edgeIngress(version()).parseAsync();
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
