import type { DatabaseSync } from "node:sqlite";
import { OLDEST_NODE } from "../defaults";

/**
 * Opens a database file, or one in memory for ":memory:". Some supported Node versions print an experimental warning
 * when the module is first loaded; users of the emulator can do nothing about it, so that one warning is dropped.
 */
export function openDatabase(file: string | URL, options: { readonly readOnly?: true } = {}): DatabaseSync {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return new (sqlite().DatabaseSync)(file, options);
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** @throws an Error that names the Node.js that is needed, on one without SQLite */
function sqlite(): typeof import("node:sqlite") {
  const found = process.getBuiltinModule?.("node:sqlite");
  if (found !== undefined) return found;
  const present = process.versions.node;
  throw new Error(
    `the local server needs Node.js ${OLDEST_NODE} or newer, and this is ${present}: install a newer one`,
  );
}
