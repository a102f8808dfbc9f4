/** An object that modules belong to: its path, and its name in messages. */
export interface ModuleParent {
  readonly path: string;
  readonly name: string;
  /** Identifies an object that takes its place. It may contain secrets, so no message shows it. */
  readonly place?: string;
  /** The URN of its resource. The host of dynamic resources passes none on. */
  readonly urn?: string | undefined;
}

/** An object that the run replaces or deletes. */
interface Leaving {
  readonly urn: string | undefined;
  /** The place of the object that replaces it. Undefined if that object has the same place, or is not known. */
  readonly place: string | undefined;
}

/** The objects of the program that take the places of objects which the run replaces or deletes. */
export class Successors {
  private readonly declared = new Map<string, ModuleParent>();
  private readonly leaving = new Map<string, Leaving>();

  declare(parent: ModuleParent): void {
    this.declared.set(parent.path, parent);
  }

  undeclare(path: string): void {
    this.declared.delete(path);
  }

  /** @param place The place of the object that replaces it. */
  replace({ path, urn }: ModuleParent, place: string | undefined): void {
    this.leaving.set(path, { urn, place: place ?? this.leaving.get(path)?.place });
  }

  remove({ path, urn }: ModuleParent): void {
    this.leaving.set(path, { urn, place: this.leaving.get(path)?.place });
  }

  findDeclared(path: string): ModuleParent | undefined {
    return this.declared.get(path);
  }

  /**
   * The object of the program that has taken the place of the object at a path. If a flag of the command line replaces an object,
   * the engine compares nothing, and only the URN shows which object of another place is the successor.
   */
  find(path: string, place: string): ModuleParent | undefined {
    const leaving = this.leaving.get(path);
    const others = [...this.declared.values()].filter((parent) => parent.path !== path);
    const withUrn = others.find(({ urn }) => urn !== undefined && urn === leaving?.urn);
    return withUrn ?? others.find((parent) => parent.place === (leaving?.place ?? place));
  }
}
