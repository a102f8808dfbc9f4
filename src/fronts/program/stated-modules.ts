import * as pulumi from "@pulumi/pulumi";
import type { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { SharedRun } from "../../core/provider/shared-run";
import type { Definition } from "../../core/schema/definition";
import { pathKeys } from "../../core/schema/field";
import { modulePaths } from "../../core/schema/module-paths";
import type { Values } from "../../core/schema/values";
import { log } from "./log";

/**
 * Records the modules that a resource configures, for the provider, which may not hear of them otherwise. If an engine option
 * such as `--exclude` leaves a resource out, or what it depends on has failed, the engine does not have it checked, and then
 * deletes what other resources had.
 *
 * A module resource that the engine has dealt with, or that is in the state as the program states it, is registered with the
 * id of its module, and is recorded as covered: in a `destroy --run-program` it has to go.
 */
export function recordStated(
  definition: Definition,
  resource: pulumi.CustomResource,
  name: string,
  args: Values,
): void {
  const keys = pathKeys(definition.fields);
  const modules = definition.kind === "collection" ? Object.keys(definition.modules ?? {}) : keys;
  const stated = modules.filter((key) => args[key] !== undefined);
  if (pulumi.runtime.isDryRun() || stated.length === 0) return;
  const by = { type: definition.type, name };
  const given: Readonly<Record<string, pulumi.Input<unknown>>> = Object.fromEntries(
    [...keys, ...stated].map((key) => [key, args[key]]),
  );
  const values = pulumi.all(given) as unknown as pulumi.OutputInstance<Record<string, unknown>>;
  if (definition.kind === "collection") {
    pulumi.all([resource.id, values]).apply(([id, known]) => record("stated", modulePaths(definition, id, known), by));
    return;
  }
  values.apply((known) => record("stated", modulePaths(definition, undefined, known), by));
  pulumi.all([resource.id, values]).apply(([id, known]) => {
    const isCovered = id === keys.map((key) => known[key]).join("/");
    if (isCovered) record("covered", modulePaths(definition, undefined, known), by);
  });
}

function record(
  kind: "stated" | "covered",
  paths: readonly string[],
  by: { readonly type: string; readonly name: string },
): void {
  for (const path of paths) runOfProgram()?.add(kind, path, by);
}

/** Of each engine client, which is that of one run: the Automation API runs several programs in one process. */
const runs = new WeakMap<object, SharedRun>();

/** What the provider processes of this run read. Programs in a unit test have no engine. */
function runOfProgram(): SharedRun | undefined {
  const engine = pulumi.runtime.getEngine() as EngineClient | undefined;
  if (!engine) return undefined;
  const address = engine.getChannel().getTarget().replace(/^dns:/, "");
  // Loaded with the first module, and at once: the engine deletes soon after the last registration.
  const shared: typeof import("../../core/provider/shared-run.js") = require("../../core/provider/shared-run");
  const run = runs.get(engine) ?? new shared.SharedRun(address, () => shared.ANY_ACCOUNT, log);
  runs.set(engine, run);
  return run;
}
