import {
  appendFileSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
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

/** How long an ended program's file stays at least: its engine may not have ended yet. */
const ENDED_KEPT_MS = 60_000;

/** Ends the name of a program's file when the program has ended. */
const ENDED = "ended";

/**
 * The records of the processes that one engine runs: a file for each process, in a folder that only the user can read. The
 * engine gives all of them its own address. A later engine may have the same address, so the file of a provider process counts
 * only while the process is alive, and the process removes the file at its end. The engine ends its providers after the
 * program, and they still need what the program has recorded. So the file of a program that has ended counts for the processes
 * that were alive then, and the last of them removes it.
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
    private readonly role: "provider" | "program" = "provider",
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
    for (const found of this.files()) if (isLeftBehind(found)) rmSync(found.file, { force: true });
    writeFileSync(this.file, "", { mode: 0o600 });
    atExit(this.file, () => (this.role === "program" ? markEnded(this.file) : this.removeAtEnd()));
  }

  /** Removes the file of this process and, if no other process of the run is left, that of the program. */
  private removeAtEnd(): void {
    removeFile(this.file);
    const others = this.folder.use(() => this.ofRun(), []);
    if (others.some(({ pid }) => isAlive(pid))) return;
    for (const { file } of others) removeFile(file);
  }

  /** The files of the other processes of this run. */
  private ofRun(): RunFile[] {
    return this.files().filter(({ run, pid }) => run === this.run && pid !== process.pid);
  }

  private others(): Known[] {
    return this.ofRun()
      .filter(isOfThisRun)
      .map(({ file }) => {
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
      const [host, run, pid, end] = name.split(".");
      const isEnded = end === ENDED;
      const found = { file: join(this.folder.path, name), run: `${host}.${run}`, pid: Number(pid), isEnded };
      return this.run.startsWith(`${host}.`) ? [found] : [];
    });
    // What comes in the same tick of the file system's clock does not change the time.
    const isCertain = Math.abs(now - changedMs) > tickMs(changedMs);
    return { files, changedMs: isCertain ? changedMs : undefined };
  }
}

/** What this process does at its end, by its files. It has one listener: Node.js warns of more than ten. */
const exits = new Map<string, () => void>();

function atExit(file: string, action: () => void): void {
  if (exits.size === 0) process.once("exit", endAll);
  exits.set(file, action);
}

function endAll(): void {
  for (const action of exits.values()) action();
}

/** Keeps a file for the providers, which end after the program; its time tells them when the program has ended. */
function markEnded(file: string): void {
  try {
    const now = new Date();
    utimesSync(file, now, now);
    renameSync(file, `${file}.${ENDED}`);
  } catch {
    // The file may be gone. Nobody is left to hear of anything else.
  }
}

const isOfThisRun = (found: RunFile): boolean =>
  found.isEnded ? wasChangedSinceStart(found.file) : isAlive(found.pid);

/** A later engine with the same address, and so a later process of this provider, starts after the program of an earlier run. */
function wasChangedSinceStart(file: string): boolean {
  const changedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return changedMs + tickMs(changedMs) >= performance.timeOrigin;
}

function isLeftBehind({ file, pid, isEnded }: RunFile): boolean {
  if (!isEnded) return !isAlive(pid);
  const endedMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return Date.now() - endedMs > ENDED_KEPT_MS;
}

function removeFile(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Opening the file reports what is wrong with its folder.
  }
}

/** The file of a process. */
interface RunFile {
  readonly file: string;
  readonly run: string;
  readonly pid: number;
  /** The process ran a program, and has ended. */
  readonly isEnded: boolean;
}

/** The files that a folder had when it was changed last. */
interface Listed {
  readonly files: readonly RunFile[];
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

const OF_PROGRAM: readonly RecordKind[] = ["stated", "covered", "argument", "object", "failed"];

const scopeOf = (kind: RecordKind, account: Account): Account => (OF_PROGRAM.includes(kind) ? ANY_ACCOUNT : account);

const keysOf = ({ baseUrl, apiKey }: Account, path: string) => ({
  path: digestOf(baseUrl, path),
  account: digestOf(baseUrl, apiKey),
});
