import { appendFileSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Owner, RecordKind, RunRecord, RunRecords } from "../lifecycle/run-records";
import type { Log } from "../schema/problem";
import { digestOf, folderOfUser, isAlive, SharedFolder } from "./shared-folder";

export interface Account {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** One line of a process's file. Paths are digests: their ids may be secrets. */
interface Line extends Owner {
  readonly kind: RecordKind;
  readonly path: string;
  readonly account: string;
}

/**
 * The records of the provider processes that one engine runs: a file for each process, in a folder that only the user can
 * read. The engine gives all of them its own address. A later engine may have the same one, so only the files of processes
 * that are alive count, and each process removes its own.
 */
export class SharedRun implements RunRecords {
  private readonly file: string;
  private readonly run: string;
  private readonly folder: SharedFolder;
  /** What the files of others held, which only grow. */
  private readonly known = new Map<string, Known>();
  private listed: Listed = { files: [], changedMs: undefined };

  /** @param account Read when something is recorded, which is after the provider was configured; undefined without settings. */
  constructor(
    engineAddress: string,
    private readonly account: () => Account | undefined,
    log: Log,
    folder = folderOfUser(),
  ) {
    const warn = (cause: string) =>
      `the provider processes of this run cannot share what they know of modules (${cause}): do not ` +
      "rename or replace a module resource and change its provider in the same update";
    this.folder = new SharedFolder(folder, () => this.prepare(), warn, log);
    this.run = `${digestOf(hostname())}.${digestOf(engineAddress)}`;
    this.file = join(folder, `${this.run}.${process.pid}`);
    // An earlier provider of this process knows nothing of this run.
    this.close();
  }

  add(kind: RecordKind, path: string, by: Owner = { type: "" }): void {
    const account = this.account();
    if (!account) return;
    const line: Line = { kind, ...keysOf(scopeOf(kind, account), path), ...by };
    this.folder.use(() => appendFileSync(this.file, `${JSON.stringify(line)}\n`), undefined);
  }

  find(kind: RecordKind, path: string): RunRecord | undefined {
    const account = this.account();
    if (!account) return undefined;
    const others = this.folder.use(() => this.others(), []);
    // Most runs have one process, which need not make digests.
    if (others.length === 0) return undefined;
    const keys = keysOf(scopeOf(kind, account), path);
    const found = others.flatMap(({ lines }) => lines.get(keyOf(kind, keys.path)) ?? []);
    const line = found.find((each) => each.account === keys.account) ?? found[0];
    return line && { ...line, isSameAccount: line.account === keys.account };
  }

  /** Removes the file of this process. */
  close(): void {
    removeFile(this.file);
  }

  private prepare(): void {
    for (const { file } of this.files().filter(({ pid }) => !isAlive(pid))) rmSync(file, { force: true });
    writeFileSync(this.file, "", { mode: 0o600 });
    removeAtExit(this.file);
  }

  private others(): Known[] {
    const others = this.files().filter(({ run, pid }) => run === this.run && pid !== process.pid && isAlive(pid));
    return others.map(({ file }) => {
      const known = readSince(file, this.known.get(file));
      this.known.set(file, known);
      return known;
    });
  }

  /** The files of this machine's processes, whatever their runs. */
  private files() {
    const now = Date.now();
    const changedMs = statSync(this.folder.path).mtimeMs;
    if (this.listed.changedMs !== changedMs) this.listed = this.list(changedMs, now);
    return this.listed.files;
  }

  private list(changedMs: number, now: number): Listed {
    const files = readdirSync(this.folder.path).flatMap((name) => {
      const [host, run, pid] = name.split(".");
      const found = { file: join(this.folder.path, name), run: `${host}.${run}`, pid: Number(pid) };
      return this.run.startsWith(`${host}.`) ? [found] : [];
    });
    // What comes in the same tick of the file system's clock does not change the time.
    const isCertain = Math.abs(now - changedMs) > tickMs(changedMs);
    return { files, changedMs: isCertain ? changedMs : undefined };
  }
}

/** The files of this process, which removes them by one listener: Node.js warns of more than ten. */
const ownFiles = new Set<string>();

function removeAtExit(file: string): void {
  if (ownFiles.size === 0) process.once("exit", () => ownFiles.forEach(removeFile));
  ownFiles.add(file);
}

function removeFile(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Opening the file reports what is wrong with its folder.
  }
}

/** The files that a folder had when it was changed last. */
interface Listed {
  readonly files: readonly { readonly file: string; readonly run: string; readonly pid: number }[];
  /** Undefined if that was just before they were listed. */
  readonly changedMs: number | undefined;
}

/** A tick of the clock that a file system writes times by, or more: some write whole seconds, or every other one. */
const tickMs = (timeMs: number): number => (timeMs % 1_000 === 0 ? 2_000 : 100);

interface Known {
  readonly bytes: number;
  readonly lines: ReadonlyMap<string, Line>;
}

/** A process may be gone by now, or be writing its last line. */
function readSince(file: string, known: Known = { bytes: 0, lines: new Map() }): Known {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? known.bytes;
  if (bytes === known.bytes) return known;
  try {
    const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
    const records = lines.map((line) => JSON.parse(line) as Line);
    return { bytes, lines: new Map(records.map((record) => [keyOf(record.kind, record.path), record])) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return known;
    throw error;
  }
}

const keyOf = (kind: RecordKind, path: string): string => `${kind} ${path}`;

/** A program does not know the accounts of its resources: what it records is known by its path alone. */
export const ANY_ACCOUNT: Account = { baseUrl: "", apiKey: "" };

const OF_PROGRAM: readonly RecordKind[] = ["stated", "covered", "argument", "object", "unregistered"];

const scopeOf = (kind: RecordKind, account: Account): Account => (OF_PROGRAM.includes(kind) ? ANY_ACCOUNT : account);

const keysOf = ({ baseUrl, apiKey }: Account, path: string) => ({
  path: digestOf(baseUrl, path),
  account: digestOf(baseUrl, apiKey),
});
