/** An object that modules belong to: its path, and its name in messages. */
export interface ModuleParent {
  readonly path: string;
  readonly name: string;
  /** The same for an object and its replacement. It may contain secrets, so no message shows it. */
  readonly identityKey?: string;
  /** The URN of its resource. Undefined if the host does not pass it on, as for dynamic resources. */
  readonly urn?: string | undefined;
}

/** An object that the run replaces or deletes. */
interface DepartingObject {
  readonly urn: string | undefined;
  /** The identity key of the replacement. Undefined if the replacement has the same key, or is not known. */
  readonly successorKey: string | undefined;
}

/** The objects of the program that succeed objects which the run replaces or deletes. */
export class Successors {
  private readonly declared = new Map<string, ModuleParent>();
  private readonly departing = new Map<string, DepartingObject>();

  declare(parent: ModuleParent): void {
    this.declared.set(parent.path, parent);
  }

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
