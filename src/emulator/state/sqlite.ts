import type { DatabaseSync } from "node:sqlite";

/**
 * Opens a database file, or one in memory for ":memory:". Some supported Node versions print an experimental warning
 * when the module is first loaded; users of the emulator can do nothing about it, so that one warning is dropped.
 */
export function openDatabase(file: string): DatabaseSync {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    const sqlite = process.getBuiltinModule("node:sqlite");
    return new sqlite.DatabaseSync(file);
  } finally {
    process.emitWarning = emitWarning;
  }
}
