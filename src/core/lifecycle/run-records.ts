/**
 * What a provider process learns of a run, by paths of modules and of the objects that these belong to: a resource configures a
 * module; what the other facts say that are shared. The program's process adds the modules that its resources state, those of
 * them whose resources the run covers, the modules that are arguments of other resources, and these resources themselves. If
 * what a resource depends on has failed, the engine does not register it: that is recorded by its type, alone and with its name,
 * and by the last parts of the paths of its modules.
 */
export type RecordKind = SharedFact | "configured" | "stated" | "covered" | "argument" | "object" | "unregistered";

/** A resource of the running program, to which modules may belong. */
export interface Owner {
  readonly type: string;
  /** What the engine calls it, if the host passes that on. */
  readonly urn?: string | undefined;
  readonly name?: string | undefined;
}

/** An object that modules belong to: its path, and how messages name it. */
export interface ModuleParent {
  readonly path: string;
  readonly name: string;
  /** By what an object that takes its place is known, secrets included: never shown. */
  readonly place?: string;
  /** The URN of its resource; a dynamic resource knows none. */
  readonly urn?: string | undefined;
}

/** What another process has recorded. */
export interface RunRecord extends Owner {
  /** It uses the same API key: of equal paths in different accounts, only one may be meant. */
  readonly isSameAccount: boolean;
}

/** What the provider processes of one run of the engine share. */
export interface RunRecords {
  /** Records something, for the others to find from now on. */
  add(kind: RecordKind, path: string, by?: Owner): void;
  /** What another process has recorded of a path. */
  find(kind: RecordKind, path: string): RunRecord | undefined;
}

/**
 * What a process learns and shares with the others: a program runs, which has no path; it declares an object; another one
 * replaces an object; that one could not be made, so the object is kept; an object gives up a module that was its argument.
 */
const SHARED = ["program", "declared", "replaced", "kept", "dropped"] as const;

type SharedFact = (typeof SHARED)[number];

/**
 * What a process learns, of the path of a module: the stack's state has it, or a resource has adopted it. Or of the path of an
 * object: it is deleted, or dealt with as the settings ask for in place of that; its last update has failed, so that the
 * engine does not ask for what depends on it.
 */
export type Fact = SharedFact | "managed" | "adopted" | "ended" | "failed";

export const isShared = (fact: Fact): fact is SharedFact => SHARED.some((shared) => shared === fact);
