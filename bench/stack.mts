import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Emulator, EmulatorOptions } from "../src/emulator/index.js";
import { dataDir } from "../tools/base/project.mjs";
import { startTemporaryServer } from "../tools/build/local-server.mts";
import type { Context, Stack } from "./sides.mts";

/** More than any operation sends. */
const JOURNAL_LIMIT = 100_000;

/**
 * Opens a new stack on a server of its own.
 * @param options of the server
 */
export async function withStack<Result, Opened extends Stack>(
  open: (context: Context) => Promise<Opened>,
  options: EmulatorOptions["options"],
  work: (stack: Opened, server: Emulator) => Promise<Result>,
): Promise<Result> {
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
