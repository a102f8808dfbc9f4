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
import { isNotFound, removeFile } from "./files";
import { localProcesses } from "./identity";
import { userFolder } from "./private-folders";
import { markEnded, RunFiles } from "./run-files";
import { SharedFolder } from "./shared-folder";

export type { Owner, SharedKind };

export interface Account {
  readonly baseUrl: string;
  readonly apiKey: string;
}

/** A line of a process's file. The path is a digest, because ids may be secrets. */
interface RecordLine extends Owner {
  readonly kind: SharedKind;
  readonly path: string;
  readonly account: string;
}

/**
 * The records of the processes that one engine runs. ./shared-folder.ts describes their files. A later engine may have the same
 * address, so the file of a provider counts only while its process is running. The file of an ended program counts for the
 * providers that were running when it ended, because they end after it.
 */
export class SharedRun implements RunRecords {
  private readonly files: RunFiles;
  private readonly folder: SharedFolder;
  /** The parsed files of other processes, by their paths. */
  private readonly parsedFiles = new Map<string, ParsedFile>();

  /** @param account Called for each record, which is after the provider was configured. Undefined without settings. */
  constructor(
    engineAddress: string,
    private readonly account: () => Account | undefined,
    log: Log,
    folder = userFolder(),
    private readonly role: "provider" | "program" = "provider",
  ) {
    const warningFor = (cause: string) =>
      `the provider processes of this run cannot share what they know of modules (${cause}): do not ` +
      "rename or replace a module resource and change its provider in the same update";
    this.folder = new SharedFolder(folder, () => this.prepare(), warningFor, log);
    this.files = new RunFiles(folder, engineAddress);
    // The file of an earlier run in this process has the same name, if the engine has the same address.
    this.close();
  }

  add(kind: SharedKind, path: string, owner: Owner = { type: "" }): void {
    const account = this.account();
    if (!account) return;
    const digests = digestKeys(recordedAccount(kind, account), path);
    const line: RecordLine = { kind, ...digests, ...owner };
    this.folder.use(
      () => appendFileSync(this.files.currentFile, `${JSON.stringify(line)}\n`, { mode: 0o600 }),
      undefined,
    );
  }

  /** Finds the record of another process, if possible with the same account. */
  find(kind: SharedKind, path: string): RunRecord | undefined {
    const account = this.account();
    if (!account) return undefined;
    const files = this.folder.use(() => this.readActiveFiles(), []);
    // Most runs have one process, which then computes no digests.
    if (files.length === 0) return undefined;
    const digests = digestKeys(recordedAccount(kind, account), path);
    const key = recordKey(kind, digests.path);
    const records = files.flatMap(({ records }) => records.get(key) ?? []);
    const sameAccount = records.find((record) => record.account === digests.account);
    if (sameAccount) return { ...sameAccount, isSameAccount: true };
    const [first] = records;
    return first && { ...first, isSameAccount: false };
  }

  /** Removes the file of this process. */
  close(): void {
    this.folder.cleanUp(() => removeFile(this.files.currentFile));
  }

  private prepare(): void {
    const { currentFile } = this.files;
    this.files.removeStale();
    removeFile(currentFile);
    writeFileSync(currentFile, "", { flag: "wx", mode: 0o600 });
    atExit(currentFile, () => this.folder.cleanUp(() => this.end()));
  }

  private end(): void {
    if (this.role === "program") markEnded(this.files.currentFile);
    else this.removeFiles();
  }

  /** Removes the file of this process and, if no other process of the run is left, the file of the program. */
  private removeFiles(): void {
    removeFile(this.files.currentFile);
    const others = this.folder.use(() => this.files.listOthers(), []);
    if (others.some(({ process }) => localProcesses.isRunning(process))) return;
    for (const { path } of others) removeFile(path);
  }

  private readActiveFiles(): ParsedFile[] {
    return this.files.listActive().map(({ path }) => {
      const parsed = parseIfLarger(path, this.parsedFiles.get(path));
      this.parsedFiles.set(path, parsed);
      return parsed;
    });
  }
}

/** The records of a file, by kind and path, and the size that the file had when it was read. */
interface ParsedFile {
  readonly bytes: number;
  readonly records: ReadonlyMap<string, RecordLine>;
}

const EMPTY_FILE: ParsedFile = { bytes: 0, records: new Map() };

/** Parses a file again if it has grown. Its process may have removed the file, or be writing the last line. */
function parseIfLarger(file: string, parsed = EMPTY_FILE): ParsedFile {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? parsed.bytes;
  if (bytes === parsed.bytes) return parsed;
  try {
    const completeLines = readFileSync(file, "utf8").split("\n").slice(0, -1);
    const records = completeLines.map((line) => JSON.parse(line) as RecordLine);
    return {
      bytes,
      records: new Map(records.map((record) => [recordKey(record.kind, record.path), record])),
    };
  } catch (error) {
    if (isNotFound(error)) return parsed;
    throw error;
  }
}

const recordKey = (kind: SharedKind, path: string): string => `${kind} ${path}`;

/** The account in the records of a program, which does not know the accounts of its resources. */
export const ANY_ACCOUNT: Account = { baseUrl: "", apiKey: "" };

const recordedAccount = (kind: SharedKind, account: Account): Account =>
  RECORD_KINDS[kind] === "account" ? account : ANY_ACCOUNT;

const digestKeys = ({ baseUrl, apiKey }: Account, path: string) => ({
  path: digestTexts(baseUrl, path),
  account: digestTexts(baseUrl, apiKey),
});
