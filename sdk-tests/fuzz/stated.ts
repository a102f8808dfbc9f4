import type { SharedKind } from "../../src/core/lifecycle/ownership/records";
import { ANY_ACCOUNT, SharedRun } from "../../src/core/processes/shared-run";
import { knownObjectPath, modulePaths } from "../../src/core/schema/definition";
import { pathKeys } from "../../src/core/schema/field";
import type { Values } from "../../src/core/schema/values";
import { resourceOf } from "../support/resources";

/**
 * The id and the place of an object in the form that a program receives. A run that omits the object does not change
 * its place.
 */
interface Received {
  readonly id: string;
  readonly place: Values;
}

/**
 * The records of a program of the TypeScript classes for the provider processes of its run: the modules that its
 * resources configure, and the modules that the engine has processed. The test process acts as the process of the
 * program.
 */
export class StatedModules {
  private readonly run: SharedRun;

  /** @param engine The address of the engine. */
  constructor(engine: string) {
    const fail = ({ text }: { readonly text: string }) => {
      throw new Error(text);
    };
    this.run = new SharedRun(engine, () => ANY_ACCOUNT, fail);
  }

  /** Begins a new run, or ends the last. */
  forget(): void {
    this.run.close();
  }

  /**
   * Records the registration of a resource with these arguments. The paths of a route's modules need the engine's
   * response.
   * @param registered Returns the values of an existing object that the program receives.
   */
  async registering(
    name: string,
    type: string,
    args: Values,
    registered: () => Promise<Received | undefined>,
  ) {
    const { definition } = resourceOf(type);
    const add = (kind: SharedKind, paths: readonly string[]) => this.add(name, type, kind, paths);
    if (definition.kind === "collection") {
      const created = await registered();
      if (!created || !definition.modules) return;
      const { id, place } = created;
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

  /** Records that a resource depends on a resource that has failed. */
  dependsOnFailed(name: string, type: string): void {
    this.add(name, type, "failed", [""]);
  }

  private add(name: string, type: string, kind: SharedKind, paths: readonly string[]): void {
    for (const path of paths) this.run.add(kind, path, { type, name });
  }
}
