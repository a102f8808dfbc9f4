import type { AccountObject } from "../../account/account";
import type { NamedObject } from "../../account/named";
import type { ImportEntry } from "../../importing/import-file";
import type { Plan } from "../../importing/plan";
import type { FileText, Layout } from "../../importing/project";
import type { ImportFlags } from "./flags";
import type { ProjectFolder } from "./folder";
import type { Journal } from "./journal";
import type { TargetStack } from "./stack";

/** A project that objects of the account are imported into, as it is before. Each step of the import adds what it finds or does. */
export interface Checked {
  readonly flags: ImportFlags;
  /** Of this package. */
  readonly version: string;
  /** The part of a split account. */
  readonly part?: string;
  readonly folder: ProjectFolder;
  readonly stack: TargetStack | undefined;
  /** What an earlier run has left to be done. */
  readonly earlier: Journal | undefined;
}

/** With the objects that it is about. */
export interface Read extends Checked {
  readonly objects: readonly AccountObject[];
  /** What was looked for beside the lists. */
  readonly named: readonly NamedObject[];
  /** What was named, and what the service does not have. */
  readonly missing: readonly NamedObject[];
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
