import * as lifecycle from "../lifecycle/lifecycle";
import type { ModuleOwnership } from "../lifecycle/ownership";
import type { Api, Resource, ResourceState } from "../lifecycle/resource";
import { modulePaths } from "../schema/definition";
import type { Log } from "../schema/problem";
import { isSet, type Values } from "../schema/values";

/** A call for a resource, which can be made again. */
interface Call {
  readonly resource: Resource;
  readonly log: Log;
  begin(): Api;
  run<T>(action: () => Promise<T>): Promise<T>;
  again(timeoutMs: number): Call;
}

/** A resource with a module that another resource may have had before. */
interface Holder {
  readonly call: Call;
  readonly object: ResourceState;
  readonly inputs: Values;
}

/**
 * Resources of this run that have adopted modules: as resources of their own, or as arguments. A process of a version that
 * shares no records with others deletes such a module with the resource that had it before, at the end of the run.
 */
export class AdoptedModules {
  private readonly holders: Holder[] = [];

  /** A resource was made; its module may have been configured already. */
  created(call: Call, ownership: ModuleOwnership, object: ResourceState, inputs: Values): void {
    const { definition } = call.resource;
    const [path] = definition.kind === "singleton" ? modulePaths(definition, undefined, inputs) : [];
    if (path !== undefined && ownership.facts.knows("adopted", path)) this.holders.push({ call, object, inputs });
  }

  /** A resource was changed; modules may be arguments of it now that were not before. */
  updated(call: Call, before: Values, object: ResourceState, inputs: Values): void {
    const { definition } = call.resource;
    const modules = definition.kind === "collection" ? Object.keys(definition.modules ?? {}) : [];
    if (modules.some((name) => isSet(inputs[name]) && !isSet(before[name])))
      this.holders.push({ call, object, inputs });
  }

  /** Reads each of them again, and configures those whose module is gone. Logs what fails. */
  async restore(): Promise<void> {
    await Promise.all(this.holders.splice(0).map(restore));
  }
}

/** The engine waits for 5 s when it ends a run. */
const WITHIN_MS = 4_000;

async function restore({ call: before, object, inputs }: Holder): Promise<void> {
  const call = before.again(WITHIN_MS);
  try {
    const isRestored = await call.run(() => isConfiguredAgain(call, object, inputs));
    if (isRestored) {
      const text = "another version of this provider has deleted the module in this run; it is configured again";
      call.log({ severity: "warning", text });
    }
  } catch (error) {
    const text = `whether the module is still configured is unknown: ${(error as Error).message}; run \`pulumi refresh\``;
    call.log({ severity: "warning", text });
  }
}

/** Configures what is missing; false if nothing was. */
async function isConfiguredAgain(call: Call, object: ResourceState, inputs: Values): Promise<boolean> {
  const { resource } = call;
  const api = call.begin();
  const found = await lifecycle.read(resource, api, object);
  if (found && lifecycle.diffOf(resource, found.state, inputs).changed.length === 0) return false;
  await (found ? lifecycle.update(resource, api, found, inputs) : lifecycle.create(resource, api, inputs));
  return true;
}
