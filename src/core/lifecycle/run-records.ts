/**
 * What the processes of a run record, by paths of modules and of the objects that these belong to. A provider process
 * records which resource configures a module, which has it in the state, and the facts that are shared. The program's process
 * records the modules that its resources state, those of them whose resources the run covers, the modules that are arguments of
 * other resources, and these resources themselves. Both record a resource that has failed, or that depends on a resource that has failed; such a
 * record has no path.
 */
export type RecordKind =
  | SharedFact
  | "configured"
  | "held"
  | "stated"
  | "covered"
  | "argument"
  | "object"
  | "failed";

/** A resource of the running program, to which modules may belong. */
export interface Owner {
  readonly type: string;
  /** What tells it apart from others of its type, if the host passes that on: its URN, or its name with the types of its parents. */
  readonly identity?: string | undefined;
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
 * What a process learns and shares with the others: a program runs, which has no path; the program declares an object; the
 * run replaces an object; an object gives up a module that was its argument; an object is deleted, or kept or disabled as the
 * settings ask.
 */
const SHARED = ["program", "declared", "replaced", "dropped", "ended"] as const;

type SharedFact = (typeof SHARED)[number];

/** What a process learns of the path of a module: the stack's state has the module, or a resource has adopted it. */
export type Fact = SharedFact | "managed";

export const isShared = (fact: Fact): fact is SharedFact =>
  SHARED.some((shared) => shared === fact);
