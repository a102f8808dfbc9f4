/** An object that modules belong to: its path, and its name in messages. */
export interface ModuleParent {
  readonly path: string;
  readonly name: string;
  /**
   * The values by which clients know the object. An object and a replacement in the same place have the same key. The key may contain
   * secrets, so no message shows it.
   */
  readonly identityKey?: string;
  /** The URN of its resource. Undefined if the host does not pass it on, as for dynamic resources. */
  readonly urn?: string | undefined;
}

/** An object that the run replaces or deletes. */
interface DepartingObject {
  readonly urn: string | undefined;
  /**
   * The identity key of the replacement. Undefined if the run has not compared the object with the program: then its successor is the
   * declared object with the same key.
   */
  readonly successorKey: string | undefined;
}

/** The objects of the program that succeed objects which the run replaces or deletes. */
export class Successors {
  private readonly declared = new Map<string, ModuleParent>();
  private readonly departing = new Map<string, DepartingObject>();

  declare(parent: ModuleParent): void {
    this.declared.set(parent.path, parent);
  }

  /** Takes back a path that the comparison has computed from the id of the replaced object. */
  undeclare(path: string): void {
    this.declared.delete(path);
  }

  replace({ path, urn }: ModuleParent, successorKey: string | undefined): void {
    const earlier = this.departing.get(path);
    this.departing.set(path, { urn, successorKey: successorKey ?? earlier?.successorKey });
  }

  remove(parent: ModuleParent): void {
    this.replace(parent, undefined);
  }

  findDeclared(path: string): ModuleParent | undefined {
    return this.declared.get(path);
  }

  /**
   * Finds the successor of the object at a path. If a flag of the command line replaces an object, the engine compares nothing.
   * Then only the URN shows which object with another identity key is the successor.
   */
  find(path: string, identityKey: string): ModuleParent | undefined {
    const departing = this.departing.get(path);
    const candidates = [...this.declared.values()].filter((parent) => parent.path !== path);
    const withUrn = candidates.find(({ urn }) => urn !== undefined && urn === departing?.urn);
    if (withUrn) return withUrn;
    const successorKey = departing?.successorKey ?? identityKey;
    return candidates.find((parent) => parent.identityKey === successorKey);
  }
}
