import { EdgeIngressError } from "../client/errors";
import { labelOf } from "./ownership-texts";
import type { Owner, RunRecord, RunRecords } from "./run-records";

/**
 * Which resources of the running program configure modules, by the paths of the modules. A module has one owner. Of several
 * resources that configure a module, the resource that has the module in the state keeps it, whichever the engine checks first.
 */
export class ModuleOwners {
  private readonly owners = new Map<string, Owner>();
  /** The owners that have their modules in the state. */
  private readonly holders = new Map<string, Owner>();

  constructor(private readonly run: RunRecords) {}

  /**
   * Records that a resource configures modules; gives the problems with those that another resource configures.
   *
   * @param held The modules that the resource has in the state.
   */
  register(owner: Owner, paths: readonly string[], held: readonly string[]): string[] {
    return paths.flatMap((path) => {
      const holder = this.otherHolder(owner, path);
      if (holder) return [conflictText(path, holder)];
      const other = this.otherOwner(owner, path);
      const isHeld = held.includes(path);
      if (isHeld || !other) this.configure(owner, path);
      if (isHeld) this.hold(owner, [path]);
      return other ? [conflictText(path, other)] : [];
    });
  }

  private configure(owner: Owner, path: string): void {
    this.owners.set(path, owner);
    this.run.add("configured", path, owner);
  }

  /** Records that a resource has modules in the state. */
  hold(owner: Owner, paths: readonly string[]): void {
    for (const path of paths) {
      if (this.holders.has(path)) continue;
      this.holders.set(path, owner);
      this.run.add("held", path, owner);
    }
  }

  /** @throws {EdgeIngressError} if another resource of the program has one of the modules in the state. */
  requireNoOtherHolder(owner: Owner, paths: readonly string[]): void {
    for (const path of paths) {
      const other = this.otherHolder(owner, path);
      if (other) throw new EdgeIngressError(conflictText(path, other));
    }
  }

  /** The resource that configures a module. */
  ownerOf(path: string): RunRecord | undefined {
    const here = this.owners.get(path);
    return here ? { ...here, isSameAccount: true } : this.run.find("configured", path);
  }

  private otherOwner(owner: Owner, path: string): Owner | undefined {
    const here = this.owners.get(path);
    if (here) return isSame(here, owner) ? undefined : here;
    return this.elsewhere("configured", owner, path);
  }

  private otherHolder(owner: Owner, path: string): Owner | undefined {
    const here = this.holders.get(path);
    if (here) return isSame(here, owner) ? undefined : here;
    return this.elsewhere("held", owner, path);
  }

  /** Another resource, of another process. Of a resource without an identity, that process may have heard of the same one. */
  private elsewhere(kind: "configured" | "held", owner: Owner, path: string): Owner | undefined {
    const found = this.run.find(kind, path);
    const isOther =
      found?.isSameAccount && found.identity && owner.identity && found.identity !== owner.identity;
    return isOther ? found : undefined;
  }
}

const conflictText = (path: string, other: Owner): string =>
  `the module at ${path} is already configured by ${labelOf(other)}: remove one of the two`;

/** Without identities, two resources of a type cannot be told apart. */
const isSame = (one: Owner, other: Owner): boolean =>
  one.identity !== undefined && other.identity !== undefined
    ? one.identity === other.identity
    : one.type === other.type;
