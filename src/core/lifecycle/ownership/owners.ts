import { EdgeIngressError } from "../../client/errors";
import type { FoundRecord, Owner, Records } from "./records";
import { conflictText } from "./texts";

/**
 * The resources of the running program that configure modules. A module has one owner. If several resources configure a module,
 * the owner is the resource that has the module in the state, in whichever order the engine checks them.
 */
export class ModuleOwners {
  constructor(private readonly records: Records) {}

  /**
   * Registers a resource as the owner of modules.
   *
   * @param inState The modules that the resource has in the state.
   * @returns The conflicts with other resources that configure the modules. The resource that has a module in the state stays its
   *   owner, even if its own registration reports the conflict.
   */
  register(owner: Owner, paths: readonly string[], inState: readonly string[]): string[] {
    return paths.flatMap((path) => this.registerPath(owner, path, inState.includes(path)) ?? []);
  }

  private registerPath(owner: Owner, path: string, isInState: boolean): string | undefined {
    const ownerInState = this.findOther("held", owner, path);
    if (ownerInState) return conflictText(path, ownerInState);
    const rival = this.findOther("configured", owner, path);
    if (isInState || !rival) this.records.add("configured", path, owner);
    if (isInState) this.recordInState(owner, [path]);
    return rival && conflictText(path, rival);
  }

  /** Records that a resource has modules in the state. */
  recordInState(owner: Owner, paths: readonly string[]): void {
    for (const path of paths)
      if (!this.records.find("held", path)?.isOfThisProcess) this.records.add("held", path, owner);
  }

  /** @throws {EdgeIngressError} if another resource of the program has one of the modules in the state. */
  requireNoOtherOwner(owner: Owner, paths: readonly string[]): void {
    for (const path of paths) {
      const ownerInState = this.findOther("held", owner, path);
      if (ownerInState) throw new EdgeIngressError(conflictText(path, ownerInState));
    }
  }

  /** The resource of the run that configures a module. */
  findOwner(path: string): FoundRecord | undefined {
    return this.records.find("configured", path);
  }

  private findOther(
    kind: "configured" | "held",
    owner: Owner,
    path: string,
  ): FoundRecord | undefined {
    const record = this.records.find(kind, path);
    return record && isOther(record, owner) ? record : undefined;
  }
}

/**
 * True if a record is of another resource of the same account: paths of two accounts may be equal. Without identities, two resources of
 * one process count as the same resource if they have the same type, and resources of two processes always do.
 */
function isOther(record: FoundRecord, { identity, type }: Owner): boolean {
  const haveIdentities = record.identity !== undefined && identity !== undefined;
  if (haveIdentities) return record.isSameAccount && record.identity !== identity;
  return record.isOfThisProcess && record.type !== type;
}
