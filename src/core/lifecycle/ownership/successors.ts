import type { ModuleParent } from "./ownership";

/** An object that the run replaces or deletes. */
interface DepartingObject {
  readonly urn: string | undefined;
  /** The place of the object that replaces it. Undefined if that object has the same place, or is not known. */
  readonly successorKey: string | undefined;
}

/** The objects of the program that take the places of objects which the run replaces or deletes. */
export class Successors {
  private readonly declared = new Map<string, ModuleParent>();
  private readonly departing = new Map<string, DepartingObject>();

  declare(parent: ModuleParent): void {
    this.declared.set(parent.path, parent);
  }

  undeclare(path: string): void {
    this.declared.delete(path);
  }

  /** @param place The place of the object that replaces it. */
  replace({ path, urn }: ModuleParent, place: string | undefined): void {
    this.departing.set(path, {
      urn,
      successorKey: place ?? this.departing.get(path)?.successorKey,
    });
  }

  remove({ path, urn }: ModuleParent): void {
    this.departing.set(path, { urn, successorKey: this.departing.get(path)?.successorKey });
  }

  findDeclared(path: string): ModuleParent | undefined {
    return this.declared.get(path);
  }

  /**
   * The object of the program that has taken the place of the object at a path. If a flag of the command line replaces an object,
   * the engine compares nothing, and only the URN shows which object of another place is the successor.
   */
  find(path: string, place: string): ModuleParent | undefined {
    const leaving = this.departing.get(path);
    const others = [...this.declared.values()].filter((parent) => parent.path !== path);
    const withUrn = others.find(({ urn }) => urn !== undefined && urn === leaving?.urn);
    return (
      withUrn ?? others.find((parent) => parent.identityKey === (leaving?.successorKey ?? place))
    );
  }
}
