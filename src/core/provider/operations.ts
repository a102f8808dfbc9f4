import {
  EdgeIngressError,
  ForeignAnswerError,
  HttpError,
  UnexpectedAnswerError,
} from "../client/errors";
import * as lifecycle from "../lifecycle/lifecycle";
import type { ListedResource, OnUnreadable, Resource, ResourceState } from "../lifecycle/resource";
import { UNKNOWN } from "../pulumi/engine-values";
import { type Checked, check as checkArguments } from "../schema/check";
import { type Diff, withoutSecretNames } from "../schema/diff";
import { hasOutputs, outputRows, pathKeys, type Table } from "../schema/field";
import { defined, type Values } from "../schema/values";
import type { Call, ResourceView } from "./call";
import { warnOfCredentials } from "./credential-warnings";
import { diffForEncryption } from "./encryption";
import * as modules from "./module-calls";
import { leaveToParent, reportLostModule } from "./modules-at-end";
import { digestOfServingBase, warnOfOtherAddress } from "./other-address";
import { logNewSpellings, warnOfDifferences } from "./reported-values";

/** An object as the engine's state has it, or what is known of it: the outputs hold the other ids in its path. */
export interface RecordedObject {
  readonly id: string;
  readonly outputs: Values;
  /** As the last view of the object had it. */
  readonly baseUrlDigest?: string | undefined;
}

/** The arguments of the program, or those of the last one in a refresh. In a preview, nothing is sent. */
export interface DeclaredInputs {
  readonly inputs: Values;
  readonly preview?: boolean;
}

/** Receives what cannot be read. Without it, that is an error. */
export interface UnreadableHandling {
  readonly onUnreadable?: OnUnreadable | undefined;
}

/** Checks arguments, and the settings with them. Sends nothing. `olds` are the arguments of the last program. */
export function check(
  call: Call,
  { olds, inputs: stated }: DeclaredInputs & { readonly olds: Values },
): Checked {
  const { definition } = call.resource;
  const { inputs, problems: ofArguments } = checkArguments(
    definition.fields,
    stated,
    call.markedPaths,
  );
  const wrong = [...call.context.settings().problems, ...modules.explainMissing(call, ofArguments)];
  const conflicts = modules.recordCheck(call, olds, wrong.length === 0 ? inputs : undefined);
  const problems = [
    ...wrong,
    ...conflicts.map((text) => ({ path: "", reason: call.redact(text) })),
  ];
  if (problems.length === 0) warnOfCredentials(call, inputs);
  return { inputs, problems };
}

/** Compares the recorded object with the arguments. Sends nothing. */
export function diff(
  call: Call,
  { id, outputs, inputs, baseUrlDigest: recorded }: RecordedObject & DeclaredInputs,
): Diff {
  const { resource } = call;
  const object = { id, state: outputs };
  lifecycle.requireWholeState(resource.definition, outputs);
  const conflicts = modules.recordBeforeDiff(call, object, inputs);
  const [problem = resource.precondition?.(outputs, inputs)] = conflicts;
  if (problem !== undefined) throw new EdgeIngressError(problem);
  warnOfOtherAddress(call, outputs, recorded);
  const difference = compare(call, object, inputs);
  modules.recordAfterDiff(call, object, inputs, difference);
  return difference;
}

/** The difference between an object and the arguments, without the names of secrets. */
function compare(call: Call, object: ResourceState, inputs: Values): Diff {
  const { resource } = call;
  const isDropped = modules.isDropped(call, object);
  const state = isDropped ? pathArguments(resource, object.state) : object.state;
  const difference = lifecycle.diffState(resource, state, inputs);
  const isOnlyMarked = difference.changed.length === 0 && call.newlyMarkedPaths.length > 0;
  if (isOnlyMarked && modules.isOfProgram(call, inputs))
    return diffForEncryption(call, difference, object.state);
  return {
    ...difference,
    ...(isDropped && { isHidden: true }),
    details: withoutSecretNames(difference.details, call.markedPaths),
  };
}

/** A module that its object has given up is compared as if it had no configuration, so that its resource configures it again. */
const pathArguments = ({ definition }: Resource, state: Values): Values =>
  defined(pathKeys(definition.fields).map((key) => [key, state[key]] as const));

/** Makes the object. In a preview, what only the service knows is unknown. */
export async function create(
  call: Call,
  { inputs, preview }: DeclaredInputs,
): Promise<ResourceView> {
  const { resource } = call;
  modules.requireOwned(call, { id: undefined, inputs });
  if (preview)
    return toView(call, {
      id: "",
      state: { ...toUnknownOutputs(resource.definition.fields), ...inputs },
    });
  const object = await lifecycle.create(
    resource,
    call.beginOperation({ owner: modules.getOwner(call, inputs) }),
    inputs,
  );
  modules.recordCreated(call, object, inputs);
  logNewSpellings(call, object, {});
  return { ...toReportedView(call, object), ...warnOfDifferences(call, object, inputs) };
}

/** The object as it is now, by what the program states of it; `undefined` if it is gone. */
export async function read(
  call: Call,
  { id, outputs, baseUrlDigest: recorded }: RecordedObject,
): Promise<ResourceView | undefined> {
  const object = await lifecycle.read(call.resource, call.beginOperation({ isManaged: true }), {
    id,
    state: outputs,
  });
  // If the service itself answers with that address, it is not a different one.
  if (object?.state.uri !== outputs.uri) warnOfOtherAddress(call, outputs, recorded);
  return object && toReportedView(call, object);
}

/**
 * The whole object, whoever made it; `undefined` if there is no such object. `masked` are the paths of the secrets that are set,
 * and that the service masks.
 */
export async function find(
  call: Call,
  { id, outputs, onUnreadable }: RecordedObject & UnreadableHandling,
) {
  try {
    const object = await lifecycle.lookUp(call.resource, call.beginOperation(), id, outputs);
    return object && { ...toReportedView(call, object), masked: object.masked };
  } catch (error) {
    if (!onUnreadable || !isFaultOfObject(error)) throw error;
    onUnreadable(id, call.redact(error.message));
    return undefined;
  }
}

/** Whether one object is at fault, and not the account, the address or the network. */
const isFaultOfObject = (error: unknown): error is EdgeIngressError =>
  (error instanceof UnexpectedAnswerError && !(error instanceof ForeignAnswerError)) ||
  (error instanceof HttpError && error.status !== 401);

/** The whole object, whoever made it. If there is no such object, that is an error. */
export async function get(call: Call, request: RecordedObject): Promise<ResourceView> {
  const object = await lifecycle.lookUp(
    call.resource,
    call.beginOperation(),
    request.id,
    request.outputs,
  );
  if (object) return toReportedView(call, object);
  throw new EdgeIngressError(
    `there is no ${call.resource.definition.type} with the id ${request.id}; check the id, and that the API key is of its account`,
  );
}

/** The objects of the account, whole and in the service's order: all of them, or the first ones. */
export async function list(
  call: Call,
  { limit, onUnreadable }: UnreadableHandling & { readonly limit?: number | undefined },
) {
  const objects = await lifecycle.lookUpAll(
    requireListed(call.resource),
    call.beginOperation(),
    limit,
    onUnreadable,
  );
  return objects.map((object) => ({ ...toView(call, object), masked: object.masked }));
}

/** Changes the object in place. In a preview, outputs that do not follow from a change stay known. */
export async function update(
  call: Call,
  { id, outputs, inputs, preview }: RecordedObject & DeclaredInputs,
): Promise<ResourceView> {
  const { resource } = call;
  const object = { id, state: outputs };
  modules.requireOwned(call, { id, inputs });
  if (preview) return toView(call, { id, state: previewUpdate(resource, outputs, inputs) });
  const state = await lifecycle.update(
    resource,
    call.beginOperation({ isManaged: true }),
    object,
    inputs,
  );
  modules.recordConfigured(call, { id, inputs });
  logNewSpellings(call, { id, state }, outputs);
  return {
    ...toReportedView(call, { id, state }),
    ...warnOfDifferences(call, { id, state }, inputs),
  };
}

/**
 * Deletes the object; if it is gone already, nothing is left to do. A module whose object the last program declared is left to
 * that object, if a program runs that no longer declares it: `isParentDeclared` is what the state has of the module's last view.
 */
export async function deleteObject(
  call: Call,
  { id, outputs, isParentDeclared }: RecordedObject & Pick<ResourceView, "isParentDeclared">,
) {
  const object = { id, state: outputs };
  modules.recordDeletion(call, object);
  if (isParentDeclared && (await modules.goesWithParent(call, object)))
    return leaveToParent(call, object);
  await lifecycle.remove(call.resource, call.beginOperation({ isManaged: true }), object);
  reportLostModule(call, object, isParentDeclared === true);
}

/** An object that the service has shown, in the form that fronts return; logs what is wrong with it. */
function toReportedView(call: Call, object: ResourceState): ResourceView {
  const { resource } = call;
  call.redactSecretsOf(object.state);
  resource.diagnose?.(object.state, call.log);
  return {
    ...toView(call, object),
    isParentDeclared: modules.isParentDeclared(call, object),
    baseUrlDigest: digestOfServingBase(call, object.state),
  };
}

const toView = (call: Call, { id, state }: ResourceState): ResourceView => ({
  id,
  inputs: lifecycle.selectInputs(call.resource, state),
  outputs: state,
  ...call.findSecretPaths(state),
});

function requireListed(resource: Resource): ListedResource {
  if ("list" in resource.operations) return resource as ListedResource;
  throw new EdgeIngressError(
    `the API shows no list of objects of type ${resource.definition.type}`,
  );
}

/** The preview of an update: outputs that do not follow from a change stay, if the state has outputs at all. */
function previewUpdate(resource: Resource, outputs: Values, inputs: Values): Values {
  const { fields } = resource.definition;
  const { stables } = lifecycle.diffState(resource, outputs, inputs);
  const known = hasOutputs(fields, outputs)
    ? stables.map((key) => [key, outputs[key]] as const)
    : [];
  return { ...toUnknownOutputs(fields), ...Object.fromEntries(known), ...inputs };
}

const toUnknownOutputs = (table: Table): Values =>
  Object.fromEntries(outputRows(table).map(([key]) => [key, UNKNOWN]));
