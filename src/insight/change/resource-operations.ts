import { isImport, isReplacement } from "../engine/operations";
import type { Arguments } from "../ingress/arguments";
import { DELETION, type Removal, type RetainReason, staysWithRoute } from "./retention";
import type { ChangedVersion, Versions } from "./versions";

/** The operations of the engine on the resources of one side of a change, by the arguments that the resources declare. */
export class ResourceOperations {
  readonly #versions: ReadonlyMap<string, ChangedVersion>;
  readonly #isDestroy: boolean;

  constructor(versions: Versions, isDestroy: boolean) {
    this.#versions = new Map(versions.map((version) => [version.resource.urn, version]));
    this.#isDestroy = isDestroy;
  }

  /** The paths that the engine found different, below the prefix of the arguments. */
  reportedPaths(args: Arguments): string[] {
    const { prefix } = args.declaration;
    const changed = this.#versionOf(args)?.step.changed ?? [];
    if (prefix === "") return [...changed];
    const below = `${prefix}.`;
    return changed
      .filter((path) => path === prefix || path.startsWith(below))
      .map((path) => path.slice(below.length));
  }

  /** True if the engine replaces the resource. */
  replaces(args: Arguments | undefined): boolean {
    const version = this.#versionOf(args);
    return version !== undefined && isReplacement(version.step.op);
  }

  /** True if the engine imports the resource. */
  imports(args: Arguments | undefined): boolean {
    const version = this.#versionOf(args);
    return version !== undefined && isImport(version.step.op);
  }

  /** The effect if the program removes the object. */
  removal(args: Arguments | undefined): Removal {
    return this.#versionOf(args)?.removal ?? DELETION;
  }

  /** The reason why the object stays on the server although the program removes it. */
  retainReason(args: Arguments | undefined): RetainReason | undefined {
    return this.#versionOf(args)?.retainedBy;
  }

  /** True if a module resource stays as long as its route. */
  staysWithRoute(args: Arguments): boolean {
    const version = this.#versionOf(args);
    return version !== undefined && staysWithRoute(version.resource, this.#isDestroy);
  }

  #versionOf(args: Arguments | undefined): ChangedVersion | undefined {
    return args && this.#versions.get(args.declaration.urn);
  }
}

/** The operations on both sides of a change. */
export interface OperationsOfSides {
  readonly before: ResourceOperations;
  readonly after: ResourceOperations;
}
