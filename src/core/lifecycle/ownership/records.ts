/*
 * The records from which ownership follows. A record has a kind and the path of a module or of an object that modules belong to,
 * and may name a resource. docs/internals/ownership.md shows which event makes which record.
 */

/**
 * The kinds of records, with their scopes. A "local" record is of this process alone. The processes of a run share the other records:
 * by account and path, or by path alone. The process of a program does not know accounts, so its records are of the "run".
 */
export const RECORD_KINDS = {
  /** The stack's state has the module, or had it before this run. */
  managed: "local",
  /** A program runs, as in an update, and not in a `destroy`. It has no path. */
  program: "account",
  /** The run has checked a resource that configures the module. */
  configured: "account",
  /** That resource has the module in the state. */
  held: "account",
  /** The run has compared or created an object of the program. */
  declared: "account",
  /** The run replaces the object. */
  replaced: "account",
  /** The object gives up the module, which was an argument of it. */
  dropped: "account",
  /** The object is deleted, or is disabled or retained as the settings ask. */
  ended: "account",
  /** A module resource of the program declares the module, whether the run covers the resource or leaves it out. */
  stated: "run",
  /** The run covers that module resource. */
  covered: "run",
  /** An object of the program declares the module as an argument, whether the run covers the object or leaves it out. */
  argument: "run",
  /** That object. */
  object: "run",
  /** The first resource that has failed, or depends on a resource that has failed. It has no path. */
  failed: "run",
} as const;

export type RecordKind = keyof typeof RECORD_KINDS;

/** The kinds that the processes of a run share. */
export type SharedKind = {
  [K in RecordKind]: (typeof RECORD_KINDS)[K] extends "local" ? never : K;
}[RecordKind];

/** A resource of the running program, to which modules may belong. */
export interface Owner {
  readonly type: string;
  /** Its URN, or its name with the types of its parents. Undefined if the host of the provider passes neither on. */
  readonly identity?: string | undefined;
  readonly name?: string | undefined;
}

/** The resource of a record. */
export interface RunRecord extends Owner {
  /** The record is of an account with the same API key: paths of other accounts may be equal. */
  readonly isSameAccount: boolean;
}

/** The records of the other processes of a run. */
export interface RunRecords {
  /** Adds a record, which the other processes find from now on. */
  add(kind: SharedKind, path: string, owner?: Owner): void;
  /** The record of another process. */
  find(kind: SharedKind, path: string): RunRecord | undefined;
}

/** The records of the other processes in a run with a single process. */
const NO_OTHER_PROCESSES: RunRecords = { add: () => undefined, find: () => undefined };

/** A record of any process. */
export interface FoundRecord extends RunRecord {
  readonly isOfThisProcess: boolean;
}

/** The records of this process, and of the other processes of the run. */
export class Records {
  /** The records of this process, by kind and path. */
  private readonly records = new Map<RecordKind, Map<string, FoundRecord>>();

  constructor(private readonly others: RunRecords = NO_OTHER_PROCESSES) {}

  /** Adds a record. It replaces the record of another resource. */
  add(kind: RecordKind, path: string, owner?: Owner): void {
    const records = this.recordsOf(kind);
    const earlier = records.get(path);
    if (earlier && (!owner || isEqual(earlier, owner))) return;
    records.set(path, { ...(owner ?? NO_OWNER), isSameAccount: true, isOfThisProcess: true });
    if (isShared(kind)) this.others.add(kind, path, owner);
  }

  /** Removes a record of this process. */
  remove(kind: RecordKind, path: string): void {
    this.records.get(kind)?.delete(path);
  }

  has(kind: RecordKind, path: string): boolean {
    return this.find(kind, path) !== undefined;
  }

  find(kind: RecordKind, path: string): FoundRecord | undefined {
    const record = this.records.get(kind)?.get(path);
    if (record || !isShared(kind)) return record;
    const elsewhere = this.others.find(kind, path);
    return elsewhere && { ...elsewhere, isOfThisProcess: false };
  }

  private recordsOf(kind: RecordKind): Map<string, FoundRecord> {
    const records = this.records.get(kind) ?? new Map<string, FoundRecord>();
    this.records.set(kind, records);
    return records;
  }
}

/** The owner in a record that names no resource. */
const NO_OWNER: Owner = { type: "" };

const isShared = (kind: RecordKind): kind is SharedKind => RECORD_KINDS[kind] !== "local";

const isEqual = (a: Owner, b: Owner): boolean =>
  a.type === b.type && a.identity === b.identity && a.name === b.name;
