import * as pulumi from "@pulumi/pulumi";
import type { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import type { SharedRun } from "../../core/processes/shared-run";
import {
  type CollectionDefinition,
  type Definition,
  knownObjectPath,
  modulePaths,
  type SingletonDefinition,
} from "../../core/schema/definition";
import { pathKeys } from "../../core/schema/field";
import type { Values } from "../../core/schema/values";
import { warnOfOldEngine } from "./engine-support";
import { log } from "./messages";

/** A resource, as messages name it. */
type Owner = NonNullable<Parameters<SharedRun["add"]>[2]>;

/**
 * Records the modules that a resource configures, and the object to which its modules belong, for the provider. If an
 * engine option such as `--exclude` leaves a resource out, the engine does not have the resource checked, and then deletes
 * what other resources had.
 *
 * A module resource that the engine has dealt with, or that is in the state as the program states it, is registered
 * with the id of its module, and is recorded as covered: in a `destroy --run-program` it has to go.
 */
export function recordDeclaredModules(
  definition: Definition,
  resource: pulumi.CustomResource,
  name: string,
  { args, opts }: { readonly args: Values; readonly opts: pulumi.CustomResourceOptions },
): void {
  if (pulumi.runtime.isDryRun()) return;
  const by = { type: definition.type, name };
  recordFailure(by, { args, opts });
  if (definition.kind === "singleton") recordModule(definition, resource, args, by);
  else if (definition.modules) recordObject(definition, resource, args, by);
}

/** If what the resource depends on has failed, the engine never hears of the resource. */
function recordFailure(
  by: Owner,
  { args, opts }: { readonly args: Values; readonly opts: pulumi.CustomResourceOptions },
): void {
  const dependencies = pulumi.all([pulumi.output(args), urnsOf(opts.dependsOn), opts.parent?.urn]);
  onFailure(dependencies, () => record("failed", [""], by));
}

const urnsOf = (dependsOn: pulumi.CustomResourceOptions["dependsOn"]): pulumi.Output<unknown> =>
  pulumi
    .output(dependsOn ?? [])
    .apply((resources) => pulumi.all([resources].flat().map(({ urn }) => urn)));

function recordModule(
  definition: SingletonDefinition,
  resource: pulumi.CustomResource,
  args: Values,
  by: Owner,
): void {
  const keys = pathKeys(definition.fields);
  const ids = outputsOf(args, keys);
  const stated = ids.apply((known) =>
    record("stated", modulePaths(definition, undefined, known), by),
  );
  const covered = pulumi.all([resource.id, ids]).apply(([id, known]) => {
    const isCovered = id === keys.map((key) => known[key]).join("/");
    if (isCovered) record("covered", modulePaths(definition, undefined, known), by);
  });
  for (const output of [stated, covered]) onFailure(output, () => undefined);
}

/** The object, at the path that the engine has, and the modules that are its arguments, which go with its deletion. */
function recordObject(
  definition: CollectionDefinition,
  resource: pulumi.CustomResource,
  args: Values,
  by: Owner,
) {
  const stated = Object.keys(definition.modules ?? {}).filter((key) => args[key] !== undefined);
  const place = outputsOf(resource as unknown as Values, pathKeys(definition.fields));
  const recorded = pulumi
    .all([resource.id, outputsOf(args, stated), place])
    .apply(([id, modules, ids]) => {
      const path = id === undefined ? undefined : knownObjectPath(definition, id, ids);
      if (path === undefined) return;
      record("object", [path], by);
      record("argument", modulePaths(definition, id, { ...modules, ...ids }), by);
    });
  onFailure(recorded, () => undefined);
}

/** Handles the failure of an output, which fails with its resource. Before version 3.248, the SDK leaves it unknown. */
function onFailure(output: pulumi.Output<unknown>, action: () => void): void {
  if ("recover" in pulumi) pulumi.recover(output, action);
}

const outputsOf = (values: Values, keys: readonly string[]): pulumi.OutputInstance<Values> =>
  pulumi.all(
    Object.fromEntries(keys.map((key) => [key, values[key]])),
  ) as unknown as pulumi.OutputInstance<Values>;

function record(kind: Parameters<SharedRun["add"]>[0], paths: readonly string[], by: Owner): void {
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
  const shared: typeof import("../../core/processes/shared-run.js") = require("../../core/processes/shared-run");
  const known = runs.get(engine);
  if (known) return known;
  const run = new shared.SharedRun(address, () => shared.ANY_ACCOUNT, log, undefined, "program");
  runs.set(engine, run);
  warnOfOldEngine();
  const ended: typeof import("../../core/processes/engine-end.js") = require("../../core/processes/engine-end");
  ended.keepUntilEngineEnds(address, run);
  return run;
}
