import { parseBaseUrl } from "../client/address";
import { EdgeIngressError } from "../client/errors";
import * as lifecycle from "../lifecycle/lifecycle";
import { requireWholeState } from "../lifecycle/lost-state";
import type { ListedResource, Resource, ResourceState } from "../lifecycle/resource";
import { createResources } from "../resources";
import { check } from "../schema/check";
import { withoutSecretNames } from "../schema/details";
import type { Diff } from "../schema/diff";
import type { Values } from "../schema/values";
import { Call } from "./call";
import { connect, settingsOf } from "./connection";
import { once } from "./once";
import { OtherAddresses } from "./other-address";
import { createdPreview, updatedPreview } from "./preview";
import { ProgramModules } from "./program-modules";
import { requestLogOf } from "./request-log";
import { type Account, SharedRun } from "./shared-run";
import { TakenOver } from "./taken-over";
import type { CallOptions, Provider, ProviderOptions, Recorded, ResourceView } from "./types";

/** A provider for one run of an engine. */
export function createProvider(options: ProviderOptions): Provider {
  const resources = createResources();
  const addresses = new OtherAddresses();
  const takenOver = new TakenOver();
  const requests = once(() => requestLogOf(options.environment));
  const settings = once(() => settingsOf(options, requests().problems));
  const connection = once(() => connect(settings(), options));
  const { engineAddress, log } = options;
  const run = engineAddress === undefined ? undefined : new SharedRun(engineAddress, accountOf, log);
  const modules = new ProgramModules(run);
  const shared = {
    modules,
    log,
    requestLog: () => requests().log,
    connection,
    apiKey: () => textIn(settings().values.apiKey),
  };

  function accountOf(): Account | undefined {
    const { baseUrl, apiKey } = settings().values;
    if (settings().problems.length > 0 || typeof baseUrl !== "string" || typeof apiKey !== "string") return undefined;
    return { baseUrl: parseBaseUrl(baseUrl).href, apiKey };
  }

  const callOf = (resource: Resource, call: CallOptions, ...values: readonly Values[]) =>
    new Call(shared, resource, call, values);

  function warnOfOtherAddress({ resource, log: show }: Call, { uri }: Values): void {
    const text = addresses.warningOf(resource.definition.type, uri, settings().values.baseUrl);
    if (text !== undefined) show({ severity: "warning", text });
  }

  /** What a call has found, in the form that fronts return; logs what is wrong with the object. */
  function found(call: Call, { id, state }: ResourceState): ResourceView {
    const { resource } = call;
    call.found(state);
    resource.diagnose?.(state, call.log);
    return { ...viewOf(resource, { id, state }), isOnDeclared: modules.isOnDeclared(resource, { id, state }) };
  }

  function compare(call: Call, { id, outputs, inputs, secretPaths }: Compared): Diff {
    const { resource } = call;
    const object = { id, state: outputs };
    requireWholeState(resource.definition, outputs);
    const conflicts = modules.compare(call, object, inputs);
    const [problem = resource.precondition?.(outputs, inputs)] = conflicts;
    if (problem !== undefined) throw new EdgeIngressError(problem);
    warnOfOtherAddress(call, outputs);
    const diff = lifecycle.diffOf(resource, outputs, inputs);
    if (diff.replaces.length > 0) modules.replace(call, object);
    return { ...diff, details: withoutSecretNames(diff.details, secretPaths) };
  }

  return {
    check(type, { olds, inputs: given, ...options }) {
      const resource = resources[type];
      const call = callOf(resource, options, olds, given);
      return call.runNow(() => {
        const { inputs, problems } = check(resource.definition.fields, given, options.secretPaths);
        const wrong = [...settings().problems, ...problems];
        const conflicts = modules.check(call, olds, wrong.length === 0 ? inputs : undefined);
        const shown = conflicts.map(({ path, reason }) => ({ path, reason: call.redact(reason) }));
        return { inputs, problems: [...wrong, ...shown] };
      });
    },

    diff(type, request) {
      const call = callOf(resources[type], request, request.outputs, request.inputs);
      return call.runNow(() => compare(call, request));
    },

    async create(type, { inputs, preview, ...options }) {
      const resource = resources[type];
      if (preview) return viewOf(resource, { id: "", state: createdPreview(resource.definition.fields, inputs) });
      const call = callOf(resource, options, inputs);
      return call.run(async () => {
        const object = await lifecycle.create(resource, call.begin(), inputs);
        modules.create(call, object, inputs);
        takenOver.created(call, modules.ownership, object, inputs);
        return found(call, object);
      });
    },

    async read(type, { id, outputs, ...options }) {
      const call = callOf(resources[type], options, outputs);
      return call.run(async () => {
        const object = await lifecycle.read(call.resource, call.begin(), { id, state: outputs });
        // Where the service itself says so, the address is no other one.
        if (object?.state.uri !== outputs.uri) warnOfOtherAddress(call, outputs);
        return object && found(call, object);
      });
    },

    async get(type, { id, outputs, ...options }) {
      const call = callOf(resources[type], options, outputs);
      return call.run(async () => {
        const object = await lifecycle.lookUp(call.resource, call.begin(), id, outputs);
        if (object) return found(call, object);
        const name = `there is no ${call.resource.definition.type} with the id ${id}`;
        throw new EdgeIngressError(`${name}; check the id, and that the API key is of its account`);
      });
    },

    async list(type, { limit, ...options } = {}) {
      const call = callOf(resources[type], options);
      return call.run(async () => {
        const objects = await lifecycle.lookUpAll(listed(call.resource), call.begin(), limit);
        return objects.map((object) => viewOf(call.resource, object));
      });
    },

    async update(type, { id, outputs, inputs, preview, ...options }) {
      const resource = resources[type];
      if (preview) {
        const diff = lifecycle.diffOf(resource, outputs, inputs);
        const state = updatedPreview(resource.definition.fields, outputs, inputs, diff);
        return viewOf(resource, { id, state });
      }
      const call = callOf(resource, options, outputs, inputs);
      return call.run(async () => {
        const state = await lifecycle.update(resource, call.begin(), { id, state: outputs }, inputs);
        takenOver.updated(call, outputs, { id, state }, inputs);
        return found(call, { id, state });
      });
    },

    async delete(type, { id, outputs, isOnDeclared, ...options }) {
      const call = callOf(resources[type], options, outputs);
      const object = { id, state: outputs };
      if (isOnDeclared && modules.goesWithOwner(call.resource, object)) return call.log(LEFT_TO_ROUTE);
      await call.run(() => lifecycle.remove(call.resource, call.begin(), object));
    },

    end: () => takenOver.restore(),
  };
}

const LEFT_TO_ROUTE = {
  severity: "info",
  text: "the module is left to its route, which this program no longer declares: it goes when the route is deleted",
} as const;

const textIn = (value: unknown): string | undefined => (typeof value === "string" ? value : undefined);

/** What is recorded, and the arguments that the program states now. */
type Compared = Recorded & { readonly inputs: Values };

const viewOf = (resource: Resource, { id, state }: ResourceState): ResourceView => ({
  id,
  inputs: lifecycle.inputsOf(resource, state),
  outputs: state,
});

function listed(resource: Resource): ListedResource {
  if ("list" in resource.operations) return resource as ListedResource;
  throw new EdgeIngressError(`the API shows no list of objects of type ${resource.definition.type}`);
}
