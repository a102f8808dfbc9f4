import { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import {
  type Owner,
  RECORD_KINDS,
  type RunRecord,
  type RunRecords,
  type SharedKind,
} from "../lifecycle/ownership/records";
import { digestTexts } from "../schema/digest";
import type { Log } from "../schema/problem";
import { atExit } from "./exit-actions";
import { isMissing, removeFile } from "./files";
import { processes } from "./identity";
import { folderOfUser } from "./private-folders";
import { markEnded, RunFiles } from "./run-files";
import { SharedFolder } from "./shared-folder";

export interface Account {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** One line of a process's file. Paths are digests: their ids may be secrets. */
interface Line extends Owner {
  readonly kind: SharedKind;
  readonly path: string;
  readonly account: string;
}

/**
 * The records of the processes that one engine runs: a file for each process, in a folder that only the user can access. The
 * engine gives all of them its own address. A later engine may have the same address, so the file of a provider process counts
 * only while the process is alive, and the process removes the file at its end. The engine ends its providers after the
 * program, and they still need what the program has recorded. So the file of a program that has ended counts for the processes
 * that were alive then, and the last of them removes it.
 */
export class SharedRun implements RunRecords {
  private readonly files: RunFiles;
  private readonly folder: SharedFolder;
  /** What the files of others held, which only grow. */
  private readonly known = new Map<string, Known>();

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
    this.files = new RunFiles(folder, engineAddress);
    // An earlier provider of this process knows nothing of this run.
    this.close();
  }

  add(kind: SharedKind, path: string, by: Owner = { type: "" }): void {
    const account = this.account();
    if (!account) return;
    const line: Line = { kind, ...keysOf(scopeOf(kind, account), path), ...by };
    this.folder.use(
      () => appendFileSync(this.files.own, `${JSON.stringify(line)}\n`, { mode: 0o600 }),
      undefined,
    );
  }

  find(kind: SharedKind, path: string): RunRecord | undefined {
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
    this.folder.cleanUp(() => removeFile(this.files.own));
  }

  private prepare(): void {
    this.files.removeLeftBehind();
    removeFile(this.files.own);
    writeFileSync(this.files.own, "", { flag: "wx", mode: 0o600 });
    const end = () => (this.role === "program" ? markEnded(this.files.own) : this.removeAtEnd());
    atExit(this.files.own, () => this.folder.cleanUp(end));
  }

  /** Removes the file of this process and, if no other process of the run is left, that of the program. */
  private removeAtEnd(): void {
    removeFile(this.files.own);
    const others = this.folder.use(() => this.files.ofRun(), []);
    if (others.some(({ process }) => processes.isRunning(process))) return;
    for (const { file } of others) removeFile(file);
  }

  private others(): Known[] {
    return this.files.inForce().map(({ file }) => {
      const known = readSince(file, this.known.get(file));
      this.known.set(file, known);
      return known;
    });
  }
}

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
    return {
      bytes,
      lines: new Map(records.map((record) => [keyOf(record.kind, record.path), record])),
    };
  } catch (error) {
    if (isMissing(error)) return known;
    throw error;
  }
}

const keyOf = (kind: SharedKind, path: string): string => `${kind} ${path}`;

/** A program does not know the accounts of its resources: what it records is known by its path alone. */
export const ANY_ACCOUNT: Account = { baseUrl: "", apiKey: "" };

const scopeOf = (kind: SharedKind, account: Account): Account =>
  RECORD_KINDS[kind] === "account" ? account : ANY_ACCOUNT;

const keysOf = ({ baseUrl, apiKey }: Account, path: string) => ({
  path: digestTexts(baseUrl, path),
  account: digestTexts(baseUrl, apiKey),
});
