import { linkSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { changedMsOf, isPresent, removeFile } from "./files";
import { PROCESS_NAME, type ProcessIdentity, processName } from "./processes";

/** How long a claim, or a create without an end, counts. No create that could still meet it takes longer. */
const KEPT_MS = 3_600_000;

/** How much older than the file itself its modification time may be. */
const LINKED_MS = 500;

export type Outcome = "sent" | "lost";

/** A create without an end: digests of the machine, the collection and the body, and which process has begun it. */
export interface CreateFile {
  readonly host: string;
  readonly collection: string;
  readonly body: string;
  readonly process: ProcessIdentity;
  /** Of the providers of the process, and of the creates of the provider. */
  readonly instance: number;
  readonly number: number;
  readonly outcome: Outcome;
}

const CLAIM = /^id\.[0-9a-f]{32}(\.[0-9.]+)?$/;

const CREATE = new RegExp(
  String.raw`^open\.([0-9a-f]{32})\.([0-9a-f]{32})\.([0-9a-f]{32})\.${PROCESS_NAME}\.(\d+)-(\d+)\.(sent|lost)$`,
);

export const claimName = (digest: string): string => `id.${digest}`;

export function createName({
  host,
  collection,
  body,
  process,
  instance,
  number,
  outcome,
}: CreateFile): string {
  return `open.${host}.${collection}.${body}.${processName(process)}.${instance}-${number}.${outcome}`;
}

/** Undefined for a name of anything else. */
export function parseCreateName(name: string): CreateFile | undefined {
  const match = CREATE.exec(name);
  if (!match) return undefined;
  const [, host = "", collection = "", body = "", pid, start = "", instance, number, outcome] =
    match;
  return {
    host,
    collection,
    body,
    process: { pid: Number(pid), start },
    instance: Number(instance),
    number: Number(number),
    outcome: outcome as Outcome,
  };
}

/** Removes the files of this package that no longer count. */
export function removeOldFiles(folder: string): void {
  for (const name of readdirSync(folder)) {
    if (!CLAIM.test(name) && !CREATE.test(name)) continue;
    const file = join(folder, name);
    const changedMs = changedMsOf(file);
    // A file that is gone by now may be about to be made again by another process.
    if (changedMs !== undefined && changedMs + KEPT_MS < Date.now()) removeFile(file);
  }
}

/** Makes empty files. Of several processes that make one file, one succeeds. */
export class FileMaker {
  /** The last claim that was made as a new file. */
  private newest = { file: "", atMs: 0 };

  /**
   * Makes the file of a claim; false if it exists. All files are empty, and those of half a second may have one time: a link to
   * a claim costs a tenth of what a new file does.
   */
  claim(file: string): boolean {
    const now = Date.now();
    const isRecent = Math.abs(now - this.newest.atMs) < LINKED_MS;
    if (isRecent) {
      const isMade = link(this.newest.file, file);
      if (isMade !== undefined) return isMade;
    }
    const isMade = write(file);
    if (isMade) this.newest = { file, atMs: now };
    return isMade;
  }

  /** Makes the file of an outcome. It is removed soon, so nothing is linked to it. */
  record(file: string): void {
    write(file);
  }
}

/** False if the file exists. */
function write(file: string): boolean {
  try {
    writeFileSync(file, "", { flag: "wx", mode: 0o600 });
    return true;
  } catch (error) {
    if (isPresent(error)) return false;
    throw error;
  }
}

/** False if the file exists; undefined if the file system has no links, or the other file is gone. */
function link(existing: string, file: string): boolean | undefined {
  try {
    linkSync(existing, file);
    return true;
  } catch (error) {
    return isPresent(error) ? false : undefined;
  }
}
