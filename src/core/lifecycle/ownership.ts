import { EdgeIngressError, isNotFound, mayHaveBeenProcessed } from "../client/errors";
import { lastSegment } from "../schema/definition";
import type { Log } from "../schema/problem";
import { ModuleOwners } from "./module-owners";
import * as texts from "./ownership-texts";
import { type Fact, isShared, type ModuleParent, type Owner, type RunRecords } from "./run-records";

/**
 * To whom modules belong, by their paths: to every resource of the running program that configures one. A module is
 * deleted only when none does, whichever resource of the last program it came from. The engine checks all resources of a
 * program before it deletes those that the program has no more, so what this knows is complete when it is needed. The
 * engine may run several processes of this provider, each with resources of its own: what one learns, the others read.
 */
export class ModuleOwnership {
  private readonly facts = new Set<string>();
  readonly owners: ModuleOwners;
  /** The objects of the running program that modules belong to. */
  private readonly parents = new Map<string, ModuleParent>();
  /** The objects that the run replaces or deletes, with the places of those that replace them. */
  private readonly leaving = new Map<string, Pick<ModuleParent, "urn" | "place">>();
  private readonly deleted = new Set<string>();
  /** The first resource of the program that has failed in this process. */
  private failed: Owner | undefined;
  private readonly turns = new Map<string, Promise<unknown>>();

  /** @param run What the processes of the run share. Default: there is no other one. */
  constructor(private readonly run: RunRecords = { add: () => undefined, find: () => undefined }) {
    this.owners = new ModuleOwners(run);
  }

  /** Records a fact of paths, for the other processes too if it concerns them. */
  note(fact: Fact, ...paths: readonly string[]): void {
    for (const path of paths.filter((each) => !this.facts.has(`${fact} ${each}`))) {
      this.facts.add(`${fact} ${path}`);
      if (isShared(fact)) this.run.add(fact, path);
    }
  }

  /** What this process has learned holds no more. */
  forget(fact: Fact, path: string): void {
    this.facts.delete(`${fact} ${path}`);
  }

  /** Whether this process, or another one of the run, has learned a fact. */
  knows(fact: Fact, path: string): boolean {
    return (
      this.facts.has(`${fact} ${path}`) ||
      (isShared(fact) && this.run.find(fact, path) !== undefined)
    );
  }

  declare(parent: ModuleParent): void {
    this.parents.set(parent.path, parent);
    this.note("declared", parent.path);
  }

  /** Whether the running program declares the object that a module belongs to, also if the run leaves that object out. */
  isOnDeclared(path: string): boolean {
    const parent = parentOf(path);
    return this.knows("declared", parent) || this.run.find("object", parent) !== undefined;
  }

  /** Records that an object is replaced: its modules go with it. With its id, `next` was taken for declared in the comparison. */
  replace({ path, urn }: ModuleParent, next?: ModuleParent): void {
    this.note("replaced", path);
    this.leaving.set(path, {
      ...this.leaving.get(path),
      urn,
      ...(next?.place !== undefined && { place: next.place }),
    });
    if (!next || next.path === path) return;
    this.parents.delete(next.path);
    this.forget("declared", next.path);
  }

  /** Records that an object is about to be deleted. */
  remove({ path, urn }: ModuleParent): void {
    this.leaving.set(path, { ...this.leaving.get(path), urn });
  }

  /**
   * The object of the running program that has taken the place of the one at another path. If the command line replaces an
   * object, the engine compares nothing, and only a URN shows which object of another place that is.
   */
  successorOf(path: string, place: string): ModuleParent | undefined {
    const { urn, place: placeNow = place } = this.leaving.get(path) ?? {};
    let inPlace: ModuleParent | undefined;
    for (const other of this.parents.values()) {
      if (other.path !== path && urn !== undefined && other.urn === urn) return other;
      if (other.path !== path && other.place === placeNow) inPlace ??= other;
    }
    return inPlace;
  }

  /** Whether the running program configures a module only by a resource that the run leaves out. */
  isLeftOut(path: string): boolean {
    return !this.owners.ownerOf(path) && this.leftOutOwner(path) !== undefined;
  }

  /** The resource that the run leaves out and that configures a module, of which no resource of the run is the owner. */
  private leftOutOwner(path: string): Owner | undefined {
    // A destroy checks nothing. In an update, a resource that has the module and was not checked is left out.
    const isCovered = !this.knows("program", "") && this.run.find("covered", path) !== undefined;
    const owner = isCovered ? undefined : this.run.find("stated", path);
    // A route that this run covers, and that does not configure the module, has lost the argument to a transform.
    return (
      owner ??
      (this.knows("declared", parentOf(path)) ? undefined : this.run.find("argument", path))
    );
  }

  /** Whether a module was deleted whose object stays, and the running program does not declare that object. */
  isLostByObject(path: string): boolean {
    return this.deleted.has(path) && !this.isEnded(path) && !this.isOnDeclared(path);
  }

  /** Whether the run has deleted the object that a module belongs to, or has dealt with it as the settings ask. */
  isEnded(path: string): boolean {
    return this.knows("ended", parentOf(path));
  }

  /** The modules of the object at a path that were deleted in this run, by the last parts of their paths. */
  deletedModulesOf(path: string): string[] {
    return [...this.deleted].filter((each) => parentOf(each) === path).map(lastSegment);
  }

  /** Serializes operations per module, so that a create does not observe a pending deletion. */
  exclusively<T>(path: string, action: () => Promise<T>): Promise<T> {
    const turn = (this.turns.get(path) ?? Promise.resolve()).then(action);
    // Whether it fails is for whoever asked for it.
    this.turns.set(
      path,
      turn.catch(() => undefined),
    );
    return turn;
  }

  /** Records that a resource of the program has failed: the engine does not register what depends on it. */
  fail(owner: Owner): void {
    if (this.failed) return;
    this.failed = owner;
    this.run.add("failed", "", owner);
  }

  /** Why a required argument is absent, if that may follow from a failure in this run. */
  missingReason(): string | undefined {
    const failed = this.failedResource();
    return failed && texts.missingReason(failed);
  }

  private failedResource(): Owner | undefined {
    return this.failed ?? this.run.find("failed", "");
  }

  /**
   * Refuses a deletion after a failure. With `--continue-on-error`, the engine deletes whatever it has not registered, and so
   * also what the program declares in an `apply` of a resource that has failed.
   *
   * @param path Of a module. A module that stays for another resource of the program needs no refusal.
   * @throws {EdgeIngressError} if a resource of the program has failed in this run.
   */
  requireComplete(subject: string, path?: string): void {
    const failed = this.failedResource();
    if (!failed) return;
    const isKept =
      path !== undefined && (this.owners.ownerOf(path) ?? this.leftOutOwner(path)) !== undefined;
    if (!isKept) throw new EdgeIngressError(texts.incompleteText(subject, failed));
  }

  /** Deletes a module, unless it has to stay. */
  deleteModule(path: string, send: () => Promise<unknown>, log: Log): Promise<void> {
    return this.exclusively(path, async () => {
      const owner = this.owners.ownerOf(path);
      if (owner) return log({ severity: "info", text: texts.ownedText(path, owner) });
      const leftOut = this.leftOutOwner(path);
      if (leftOut) return log({ severity: "warning", text: texts.keptText(path, leftOut) });
      if (this.knows("replaced", parentOf(path))) return;
      await send().catch((error: unknown) => {
        // An earlier attempt has deleted it.
        if (isNotFound(error) && mayHaveBeenProcessed(error)) this.deleted.add(path);
        throw error;
      });
      this.deleted.add(path);
    });
  }

  /** The error of a module that could not be configured, which names what serves, or may serve, without it now. */
  explainUnprotected<E>(path: string, error: E): E {
    if (!(error instanceof EdgeIngressError)) return error;
    const parent = parentOf(path);
    const holder = this.parents.get(parent)?.name ?? parent;
    const serves = error.mayBeProcessed ? "may serve" : "serves";
    return error.with({
      consequences: [`${holder} ${serves} without ${lastSegment(path)} until that is fixed`],
    });
  }
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));
