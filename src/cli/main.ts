#!/usr/bin/env node
import { requireNode } from "../core/requirements/versions";

async function run(): Promise<void> {
  // After the check of Node.js: on an older one, loading it may fail with a message of its own.
  const { edgeIngress } = await import("./program.js");
  await edgeIngress(version()).parseAsync();
}

/** The package's version. */
const version = (): string => (require("../../package.json") as { readonly version: string }).version;

/** Of some commands, 1 means that there is a finding. */
function fail(error: unknown): void {
  console.error(`error: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 2;
}

try {
  requireNode(process.versions.node);
  run().catch(fail);
} catch (error) {
  fail(error);
}
