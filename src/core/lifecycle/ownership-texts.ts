import type { Owner, RunRecord } from "./run-records";

/** How messages name a resource. */
export const labelOf = ({ type, name }: Owner): string =>
  name === undefined ? `a resource of type ${type}` : `${type} ${name}`;

/** The error of a module that is kept because what the program configures on its object is not known. */
export const undecidedText = (path: string): string =>
  `the module at ${path} is not deleted: its route could not be updated or replaced in this run, so another resource of the program may ` +
  "configure the module; run `pulumi up` again";

/**
 * The error of a module that is kept because its object may be one that was to be replaced. What the command line replaces, the
 * engine does not compare, so that nothing tells which object that is.
 */
export const unreplacedText = (path: string): string =>
  `the module at ${path} is not deleted: a route could not be created in this run, and may have been to replace the route of the module; ` +
  "run `pulumi up` again";

const UNREGISTERED = "could not be registered, because a resource that it depends on has failed; run `pulumi up` again";

/** The error of a module that is kept because a resource that depends on a failed one may configure it. */
export const unregisteredText = (path: string, owner: Owner): string =>
  `the module at ${path} is not deleted: ${labelOf(owner)} of this program may configure it, and ${UNREGISTERED}`;

/** The error of an object that is kept because the engine deletes what it could not register. */
export const declaredText = (owner: Owner): string =>
  `nothing is deleted here: this program declares ${labelOf(owner)}, which ${UNREGISTERED}`;

/** The line about a module that is kept for a resource of the run. */
export const ownedText = (path: string, owner: RunRecord): string =>
  `the module at ${path} is not deleted: ${labelOf(owner)} of this program configures it` +
  (owner.isSameAccount ? "" : ", with another API key");

/** The warning of a module that is kept for a resource that the run leaves out. */
export const keptText = (path: string, owner: Owner): string =>
  `the module at ${path} is not deleted: ${labelOf(owner)} of this program configures it, and this run leaves that ` +
  "resource out; run `pulumi up` for the whole program: the resource then adopts the module";

/** The warning of modules that an object lacks. */
export const missingText = (name: string, segments: readonly string[]): string =>
  `${name} serves without ${segments.join(" and ")}: this run leaves out, or has not reached, what configures that; ` +
  "run `pulumi up` for the whole program";

/** The line about a module that was deleted though its object was not. */
export const lostText = (path: string): string =>
  `the module at ${path} was deleted, and this run has not deleted its route: if the route still exists, it serves without ` +
  "the module; to keep the module, set `protect` or `retainOnDelete` on the module resource too, or import the module again";
