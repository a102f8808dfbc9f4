import {
  EdgeIngressError,
  ForeignResponseError,
  HttpError,
  UnexpectedResponseError,
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

/* The handlers of a provider's operations. */

/** An object in the engine's state, or the known values of an object. The outputs contain the ids in the object's path. */
export interface RecordedObject {
  readonly id: string;
  readonly outputs: Values;
  /** The digest in the last view of the object. */
  readonly baseUrlDigest?: string | undefined;
}

/** The arguments of the running program. In a refresh, they are those of the last program. */
export interface DeclaredInputs {
  readonly inputs: Values;
  /** True in a preview, which sends nothing. */
  readonly preview?: boolean;
}

export interface EarlierInputs {
  /** The arguments of the last program. */
  readonly olds: Values;
}

/** A part of the last view of a module. */
export type RecordedParent = Pick<ResourceView, "isParentDeclared">;

export interface UnreadableHandling {
  /** Receives objects that cannot be read. Default: such an object is an error. */
  readonly onUnreadable?: OnUnreadable | undefined;
}

export interface ListLimit {
  /** The maximum number of objects. Default: all objects. */
  readonly limit?: number | undefined;
}

/** An object with all arguments that the service shows, whatever created it. */
export interface WholeView extends ResourceView {
  /** The paths of the secrets that are set, and that the service masks. */
  readonly masked: readonly string[];
}

/** Checks the arguments and the settings. Sends nothing. */
export function check(
  call: Call,
  { olds, inputs: declared }: DeclaredInputs & EarlierInputs,
): Checked {
  const { definition } = call.resource;
  const { inputs, problems: unexplained } = checkArguments(
    definition.fields,
    declared,
    call.markedPaths,
  );
  const problems = [
    ...call.context.settings().problems,
    ...modules.explainMissing(call, unexplained),
  ];
  const isValid = problems.length === 0;
  const conflicts = modules.recordCheck(call, olds, isValid ? inputs : undefined);
  for (const conflict of conflicts) problems.push({ path: "", reason: call.redact(conflict) });
  if (problems.length === 0) warnOfCredentials(call, inputs);
  return { inputs, problems };
}

/** Compares an object with the arguments. Sends nothing. */
export function diff(
  call: Call,
  { id, outputs, inputs, baseUrlDigest }: RecordedObject & DeclaredInputs,
): Diff {
  const { resource } = call;
  const object = { id, state: outputs };
  lifecycle.requireWholeState(resource.definition, outputs);
  const [conflict] = modules.recordBeforeDiff(call, object, inputs);
  const problem = conflict ?? resource.precondition?.(outputs, inputs);
  if (problem !== undefined) throw new EdgeIngressError(problem);
  warnOfOtherAddress(call, outputs, baseUrlDigest);
  const difference = compare(call, object, inputs);
  modules.recordAfterDiff(call, object, inputs, difference);
  return difference;
}

/** Returns the difference between an object and the arguments, without the names of secrets. */
function compare(call: Call, object: ResourceState, inputs: Values): Diff {
  const { resource } = call;
  const isDropped = modules.isDropped(call, object);
  const state = isDropped ? toDroppedState(resource, object.state) : object.state;
  const difference = lifecycle.diffState(resource, state, inputs);
  const isOnlyMarked = difference.changed.length === 0 && call.newlyMarkedPaths.length > 0;
  if (isOnlyMarked && modules.isOfProgram(call, inputs))
    return diffForEncryption(call, difference, object.state);
  const details = withoutSecretNames(difference.details, call.markedPaths);
  return isDropped ? { ...difference, details, isHidden: true } : { ...difference, details };
}

/** A dropped module is compared as if it were off and had no configuration, so that its resource configures it again. */
const toDroppedState = ({ definition }: Resource, state: Values): Values => ({
  ...defined(pathKeys(definition.fields).map((key) => [key, state[key]] as const)),
  ...(definition.kind === "singleton" && { [definition.switchedBy]: false }),
});

/** Creates an object. In a preview, the outputs are unknown. */
export async function create(
  call: Call,
  { inputs, preview }: DeclaredInputs,
): Promise<ResourceView> {
  const { resource } = call;
  modules.requireOwned(call, { id: undefined, inputs });
  if (preview) {
    const state = { ...toUnknownOutputs(resource.definition.fields), ...inputs };
    return toView(call, { id: "", state });
  }
  const api = call.beginOperation({ owner: modules.getOwner(call, inputs) });
  const object = await lifecycle.create(resource, api, inputs);
  modules.recordCreated(call, object, inputs);
  logNewSpellings(call, object, {});
  return toChangedView(call, object, inputs);
}

/** Reads an object, and merges the response with its state. Undefined if the object is gone. */
export async function read(
  call: Call,
  { id, outputs, baseUrlDigest }: RecordedObject,
): Promise<ResourceView | undefined> {
  const api = call.beginOperation({ isManaged: true });
  const object = await lifecycle.read(call.resource, api, { id, state: outputs });
  // If the service shows the address that the state has, the base URL did not change.
  if (object?.state.uri !== outputs.uri) warnOfOtherAddress(call, outputs, baseUrlDigest);
  return object && toReportedView(call, object);
}

/** Reads a whole object. Undefined if the object does not exist, or cannot be read. */
export async function find(
  call: Call,
  { id, outputs, onUnreadable }: RecordedObject & UnreadableHandling,
): Promise<WholeView | undefined> {
  try {
    const object = await lifecycle.lookUp(call.resource, call.beginOperation(), id, outputs);
    return object && { ...toReportedView(call, object), masked: object.masked };
  } catch (error) {
    if (!onUnreadable || !isObjectError(error)) throw error;
    onUnreadable(id, call.redact(error.message));
    return undefined;
  }
}

/** Statuses of responses that concern the API key, or the load and the state of the service: other objects would get them, too. */
const GENERAL_STATUSES: readonly number[] = [401, 403, 407, 408, 425, 429, 502, 503, 504];

/** True if an error is about the object, and not about the account, the base URL, the service or the network. */
function isObjectError(error: unknown): error is EdgeIngressError {
  if (error instanceof HttpError) return !GENERAL_STATUSES.includes(error.status);
  return error instanceof UnexpectedResponseError && !(error instanceof ForeignResponseError);
}

/**
 * Reads a whole object.
 *
 * @throws {EdgeIngressError} if the object does not exist.
 */
export async function get(call: Call, { id, outputs }: RecordedObject): Promise<ResourceView> {
  const object = await lifecycle.lookUp(call.resource, call.beginOperation(), id, outputs);
  if (object) return toReportedView(call, object);
  throw new EdgeIngressError(
    `there is no ${call.resource.definition.type} with the id ${id}; check the id, and that the API key is of its account`,
  );
}

/** Reads all whole objects of the account, or as many as the limit, in the service's order. */
export async function list(
  call: Call,
  { limit, onUnreadable }: UnreadableHandling & ListLimit,
): Promise<WholeView[]> {
  const resource = requireListed(call.resource);
  const objects = await lifecycle.lookUpAll(resource, call.beginOperation(), limit, onUnreadable);
  return objects.map((object) => ({ ...toView(call, object), masked: object.masked }));
}

function requireListed(resource: Resource): ListedResource {
  if ("list" in resource.operations) return resource as ListedResource;
  throw new EdgeIngressError(
    `the API shows no list of objects of type ${resource.definition.type}`,
  );
}

/** Updates an object in place. In a preview, outputs that no change affects stay known. */
export async function update(
  call: Call,
  { id, outputs, inputs, preview }: RecordedObject & DeclaredInputs,
): Promise<ResourceView> {
  const { resource } = call;
  modules.requireOwned(call, { id, inputs });
  if (preview) return toView(call, { id, state: previewUpdate(resource, outputs, inputs) });
  const api = call.beginOperation({ isManaged: true });
  const state = await lifecycle.update(resource, api, { id, state: outputs }, inputs);
  modules.recordConfigured(call, { id, inputs });
  logNewSpellings(call, { id, state }, outputs);
  return toChangedView(call, { id, state }, inputs);
}

/**
 * Deletes an object. If the object is gone, the deletion succeeds. If a program runs that no longer declares the parent of a
 * module, although the last program did, the module is left to its parent.
 */
export async function deleteObject(
  call: Call,
  { id, outputs, isParentDeclared = false }: RecordedObject & RecordedParent,
): Promise<void> {
  const object = { id, state: outputs };
  modules.recordDeletion(call, object);
  if (isParentDeclared && (await modules.goesWithParent(call, object))) {
    leaveToParent(call, object);
    return;
  }
  await lifecycle.remove(call.resource, call.beginOperation({ isManaged: true }), object);
  modules.recordDeleted(call, object);
  reportLostModule(call, object, isParentDeclared);
}

/** Returns the view of an object after a create or an update, and warns of differences from the program. */
function toChangedView(call: Call, object: ResourceState, inputs: Values): ResourceView {
  const view = toReportedView(call, object);
  const differsFromProgram = warnOfDifferences(call, object, inputs);
  return differsFromProgram ? { ...view, differsFromProgram } : view;
}

/** Returns the view of an object in a response, and logs problems with the object. */
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

/** Returns the expected values after an update. If the state has no outputs, all outputs are unknown. */
function previewUpdate(resource: Resource, outputs: Values, inputs: Values): Values {
  const { fields } = resource.definition;
  const unknown = toUnknownOutputs(fields);
  if (!hasOutputs(fields, outputs)) return { ...unknown, ...inputs };
  const { stables } = lifecycle.diffState(resource, outputs, inputs);
  const known = Object.fromEntries(stables.map((key) => [key, outputs[key]]));
  return { ...unknown, ...known, ...inputs };
}

const toUnknownOutputs = (table: Table): Values =>
  Object.fromEntries(outputRows(table).map(([key]) => [key, UNKNOWN]));
