import { EdgeIngressError } from "../client/errors";
import { segmentOf } from "../schema/definition";
import type { Log } from "../schema/message";
import { ModuleParents } from "./module-parents";
import {
  ALONE,
  declaredText,
  isSame,
  keptText,
  labelOf,
  type Owner,
  ownedText,
  type RunRecord,
  type RunRecords,
  undecidedText,
  unregisteredText,
} from "./run-records";

/**
 * To whom modules belong, by their paths: to every resource of the running program that configures one. A module is
 * deleted only when none does, whichever resource of the last program it came from.
 *
 * The engine checks all resources of a program before it deletes those that the program has no more, so what this knows
 * is complete when it is needed. The engine may run several processes of this provider, each with resources of its own:
 * what one learns, the others read. Other programs are not known.
 */
export class ModuleOwnership {
  private readonly owners = new Map<string, Owner>();
  /** Modules of resources that this stack has had before. */
  private readonly managed = new Set<string>();
  /** The objects that modules belong to. */
  readonly parents: ModuleParents;
  private readonly deleted = new Set<string>();
  /** Objects that the run has deleted, or has dealt with as the settings ask for in place of that. */
  private readonly ended = new Set<string>();
  private readonly adopted = new Set<string>();
  /** Modules that were arguments of an object. */
  private readonly dropped = new Set<string>();
  private isProgramRunning = false;
  private readonly turns = new Map<string, Promise<unknown>>();

  /** @param run What the other processes of the same run have recorded. */
  constructor(private readonly run: RunRecords = ALONE) {
    this.parents = new ModuleParents(run);
  }

  /** Records that a resource configures modules; gives the problems with those that another one configures. */
  registerOwner(owner: Owner, paths: readonly string[]): string[] {
    return paths.flatMap((path) => {
      const other = this.otherOwner(owner, path);
      if (other) return [`the module at ${path} is already configured by ${labelOf(other)}: remove one of the two`];
      this.owners.set(path, owner);
      this.run.add("configured", path, owner);
      return [];
    });
  }

  private otherOwner(owner: Owner, path: string): Owner | undefined {
    const here = this.owners.get(path);
    if (here) return isSame(here, owner) ? undefined : here;
    const elsewhere = this.run.find("configured", path);
    // Of a resource without a URN, another process may have heard of the same one.
    const isOther = elsewhere?.isSameAccount && elsewhere.urn && owner.urn && elsewhere.urn !== owner.urn;
    return isOther ? elsewhere : undefined;
  }

  /** Records that a program runs, which declares resources. */
  recordProgram(): void {
    if (this.isProgramRunning) return;
    this.isProgramRunning = true;
    this.run.add("program", "");
  }

  /** Whether a program runs; a refresh and a destroy have none, unless the user asks for it. */
  hasProgram(): boolean {
    return this.isProgramRunning || this.run.find("program", "") !== undefined;
  }

  /** Records that the stack's state contains modules. */
  recordManaged(paths: readonly string[]): void {
    for (const path of paths) this.managed.add(path);
  }

  /** Whether the stack's state has a module, so that a create may replace its configuration. */
  isManaged(path: string): boolean {
    return this.managed.has(path);
  }

  /** Records that a resource was made whose module was configured already. */
  recordAdopted(path: string): void {
    this.adopted.add(path);
  }

  isAdopted(path: string): boolean {
    return this.adopted.has(path);
  }

  /** Whether the running program declares the object that a module belongs to, also if the run leaves that object out. */
  isOnDeclared(path: string): boolean {
    return this.parents.isDeclared(parentOf(path));
  }

  /** Whether the running program configures a module only by a resource that the run leaves out. */
  isLeftOut(path: string): boolean {
    return !this.isConfigured(path) && this.leftOutOwner(path) !== undefined;
  }

  /** The resource that the run leaves out and that configures a module, of which no resource of the run is the owner. */
  private leftOutOwner(path: string): Owner | undefined {
    // A destroy checks nothing. In an update, a resource that has the module and was not checked is left out.
    const isCovered = !this.hasProgram() && this.run.find("covered", path) !== undefined;
    const owner = isCovered ? undefined : this.run.find("stated", path);
    // A route that this run covers, and that does not configure the module, has lost the argument to a transform.
    return owner ?? (this.parents.isCovered(parentOf(path)) ? undefined : this.run.find("argument", path));
  }

  /** Whether a resource of this run configures a module of an object. */
  isConfigured(path: string): boolean {
    return this.ownerOf(path) !== undefined;
  }

  private ownerOf(path: string): RunRecord | undefined {
    const here = this.owners.get(path);
    return here ? { ...here, isSameAccount: true } : this.run.find("configured", path);
  }

  /** Records that the running program no longer has a module as an argument, which an update of its object deletes. */
  recordDropped(path: string): void {
    this.dropped.add(path);
    this.run.add("dropped", path);
  }

  isDropped(path: string): boolean {
    return this.dropped.has(path) || this.run.find("dropped", path) !== undefined;
  }

  /** Records that the run deletes an object, or keeps it as the settings ask for. */
  recordEnded(path: string): void {
    this.ended.add(path);
  }

  /** Whether a module was deleted whose object stays, and the running program does not declare that object. */
  isLostByObject(path: string): boolean {
    const parent = parentOf(path);
    return this.deleted.has(path) && !this.ended.has(parent) && !this.isOnDeclared(path);
  }

  /** The modules of the object at a path that were deleted in this run, by the last parts of their paths. */
  deletedModulesOf(path: string): string[] {
    return [...this.deleted].filter((each) => parentOf(each) === path).map(segmentOf);
  }

  /** Serializes operations per module, so that a create does not observe a pending deletion. */
  async exclusively<T>(path: string, action: () => Promise<T>): Promise<T> {
    const turn = (this.turns.get(path) ?? Promise.resolve()).then(action);
    const ended = turn.catch(() => undefined);
    this.turns.set(path, ended);
    try {
      return await turn;
    } finally {
      if (this.turns.get(path) === ended) this.turns.delete(path);
    }
  }

  /**
   * Before a module resource is deleted.
   *
   * @throws {EdgeIngressError} if another resource, which the engine has not registered, may configure the module.
   */
  requireDecided(path: string): void {
    if (this.isConfigured(path) || this.leftOutOwner(path)) return;
    if (this.parents.hasFailed(parentOf(path))) throw new EdgeIngressError(undecidedText(path));
    const owner = this.run.find("unregistered", segmentOf(path));
    if (owner) throw new EdgeIngressError(unregisteredText(path, owner));
  }

  /**
   * Before an object is deleted that is no module.
   *
   * @param resource Its type and name, or its type alone if nothing tells the name.
   * @throws {EdgeIngressError} if the program declares it, and the engine has not registered it.
   */
  requireRegistered(resource: string): void {
    const owner = this.run.find("unregistered", resource);
    if (owner) throw new EdgeIngressError(declaredText(owner));
  }

  /** Deletes a module, unless it has to stay. */
  deleteModule(path: string, send: () => Promise<unknown>, log: Log): Promise<void> {
    return this.exclusively(path, async () => {
      const owner = this.ownerOf(path);
      const leftOut = owner ? undefined : this.leftOutOwner(path);
      if (owner) {
        log({ severity: "info", text: ownedText(path, owner) });
      } else if (leftOut) {
        log({ severity: "warning", text: keptText(path, leftOut) });
      } else if (!this.parents.isReplaced(parentOf(path))) {
        await send();
        this.deleted.add(path);
      }
    });
  }

  /** The error of a module that could not be configured, which names what serves, or may serve, without it now. */
  explainUnprotected<E>(path: string, error: E): E {
    if (!(error instanceof EdgeIngressError)) return error;
    const holder = this.parents.nameOf(parentOf(path));
    const serves = error.mayBeProcessed ? "may serve" : "serves";
    return error.with({ consequences: [`${holder} ${serves} without ${segmentOf(path)} until that is fixed`] });
  }
}

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/"));
