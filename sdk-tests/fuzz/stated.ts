import type { RecordKind } from "../../src/core/lifecycle/ownership/records";
import { ANY_ACCOUNT, SharedRun } from "../../src/core/processes/shared-run";
import { knownObjectPath, modulePaths } from "../../src/core/schema/definition";
import { pathKeys } from "../../src/core/schema/field";
import type { Values } from "../../src/core/schema/values";
import { resourceOf } from "../support/resources";

/** The id and the place of an object, as a program receives them. A run that leaves the object out does not change its place. */
interface Received {
  readonly id: string;
  readonly place: Values;
}

/**
 * What a program of the TypeScript classes records for the provider processes of its run: the modules that its resources
 * configure, and those of them with which the engine has dealt. The test process takes the part of the program's process.
 */
export class StatedModules {
  private readonly run: SharedRun;

  /** @param engine Where the engine listens. */
  constructor(engine: string) {
    const fail = ({ text }: { readonly text: string }) => {
      throw new Error(text);
    };
    this.run = new SharedRun(engine, () => ANY_ACCOUNT, fail);
  }

  /** Another run begins, or no program runs. */
  forget(): void {
    this.run.close();
  }

  /**
   * A resource is registered with these arguments. The paths of a route's modules need what the engine answers with.
   *
   * @param registered Gives what the program receives of an object that is there.
   */
  async registering(
    name: string,
    type: string,
    args: Values,
    registered: () => Promise<Received | undefined>,
  ) {
    const { definition } = resourceOf(type);
    const add = (kind: RecordKind, paths: readonly string[]) => this.add(name, type, kind, paths);
    if (definition.kind === "collection") {
      const made = await registered();
      if (!made || !definition.modules) return;
      const { id, place } = made;
      const inputs = { ...args, ...place };
      add("object", [knownObjectPath(definition, id, inputs) ?? []].flat());
      add("argument", modulePaths(definition, id, inputs));
      return;
    }
    const paths = modulePaths(definition, undefined, args);
    add("stated", paths);
    const ids = pathKeys(definition.fields).map((key) => args[key]);
    if ((await registered())?.id === ids.join("/")) add("covered", paths);
  }

  /** A resource depends on a resource that has failed. */
  dependsOnFailed(name: string, type: string): void {
    this.add(name, type, "failed", [""]);
  }

  private add(name: string, type: string, kind: RecordKind, paths: readonly string[]): void {
    for (const path of paths) this.run.add(kind, path, { type, name });
  }
}
