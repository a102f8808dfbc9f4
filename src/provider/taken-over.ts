import * as lifecycle from "../lifecycle/lifecycle";
import type { ModuleOwnership } from "../lifecycle/ownership";
import type { ResourceState } from "../lifecycle/resource";
import { modulePaths } from "../schema/module-paths";
import type { Values } from "../schema/values";
import type { Call } from "./call";

/** A module that was configured already when its resource was made. */
interface Module {
  readonly call: Call;
  readonly object: ResourceState;
  readonly inputs: Values;
}

/**
 * Modules that resources of this run have taken over. A process of a version that shares no records with others deletes
 * such a module with the resource that had it before, at the end of the run.
 */
export class TakenOver {
  private readonly modules: Module[] = [];

  /** A resource was made. */
  created(call: Call, ownership: ModuleOwnership, object: ResourceState, inputs: Values): void {
    const { definition } = call.resource;
    const [path] = definition.kind === "singleton" ? modulePaths(definition, undefined, inputs) : [];
    if (path !== undefined && ownership.isTakenOver(path)) this.modules.push({ call, object, inputs });
  }

  /** Looks at each of them again, and sets one that is gone. Whatever goes wrong, the user hears of it. */
  async restore(): Promise<void> {
    await Promise.all(this.modules.splice(0).map(restore));
  }
}

/** The engine waits for 5 s when it ends a run. */
const WITHIN_MS = 4_000;

async function restore({ call: before, object, inputs }: Module): Promise<void> {
  const call = before.again(WITHIN_MS);
  try {
    await call.run(async () => {
      const api = call.begin();
      if (await lifecycle.read(call.resource, api, object)) return;
      await lifecycle.create(call.resource, api, inputs);
      const text = "another version of this provider has deleted the module in this run; it is configured again";
      call.log({ severity: "warning", text });
    });
  } catch (error) {
    const text = `whether the module is still configured is unknown: ${(error as Error).message}; run \`pulumi refresh\``;
    call.log({ severity: "warning", text });
  }
}
