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
import { encryption } from "./encryption";
import * as modules from "./module-calls";
import { leaveToParent, reportLostModule } from "./modules-at-end";
import { servedBy, warnOfOtherAddress } from "./other-address";
import { logNewSpellings, unlike } from "./shown-values";

/** An object as the engine's state has it, or what is known of it: the outputs hold the other ids in its path. */
export interface Recorded {
  readonly id: string;
  readonly outputs: Values;
  /** As the last view of the object had it. */
  readonly servedBy?: string | undefined;
}

/** The arguments of the program, or those of the last one in a refresh. In a preview, nothing is sent. */
export interface Stated {
  readonly inputs: Values;
  readonly preview?: boolean;
}

/** Receives what cannot be read. Without it, that is an error. */
export interface Tolerant {
  readonly onUnreadable?: OnUnreadable | undefined;
}

/** Checks arguments, and the settings with them. Sends nothing. `olds` are the arguments of the last program. */
export function check(
  call: Call,
  { olds, inputs: stated }: Stated & { readonly olds: Values },
): Checked {
  const { definition } = call.resource;
  const { inputs, problems: ofArguments } = checkArguments(definition.fields, stated, call.marked);
  const wrong = [...call.shared.settings().problems, ...modules.explainMissing(call, ofArguments)];
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
  { id, outputs, inputs, servedBy: recorded }: Recorded & Stated,
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
  const difference = lifecycle.diffOf(resource, state, inputs);
  const isOnlyMarked = difference.changed.length === 0 && call.newlyMarked.length > 0;
  if (isOnlyMarked && modules.isOfProgram(call, inputs))
    return encryption(call, difference, object.state);
  return {
    ...difference,
    ...(isDropped && { isHidden: true }),
    details: withoutSecretNames(difference.details, call.marked),
  };
}

/** A module that its object has given up is compared as if it had no configuration, so that its resource configures it again. */
const pathArguments = ({ definition }: Resource, state: Values): Values =>
  defined(pathKeys(definition.fields).map((key) => [key, state[key]] as const));

/** Makes the object. In a preview, what only the service knows is unknown. */
export async function create(call: Call, { inputs, preview }: Stated): Promise<ResourceView> {
  const { resource } = call;
  modules.requireOwned(call, { id: undefined, inputs });
  if (preview)
    return viewOf(call, {
      id: "",
      state: { ...unknownOutputs(resource.definition.fields), ...inputs },
    });
  const object = await lifecycle.create(
    resource,
    call.begin({ owner: modules.ownerOf(call, inputs) }),
    inputs,
  );
  modules.recordCreated(call, object, inputs);
  logNewSpellings(call, object, {});
  return { ...shownBy(call, object), ...unlike(call, object, inputs) };
}

/** The object as it is now, by what the program states of it; `undefined` if it is gone. */
export async function read(
  call: Call,
  { id, outputs, servedBy: recorded }: Recorded,
): Promise<ResourceView | undefined> {
  const object = await lifecycle.read(call.resource, call.begin({ isManaged: true }), {
    id,
    state: outputs,
  });
  // If the service itself answers with that address, it is not a different one.
  if (object?.state.uri !== outputs.uri) warnOfOtherAddress(call, outputs, recorded);
  return object && shownBy(call, object);
}

/**
 * The whole object, whoever made it; `undefined` if there is no such object. `masked` are the paths of the secrets that are set,
 * and that the service masks.
 */
export async function find(call: Call, { id, outputs, onUnreadable }: Recorded & Tolerant) {
  try {
    const object = await lifecycle.lookUp(call.resource, call.begin(), id, outputs);
    return object && { ...shownBy(call, object), masked: object.masked };
  } catch (error) {
    if (!onUnreadable || !isOfObject(error)) throw error;
    onUnreadable(id, call.redact(error.message));
    return undefined;
  }
}

/** Whether one object is at fault, and not the account, the address or the network. */
const isOfObject = (error: unknown): error is EdgeIngressError =>
  (error instanceof UnexpectedResponseError && !(error instanceof ForeignResponseError)) ||
  (error instanceof HttpError && error.status !== 401);

/** The whole object, whoever made it. If there is no such object, that is an error. */
export async function get(call: Call, request: Recorded): Promise<ResourceView> {
  const object = await lifecycle.lookUp(call.resource, call.begin(), request.id, request.outputs);
  if (object) return shownBy(call, object);
  throw new EdgeIngressError(
    `there is no ${call.resource.definition.type} with the id ${request.id}; check the id, and that the API key is of its account`,
  );
}

/** The objects of the account, whole and in the service's order: all of them, or the first ones. */
export async function list(
  call: Call,
  { limit, onUnreadable }: Tolerant & { readonly limit?: number | undefined },
) {
  const objects = await lifecycle.lookUpAll(
    listed(call.resource),
    call.begin(),
    limit,
    onUnreadable,
  );
  return objects.map((object) => ({ ...viewOf(call, object), masked: object.masked }));
}

/** Changes the object in place. In a preview, outputs that do not follow from a change stay known. */
export async function update(
  call: Call,
  { id, outputs, inputs, preview }: Recorded & Stated,
): Promise<ResourceView> {
  const { resource } = call;
  const object = { id, state: outputs };
  modules.requireOwned(call, { id, inputs });
  if (preview) return viewOf(call, { id, state: updatedPreview(resource, outputs, inputs) });
  const state = await lifecycle.update(resource, call.begin({ isManaged: true }), object, inputs);
  modules.recordConfigured(call, { id, inputs });
  logNewSpellings(call, { id, state }, outputs);
  return { ...shownBy(call, { id, state }), ...unlike(call, { id, state }, inputs) };
}

/**
 * Deletes the object; if it is gone already, nothing is left to do. A module whose object the last program declared is left to
 * that object, if a program runs that no longer declares it: `isOnDeclared` is what the state has of the module's last view.
 */
export async function remove(
  call: Call,
  { id, outputs, isOnDeclared }: Recorded & Pick<ResourceView, "isOnDeclared">,
) {
  const object = { id, state: outputs };
  modules.recordDeletion(call, object);
  if (isOnDeclared && (await modules.goesWithParent(call, object)))
    return leaveToParent(call, object);
  await lifecycle.remove(call.resource, call.begin({ isManaged: true }), object);
  reportLostModule(call, object, isOnDeclared === true);
}

/** An object that the service has shown, in the form that fronts return; logs what is wrong with it. */
function shownBy(call: Call, object: ResourceState): ResourceView {
  const { resource } = call;
  call.redactAlso(object.state);
  resource.diagnose?.(object.state, call.log);
  return {
    ...viewOf(call, object),
    isOnDeclared: modules.isOnDeclared(call, object),
    servedBy: servedBy(call, object.state),
  };
}

const viewOf = (call: Call, { id, state }: ResourceState): ResourceView => ({
  id,
  inputs: lifecycle.inputsOf(call.resource, state),
  outputs: state,
  ...call.secretPathsIn(state),
});

function listed(resource: Resource): ListedResource {
  if ("list" in resource.operations) return resource as ListedResource;
  throw new EdgeIngressError(
    `the API shows no list of objects of type ${resource.definition.type}`,
  );
}

/** The preview of an update: outputs that do not follow from a change stay, if the state has outputs at all. */
function updatedPreview(resource: Resource, outputs: Values, inputs: Values): Values {
  const { fields } = resource.definition;
  const { stables } = lifecycle.diffOf(resource, outputs, inputs);
  const known = hasOutputs(fields, outputs)
    ? stables.map((key) => [key, outputs[key]] as const)
    : [];
  return { ...unknownOutputs(fields), ...Object.fromEntries(known), ...inputs };
}

const unknownOutputs = (table: Table): Values =>
  Object.fromEntries(outputRows(table).map(([key]) => [key, UNKNOWN]));
