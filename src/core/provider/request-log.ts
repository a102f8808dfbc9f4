import { appendFileSync, closeSync, openSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Log, Problem } from "../schema/problem";
import type { ReadSetting } from "../schema/read-settings";

/** Names the place to which every message goes as well: `requests`, or `requests:/path/to/file`. */
const REQUEST_LOG = "EDGE_INGRESS_LOG";

const TO_STDERR = "requests";
const TO_FILE = "requests:";

/** For the owner alone: paths name what an account has. */
const MODE = 0o600;

/**
 * The log that the environment asks for, if it does, or what is wrong with its variable. A file is made at once, so that one
 * that cannot be written is found before any request.
 */
export function openRequestLog(environment: ReadSetting): {
  readonly log?: Log;
  readonly problems: readonly Problem[];
} {
  const value = environment(REQUEST_LOG)?.trim() ?? "";
  if (value === "") return { problems: [] };
  if (value === TO_STDERR)
    return { log: lineLog((line) => process.stderr.write(line)), problems: [] };
  const file = value.startsWith(TO_FILE) ? value.slice(TO_FILE.length) : "";
  if (!isAbsolute(file))
    return toProblem('must be "requests", or "requests:" and the absolute path of a file');
  try {
    closeSync(openSync(file, "a", MODE));
  } catch (error) {
    return toProblem(
      `names a file that cannot be written (${(error as NodeJS.ErrnoException).code})`,
    );
  }
  return { log: lineLog((line) => appendFileSync(file, line, { mode: MODE })), problems: [] };
}

const toProblem = (reason: string) => ({
  problems: [{ path: `environment variable ${REQUEST_LOG}`, reason }],
});

const lineLog =
  (write: (line: string) => unknown): Log =>
  ({ severity, text }) => {
    try {
      write(`${new Date().toISOString()} ${severity} ${text}\n`);
    } catch {
      // A full disk fails no operation.
    }
  };
