import type { AccountObject, Skipped } from "../../account/account";
import type { IdEntry } from "../../account/ids";
import type { NamedObject } from "../../account/named";
import type { ImportEntry } from "../../importing/import-file";
import type { Names } from "../../importing/naming";
import type { Plan } from "../../importing/plan";
import type { FileText, Language, Layout } from "../../importing/project";
import type { Progress } from "../progress";
import type { ImportFlags } from "./flags";
import type { ProjectFolder } from "./folder";
import type { Journal } from "./journal";
import type { TargetStack } from "./stack";

/** How a run shows what it is at, and is ended. */
export interface Session {
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

/** What an import into one project starts from. Each step adds what it finds or does. */
export interface Start {
  readonly flags: ImportFlags;
  /** Of this package. */
  readonly version: string;
  /** The folder that the command names. */
  readonly root: string;
  /** The part of a split account, which is a folder below it. */
  readonly part?: string | undefined;
  /** Of several parts, the one for which the account is read, and whose result has what concerns all of them. */
  readonly isFirst: boolean;
}

/** With the project and its stack, as they are before. */
export interface Checked extends Start {
  /** What the options name. */
  readonly ids: readonly IdEntry[];
  /** What is looked for beside the lists. */
  readonly named: readonly NamedObject[];
  readonly folder: ProjectFolder;
  readonly language: Language;
  readonly stack: TargetStack | undefined;
  /** Names that a file gives, by the keys of objects and ids. */
  readonly given: Names;
  /** What an earlier run has left to be done. */
  readonly earlier: Journal | undefined;
}

/** With the objects that it is about. */
export interface Read extends Checked {
  readonly objects: readonly AccountObject[];
  /** What cannot be read. */
  readonly unreadable: readonly Skipped[];
  /** What was asked for, and is not in the account. */
  readonly absent: readonly string[];
}

/** With all that is to be done. */
export interface Planned extends Read {
  readonly plan: Plan;
  readonly layout: Layout;
  readonly journal: Journal;
  /** The program's own files. */
  readonly files: readonly FileText[];
  /** Files of a project that does not exist yet, and what runs the program if nothing else does. */
  readonly others: readonly FileText[];
  /** What differs from what an earlier run has declared. */
  readonly changed: readonly string[];
  /** Objects that the stack manages already. */
  readonly managed: readonly AccountObject[];
  /** What the state does not have. */
  readonly entries: readonly ImportEntry[];
}

/** With the paths of the files that were written. */
export interface Written extends Planned {
  readonly written: readonly string[];
}

/** With what was done; a dry run does nothing. */
export interface Ended extends Planned {
  readonly written?: readonly string[];
  /** Objects that were imported, or would be. */
  readonly imported: number;
  readonly proof?: Proof | undefined;
}

/** What a preview shows after an import. */
export interface Proof {
  readonly isUnchanged: boolean;
  /** Why it is no proof. */
  readonly reason?: string;
  /** What it would change, in the words of the CLI. */
  readonly changes?: readonly string[];
}
