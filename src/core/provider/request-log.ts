import { appendFileSync, closeSync, openSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Log, Problem } from "../schema/problem";
import type { ReadSetting } from "../schema/read-settings";

/** The environment variable that asks for a log of all messages: `requests`, or `requests:/path/to/file`. */
const VARIABLE = "EDGE_INGRESS_LOG";

const TO_STDERR = "requests";
const TO_FILE_PREFIX = "requests:";

/** Only the user can read the file, because paths contain the ids of objects. */
const MODE = 0o600;

export interface RequestLog {
  /** Undefined if the environment does not ask for a log. */
  readonly log?: Log;
  /** The problems with the environment variable. */
  readonly problems: readonly Problem[];
}

/** Opens the log. A file is created now, so that a file that cannot be written is a problem before any request. */
export function openRequestLog(environment: ReadSetting): RequestLog {
  const value = environment(VARIABLE)?.trim() ?? "";
  if (value === "") return { problems: [] };
  if (value === TO_STDERR) return openLog((line) => process.stderr.write(line));
  const file = value.startsWith(TO_FILE_PREFIX) ? value.slice(TO_FILE_PREFIX.length) : "";
  if (!isAbsolute(file))
    return refuse('must be "requests", or "requests:" and the absolute path of a file');
  try {
    closeSync(openSync(file, "a", MODE));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return refuse(`names a file that cannot be written (${code})`);
  }
  return openLog((line) => appendFileSync(file, line, { mode: MODE }));
}

const openLog = (write: (line: string) => unknown): RequestLog => ({
  log: ({ severity, text }) => {
    try {
      write(`${new Date().toISOString()} ${severity} ${text}\n`);
    } catch {
      // A full disk fails no operation.
    }
  },
  problems: [],
});

const refuse = (reason: string): RequestLog => ({
  problems: [{ path: `environment variable ${VARIABLE}`, reason }],
});
