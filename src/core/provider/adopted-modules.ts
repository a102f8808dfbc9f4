import * as lifecycle from "../lifecycle/lifecycle";
import type { ResourceState } from "../lifecycle/resource";
import { modulePaths } from "../schema/definition";
import { isSet, type Values } from "../schema/values";
import type { Call } from "./call";

/*
 * Resources of this run that have adopted modules: as resources of their own, or as arguments. A process of a version that
 * shares no records with others deletes such a module with the resource that had it before, at the end of the run.
 */

/** A resource was made; its module may have been configured already. */
export function created(call: Call, object: ResourceState, inputs: Values): void {
  const { resource, shared } = call;
  const { definition } = resource;
  const [path] = definition.kind === "singleton" ? modulePaths(definition, undefined, inputs) : [];
  if (path !== undefined && shared.ownership.facts.knows("adopted", path))
    shared.restorations.push(() => restore(call, object, inputs));
}

/** A resource was changed; modules may be arguments of it now that were not before. */
export function updated(call: Call, before: Values, object: ResourceState, inputs: Values): void {
  const { resource, shared } = call;
  const { definition } = resource;
  const modules = definition.kind === "collection" ? Object.keys(definition.modules ?? {}) : [];
  if (modules.some((name) => isSet(inputs[name]) && !isSet(before[name])))
    shared.restorations.push(() => restore(call, object, inputs));
}

/** The engine waits for 5 s when it ends a run. */
const WITHIN_MS = 4_000;

/** Reads an object again, and configures it if its module is gone. Logs a failure. */
async function restore(before: Call, object: ResourceState, inputs: Values): Promise<void> {
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
