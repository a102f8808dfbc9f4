import * as pulumi from "@pulumi/pulumi";
import type { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { keepUntilEngineEnds } from "../../core/processes/engine-end";
import {
  ANY_ACCOUNT,
  type Owner,
  type SharedKind,
  SharedRun,
} from "../../core/processes/shared-run";
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

/** The arguments and options of a resource. */
interface Declaration {
  readonly args: Values;
  readonly opts: pulumi.CustomResourceOptions;
}

/**
 * Records the modules that a resource configures, and the object to which its modules belong, in the files that the provider
 * processes of the run read. The provider needs the records if an engine option such as `--exclude` leaves the resource out: the
 * engine then does not have the resource checked, but deletes the modules of other resources.
 *
 * `RECORD_KINDS` describes the kinds of records. A module resource is covered if its id is the id of its module: the engine has then
 * processed the resource, or the state has it as the program declares it. A `destroy --run-program` has to
 * delete the modules of covered resources, although its program declares them.
 */
export function recordDeclaredModules(
  definition: Definition,
  resource: pulumi.CustomResource,
  name: string,
  { args, opts }: Declaration,
): void {
  if (pulumi.runtime.isDryRun()) return;
  const owner = { type: definition.type, name };
  recordFailure(owner, { args, opts });
  if (definition.kind === "singleton") recordModule(definition, resource, args, owner);
  else if (definition.modules) recordObject(definition, resource, args, owner);
}

/** If a dependency of a resource has failed, the engine never learns of the resource. */
function recordFailure(owner: Owner, { args, opts }: Declaration): void {
  const dependencies = pulumi.all([
    pulumi.output(args),
    dependencyUrns(opts.dependsOn),
    opts.parent?.urn,
  ]);
  // The record is about the resource, and has no path.
  onFailure(dependencies, () => record("failed", [""], owner));
}

const dependencyUrns = (
  dependsOn: pulumi.CustomResourceOptions["dependsOn"],
): pulumi.Output<unknown> =>
  pulumi
    .output(dependsOn ?? [])
    .apply((resources) => pulumi.all([resources].flat().map(({ urn }) => urn)));

function recordModule(
  definition: SingletonDefinition,
  resource: pulumi.CustomResource,
  args: Values,
  owner: Owner,
): void {
  const keys = pathKeys(definition.fields);
  const ids = combineOutputs(args, keys);
  const declared = ids.apply((known) =>
    record("stated", modulePaths(definition, undefined, known), owner),
  );
  const covered = pulumi.all([resource.id, ids]).apply(([id, known]) => {
    const isCovered = id === keys.map((key) => known[key]).join("/");
    if (isCovered) record("covered", modulePaths(definition, undefined, known), owner);
  });
  for (const output of [declared, covered]) onFailure(output, () => undefined);
}

/** Records an object, at the path that the engine has, and the modules that are its arguments and that its deletion ends. */
function recordObject(
  definition: CollectionDefinition,
  resource: pulumi.CustomResource,
  args: Values,
  owner: Owner,
): void {
  const moduleArguments = Object.keys(definition.modules ?? {}).filter(
    (key) => args[key] !== undefined,
  );
  const pathIds = combineOutputs(resource as unknown as Values, pathKeys(definition.fields));
  const recorded = pulumi
    .all([resource.id, combineOutputs(args, moduleArguments), pathIds])
    .apply(([id, modules, ids]) => {
      const path = id === undefined ? undefined : knownObjectPath(definition, id, ids);
      if (path === undefined) return;
      record("object", [path], owner);
      record("argument", modulePaths(definition, id, { ...modules, ...ids }), owner);
    });
  onFailure(recorded, () => undefined);
}

/** Handles the failure of an output, which fails with its resource. Before version 3.248, the SDK leaves it unknown. */
function onFailure(output: pulumi.Output<unknown>, action: () => void): void {
  if ("recover" in pulumi) pulumi.recover(output, action);
}

/** An output of the values at the keys. */
const combineOutputs = (values: Values, keys: readonly string[]): pulumi.OutputInstance<Values> =>
  pulumi.all(
    Object.fromEntries(keys.map((key) => [key, values[key]])),
  ) as unknown as pulumi.OutputInstance<Values>;

function record(kind: SharedKind, paths: readonly string[], owner: Owner): void {
  for (const path of paths) runOfProgram()?.add(kind, path, owner);
}

/** The runs by their engine clients. The Automation API runs several programs in a process, each with its own client. */
const runs = new WeakMap<object, SharedRun>();

/** The records of this run, which its provider processes read. A program in a unit test has no engine, and no records. */
function runOfProgram(): SharedRun | undefined {
  const engine = pulumi.runtime.getEngine() as EngineClient | undefined;
  if (!engine) return undefined;
  const known = runs.get(engine);
  if (known) return known;
  const address = engine.getChannel().getTarget().replace(/^dns:/, "");
  const run = new SharedRun(address, () => ANY_ACCOUNT, log, undefined, "program");
  runs.set(engine, run);
  warnOfOldEngine();
  keepUntilEngineEnds(address, run);
  return run;
}
