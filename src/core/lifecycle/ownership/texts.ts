import type { Owner, RunRecord } from "./records";

/** Describes a resource in messages. */
const describeOwner = ({ type, name }: Owner): string =>
  name === undefined ? `a resource of type ${type}` : `${type} ${name}`;

/** The problem with a module that two resources configure. */
export const conflictText = (path: string, rival: Owner): string =>
  `the module at ${path} is already configured by ${describeOwner(rival)}: remove one of the two`;

/** The reason of a problem with an absent argument, to follow the path of the argument. */
export const missingReason = (failed: Owner): string =>
  `is not known: ${describeOwner(failed)} has failed in this run, and this resource seems to depend on it`;

/** The error of a deletion in a run in which a resource has failed. */
export const incompleteText = (subject: string, failed: Owner): string =>
  `${subject} is not deleted: ${describeOwner(failed)} has failed in this run, and Pulumi has not registered what depends on it, ` +
  "so the program may still declare what is to be deleted; correct the failure, and run `pulumi up` again";

/** The line about a module that is kept for a resource of the run. */
export const ownedText = (path: string, owner: RunRecord): string =>
  `the module at ${path} is not deleted: ${describeOwner(owner)} of this program configures it` +
  (owner.isSameAccount ? "" : ", with another API key");

/** The warning of a module that is kept for a resource that the run leaves out. */
export const keptText = (path: string, owner: Owner): string =>
  `the module at ${path} is not deleted: ${describeOwner(owner)} of this program configures it, and this run leaves that ` +
  "resource out; run `pulumi up` for the whole program: the resource then adopts the module";

/** The warning of modules that an object lacks. */
export const missingText = (name: string, segments: readonly string[]): string =>
  `${name} serves without ${segments.join(" and ")}: this run leaves out, or has not reached, what configures that; ` +
  "run `pulumi up` for the whole program";

/** The warning of a module that was left to its object, which stays. */
export const leftText = (path: string): string =>
  `the module at ${path} was left to its route, and this run has not deleted the route: if the route still exists, the module is ` +
  "still configured, and in no state; import the module, or delete it at the service";

/** The line about a module that was deleted though its object was not. */
export const lostText = (path: string): string =>
  `the module at ${path} was deleted, and this run has not deleted its route: if the route still exists, it serves without ` +
  "the module; declare the module again, and set `protect` or `retainOnDelete` on the module resource too";
