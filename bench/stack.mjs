import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { dataDir } from "../tools/base/project.mjs";
import { startTemporaryServer } from "../tools/build/local-server.mjs";

/** More than any operation sends. */
const JOURNAL_LIMIT = 100_000;

/**
 * Opens a new stack on a server of its own.
 * @template {import("./sides.mjs").Stack} Opened
 * @template Result
 * @param {(context: import("./sides.mjs").Context) => Promise<Opened>} open
 * @param {import("../src/emulator/index.js").EmulatorOptions["options"]} options of the server
 * @param {(stack: Opened, server: import("../src/emulator/index.js").Emulator) => Promise<Result>} work
 * @returns {Promise<Result>}
 */
export async function withStack(open, options, work) {
  mkdirSync(dataDir, { recursive: true });
  // Below the repository, so that `require` finds the package from there.
  const folder = mkdtempSync(join(dataDir, "benchmark-"));
  // `await using` would be a syntax error in Node.js 22, on which this file runs as it is.
  const server = await startTemporaryServer({ journalLimit: JOURNAL_LIMIT, options });
  try {
    const stack = await open({ folder, baseUrl: server.url, apiKey: server.apiKey });
    try {
      return await work(stack, server);
    } finally {
      stack.close?.();
    }
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
