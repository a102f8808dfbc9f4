import * as lifecycle from "../lifecycle/lifecycle";
import type { ResourceState } from "../lifecycle/resource";
import { modulePaths } from "../schema/definition";
import { isSet, type Values } from "../schema/values";
import type { Call } from "./call";

/*
 * Resources of this run that have adopted modules: as resources of their own, or as arguments. A process of a version that
 * shares no records with others deletes such a module with the resource that had it before, at the end of the run.
 */

/** A resource was made, whose module may have been configured before, or its state of `before` has got modules as arguments. */
export function noteAdopted(
  call: Call,
  object: ResourceState,
  inputs: Values,
  before?: Values,
): void {
  const { definition } = call.resource;
  const { ownership, restorations } = call.shared;
  const modules = definition.kind === "collection" ? Object.keys(definition.modules ?? {}) : [];
  const isAdopted = before
    ? modules.some((name) => isSet(inputs[name]) && !isSet(before[name]))
    : modulePaths(definition, undefined, inputs).some((path) => ownership.knows("adopted", path));
  if (isAdopted) restorations.push(() => restore(call, object, inputs));
}

/** The engine waits for 5 s when it ends a run. */
const WITHIN_MS = 4_000;

/** Reads an object again, and configures it if its module is gone. Logs a failure. */
async function restore(before: Call, object: ResourceState, inputs: Values): Promise<void> {
  const call = before.again(WITHIN_MS);
  const warn = (text: string) => call.log({ severity: "warning", text });
  try {
    if (await call.run(() => isConfiguredAgain(call, object, inputs)))
      warn(
        "another version of this provider has deleted the module in this run; it is configured again",
      );
  } catch (error) {
    const { message } = error as Error;
    warn(`whether the module is still configured is unknown: ${message}; run \`pulumi refresh\``);
  }
}

/** Configures what is missing; false if nothing was. */
async function isConfiguredAgain(
  call: Call,
  object: ResourceState,
  inputs: Values,
): Promise<boolean> {
  const { resource } = call;
  const api = call.begin({ mayBeDeleted: true });
  const found = await lifecycle.read(resource, api, object);
  if (found && lifecycle.diffOf(resource, found.state, inputs).changed.length === 0) return false;
  await (found
    ? lifecycle.update(resource, api, found, inputs)
    : lifecycle.create(resource, api, inputs));
  return true;
}
