/**
 * What a provider process learns of a run: that a program runs at all; of the paths of modules and of what these belong
 * to, that a resource configures a module, that the program declares an object, that another one replaces an object, that an
 * object gives up a module that was its argument. The program's process adds the modules that its resources state, those of
 * them whose resources the run covers, the modules that are arguments of other resources, and these resources themselves. If what
 * a resource depends on has failed, the engine does not register it: that is recorded by its type, alone and with its name, and
 * by the last parts of the paths of its modules.
 */
export type RecordKind =
  | "program"
  | "configured"
  | "declared"
  | "replaced"
  | "dropped"
  | "stated"
  | "covered"
  | "argument"
  | "object"
  | "unregistered";

/** A resource of the running program, to which modules may belong. */
export interface Owner {
  readonly type: string;
  /** What the engine calls it, where the host passes that on. */
  readonly urn?: string | undefined;
  readonly name?: string | undefined;
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

/** For a process that shares its run with no other one. */
export const ALONE: RunRecords = { add: () => undefined, find: () => undefined };

/** Without URNs, two resources of a type cannot be told apart. */
export const isSame = (one: Owner, other: Owner): boolean =>
  one.urn !== undefined && other.urn !== undefined ? one.urn === other.urn : one.type === other.type;

/** How messages name a resource. */
export const labelOf = ({ type, name }: Owner): string =>
  name === undefined ? `a resource of type ${type}` : `${type} ${name}`;

/** The error of a module that is kept because what the program configures on its object is not known. */
export const undecidedText = (path: string): string =>
  `the module at ${path} is not deleted: its route could not be updated or replaced in this run, so another resource of the program may ` +
  "configure the module; run `pulumi up` again";

/** The error of a module that is kept because a resource that depends on a failed one may configure it. */
export const unregisteredText = (path: string, owner: Owner): string =>
  `the module at ${path} is not deleted: ${labelOf(owner)} of this program may configure it, and could not be registered, because a ` +
  "resource that it depends on has failed; run `pulumi up` again";

/** The error of an object that is kept because the engine deletes what it could not register. */
export const declaredText = (owner: Owner): string =>
  `nothing is deleted here: this program declares ${labelOf(owner)}, which could not be registered, because a resource that it ` +
  "depends on has failed; run `pulumi up` again";

/** The line about a module that is kept for a resource of the run. */
export const ownedText = (path: string, owner: RunRecord): string =>
  `the module at ${path} is not deleted: ${labelOf(owner)} of this program configures it` +
  (owner.isSameAccount ? "" : ", with another API key");

/** The warning of a module that is kept for a resource that the run leaves out. */
export const keptText = (path: string, owner: Owner): string =>
  `the module at ${path} is not deleted: ${labelOf(owner)} of this program configures it, and this run leaves that ` +
  "resource out; run `pulumi up` for the whole program: the resource then adopts the module";
