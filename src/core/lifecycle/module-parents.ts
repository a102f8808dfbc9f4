import type { RunRecords } from "./run-records";

/** Where an object is that modules belong to, and how messages name it. */
export interface ModuleParent {
  readonly path: string;
  readonly name: string;
  /** By what an object that takes its place is known, secrets included: never shown. */
  readonly place?: string;
  /** The URN of its resource; a dynamic resource knows none. */
  readonly urn?: string | undefined;
}

/** What a run does with the objects that modules belong to. */
export class ModuleParents {
  /** Those of the running program. */
  private readonly declared = new Map<string, ModuleParent>();
  private readonly replaced = new Set<string>();
  /** By what the objects in the place of replaced ones are known. */
  private readonly placesNow = new Map<string, string | undefined>();
  /** The resources of those that the run replaces or deletes. */
  private readonly urns = new Map<string, string | undefined>();
  /** Those of which the last update, or the replacement, has failed. */
  private readonly failed = new Set<string>();

  /** @param run What the other processes of the same run have recorded. */
  constructor(private readonly run: RunRecords) {}

  /** Records that the program declares an object. */
  declare(parent: ModuleParent): void {
    const { path, name } = parent;
    if (this.declared.get(path)?.name === name) return;
    this.declared.set(path, parent);
    this.run.add("declared", path);
  }

  /** Whether the running program declares the object at a path, also if the run leaves that object out. */
  isDeclared(path: string): boolean {
    return this.isCovered(path) || this.run.find("object", path) !== undefined;
  }

  /** Whether the running program declares the object at a path, and the run covers it. */
  isCovered(path: string): boolean {
    return this.declared.has(path) || this.run.find("declared", path) !== undefined;
  }

  /** How messages name the object at a path. */
  nameOf(path: string): string {
    return this.declared.get(path)?.name ?? path;
  }

  /**
   * Records that an object is replaced: its modules go together with it.
   *
   * @param next What takes its place, with the id of the old one: when the two were compared, it was taken for declared.
   */
  replace({ path, urn }: ModuleParent, next?: ModuleParent): void {
    this.replaced.add(path);
    this.urns.set(path, urn);
    this.run.add("replaced", path);
    if (!next) return;
    this.placesNow.set(path, next.place);
    if (next.path !== path) this.declared.delete(next.path);
  }

  /** Records that an object is about to be deleted. */
  remove({ path, urn }: ModuleParent): void {
    this.urns.set(path, urn);
  }

  isReplaced(path: string): boolean {
    return this.replaced.has(path) || this.run.find("replaced", path) !== undefined;
  }

  /**
   * The object of the running program that has taken the place of the one at another path. If the command line replaces an
   * object, the engine compares nothing, and only a URN shows which object of another place that is.
   */
  successorOf(path: string, place: string): ModuleParent | undefined {
    const placeNow = this.placesNow.get(path) ?? place;
    const urn = this.urns.get(path);
    const others = [...this.declared.values()].filter((other) => other.path !== path);
    const isSuccessor = (other: ModuleParent) => urn !== undefined && other.urn === urn;
    return others.find(isSuccessor) ?? others.find((other) => other.place === placeNow);
  }

  /** Records that an object could not be made: what it was to replace stays. */
  notCreated(urn: string | undefined, place: string | undefined): void {
    for (const path of this.replaced)
      if (urn === undefined ? this.placesNow.get(path) === place : this.urns.get(path) === urn) this.failed.add(path);
  }

  /**
   * Records whether the update of an object has failed: the engine then does not ask for what depends on it. Other processes
   * of the run do not hear of it, and the next update that succeeds ends it.
   */
  updated(path: string, isDone: boolean): void {
    if (isDone) this.failed.delete(path);
    else this.failed.add(path);
  }

  hasFailed(path: string): boolean {
    return this.failed.has(path);
  }
}
