import { EdgeIngressError, mayHaveBeenProcessed } from "../../client/errors";
import { lastSegment } from "../../schema/definition";
import type { Log } from "../../schema/problem";
import { ModuleOwners } from "./owners";
import { type FoundRecord, type Owner, Records, type RunRecords } from "./records";
import { type ModuleParent, Successors } from "./successors";
import * as texts from "./texts";

/** The reason to keep a module that the engine asks to delete. */
export type KeepReason =
  | { readonly keptFor: "owner" | "left-out-owner"; readonly owner: FoundRecord }
  | { readonly keptFor: "replaced-parent" };

/**
 * The owners of modules: the resources of the running program that configure the modules. A module is deleted only if it has no
 * owner. The engine checks all resources of a program before it deletes resources that the program no longer
 * declares, so the records are complete when they are needed. docs/internals/ownership.md has all events and decisions.
 */
export class ModuleOwnership {
  readonly owners: ModuleOwners;
  private readonly records: Records;
  private readonly successors = new Successors();
  private readonly deleted = new Set<string>();
  /** The modules whose deletion has failed with an unknown outcome. */
  private readonly perhapsDeleted = new Set<string>();
  private readonly lastOperation = new Map<string, Promise<unknown>>();

  /** @param others The records of the other processes of the run. Default: there are none. */
  constructor(others?: RunRecords) {
    this.records = new Records(others);
    this.owners = new ModuleOwners(this.records);
  }

  /* Events */

  /** A program runs. */
  recordProgram(): void {
    this.records.add("program", "");
  }

  /** The stack's state has modules. */
  recordManaged(paths: readonly string[]): void {
    for (const path of paths) this.records.add("managed", path);
  }

  /** The program declares an object that modules belong to. */
  declare(parent: ModuleParent): void {
    this.successors.declare(parent);
    this.records.add("declared", parent.path);
  }

  /**
   * The run replaces an object, and its modules with it.
   *
   * @param next The object that replaces it, if its path is known. Before it has an id, the comparison registers it under the id of
   *   the replaced object: on another edge, that is a path that no object has.
   */
  replace(parent: ModuleParent, next?: ModuleParent): void {
    this.records.add("replaced", parent.path);
    this.successors.replace(parent, next?.identityKey);
    if (!next || next.path === parent.path) return;
    this.successors.undeclare(next.path);
    this.records.remove("declared", next.path);
  }

  /** An object is about to be deleted. */
  remove(parent: ModuleParent): void {
    this.successors.remove(parent);
  }

  /** An object is deleted, or disabled or retained as the settings ask. */
  end(parent: string): void {
    this.records.add("ended", parent);
  }

  /** A module is gone. If the outcome of its deletion was unknown, this run has deleted it. */
  confirmDeletion(path: string): void {
    if (this.perhapsDeleted.delete(path)) this.deleted.add(path);
  }

  /** An object gives up modules that were its arguments. */
  drop(paths: readonly string[]): void {
    for (const path of paths) this.records.add("dropped", path);
  }

  /** A resource of the program has failed. Pulumi may not register the resources that depend on it. */
  fail(owner: Owner): void {
    if (!this.records.find("failed", "")?.isOfThisProcess) this.records.add("failed", "", owner);
  }

  /* Facts */

  hasProgram(): boolean {
    return this.records.has("program", "");
  }

  isManaged(path: string): boolean {
    return this.records.has("managed", path);
  }

  isDropped(path: string): boolean {
    return this.records.has("dropped", path);
  }

  /** True if the program declares the object of a module, whether the run covers the object or leaves it out. */
  isParentDeclared(path: string): boolean {
    const parent = parentPath(path);
    return this.records.has("declared", parent) || this.records.has("object", parent);
  }

  /** True if the object of a module is deleted, or disabled or retained as the settings ask. */
  isEnded(path: string): boolean {
    return this.records.has("ended", parentPath(path));
  }

  /** True if the program configures a module only by a resource that the run leaves out. */
  isLeftOut(path: string): boolean {
    return this.keepReason(path)?.keptFor === "left-out-owner";
  }

  /** True if a resource of the program configures a module, whether the run covers the resource or leaves it out. */
  isConfigured(path: string): boolean {
    const reason = this.keepReason(path);
    return reason !== undefined && "owner" in reason;
  }

  /** True if a module was deleted whose object stays, and the program does not declare that object. */
  isLostByObject(path: string): boolean {
    return this.deleted.has(path) && !this.isEnded(path) && !this.isParentDeclared(path);
  }

  /** The last segments of the paths of the modules that this process has deleted from an object. */
  listDeletedModules(parent: string): string[] {
    return [...this.deleted].filter((path) => parentPath(path) === parent).map(lastSegment);
  }

  /** The object of the program that succeeds the object at a path. */
  findSuccessor(path: string, identityKey: string): ModuleParent | undefined {
    return this.successors.find(path, identityKey);
  }

  /** The reason why a required argument is absent, if that may follow from a failure in this run. */
  missingReason(): string | undefined {
    const failed = this.records.find("failed", "");
    return failed && texts.missingReason(failed);
  }

  /* Decisions */

  /** Undefined if the module is to be deleted. */
  keepReason(path: string): KeepReason | undefined {
    const owner = this.owners.findOwner(path);
    if (owner) return { keptFor: "owner", owner };
    const leftOut = this.findLeftOutOwner(path);
    if (leftOut) return { keptFor: "left-out-owner", owner: leftOut };
    return this.records.has("replaced", parentPath(path))
      ? { keptFor: "replaced-parent" }
      : undefined;
  }

  /** The resource that configures a module and that the run leaves out. */
  private findLeftOutOwner(path: string): FoundRecord | undefined {
    const resource = this.records.find("stated", path);
    // A `destroy` deletes the resources that it covers. An update checks them, so that they are owners.
    const isCoveredByDestroy = !this.hasProgram() && this.records.has("covered", path);
    if (resource && !isCoveredByDestroy) return resource;
    // If the run covers the route, its check decides: a transform may have removed the argument.
    if (this.records.has("declared", parentPath(path))) return undefined;
    return this.records.find("argument", path);
  }

  /**
   * Refuses a deletion after a failure. With `--continue-on-error`, the engine deletes all resources that it has not registered,
   * and so also resources that the program declares in an `apply` of a failed resource.
   *
   * @param path The path of a module. A module that is kept for another resource needs no refusal.
   * @throws {EdgeIngressError} if a resource of the program has failed in this run.
   */
  requireComplete(subject: string, path?: string): void {
    const failed = this.records.find("failed", "");
    if (!failed) return;
    if (path !== undefined && this.isConfigured(path)) return;
    throw new EdgeIngressError(texts.incompleteText(subject, failed));
  }

  /** Deletes a module, unless there is a reason to keep it. */
  deleteModule(path: string, send: () => Promise<unknown>, log: Log): Promise<void> {
    return this.exclusively(path, async () => {
      const reason = this.keepReason(path);
      if (reason) {
        logKept(path, reason, log);
        return;
      }
      await send().catch((error: unknown) => {
        if (mayHaveBeenProcessed(error)) this.perhapsDeleted.add(path);
        throw error;
      });
      this.deleted.add(path);
    });
  }

  /** Serializes the operations on a module, so that a create does not meet a deletion that is in flight. */
  exclusively<T>(path: string, action: () => Promise<T>): Promise<T> {
    const operation = (this.lastOperation.get(path) ?? Promise.resolve()).then(action);
    // The caller handles the failure; the next operation begins in any case.
    this.lastOperation.set(
      path,
      operation.catch(() => undefined),
    );
    return operation;
  }

  /** Adds the name of the object that serves, or may serve, without the module to the error of a module that was not configured. */
  explainUnprotected<E>(path: string, error: E): E {
    if (!(error instanceof EdgeIngressError)) return error;
    const parent = parentPath(path);
    const name = this.successors.findDeclared(parent)?.name ?? parent;
    const serves = error.mayBeProcessed ? "may serve" : "serves";
    return error.with({
      consequences: [`${name} ${serves} without ${lastSegment(path)} until that is fixed`],
    });
  }
}

function logKept(path: string, reason: KeepReason, log: Log): void {
  // A module whose object is replaced goes with that object.
  if (reason.keptFor === "owner")
    log({ severity: "info", text: texts.ownedText(path, reason.owner) });
  if (reason.keptFor === "left-out-owner")
    log({ severity: "warning", text: texts.keptText(path, reason.owner) });
}

const parentPath = (path: string): string => path.slice(0, path.lastIndexOf("/"));
