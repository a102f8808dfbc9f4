import { asKnown, EdgeIngressError } from "../client/errors";
import * as lifecycle from "../lifecycle/lifecycle";
import type { Api, ListedResource, Resource, ResourceState } from "../lifecycle/resource";
import { createResources } from "../resources";
import { check } from "../schema/check";
import type { Diff } from "../schema/diff";
import type { Values } from "../schema/values";
import { connect, settingsOf, withoutKey } from "./connection";
import { once } from "./once";
import { OtherAddresses } from "./other-address";
import { createdPreview, updatedPreview } from "./preview";
import { ProgramModules } from "./program-modules";
import { foreignRedactor, redactor } from "./redactor";
import { secretTexts } from "./secret-texts";
import type { CallOptions, Provider, ProviderOptions, Recorded, ResourceView } from "./types";

/** A provider for one run of an engine. */
export function createProvider(options: ProviderOptions): Provider {
  const resources = createResources();
  const modules = new ProgramModules();
  const addresses = new OtherAddresses();
  const settings = once(() => settingsOf(options));
  const connection = once(() => connect(settings(), options));

  /** The API for one call with these values, with a deadline of its own. */
  function begin(resource: Resource, call: CallOptions, ...values: readonly Values[]): Api {
    const { client, settings: chosen, apiKey } = connection();
    // Made when the service gives a reason for a failure, and not before: few calls fail.
    const redact = (text: string) => foreignRedactor([apiKey, ...secretsOf(resource, call, values)])(text);
    const { signal, timeoutMs, log = options.log } = call;
    const operation = client.begin({ redact, signal, timeoutMs, log: withoutKey(log, apiKey) });
    return { ...operation, settings: chosen, modules: modules.ownership, log };
  }

  function warnOfOtherAddress({ definition }: Resource, { uri }: Values, { log = options.log }: CallOptions): void {
    const text = addresses.warningOf(definition.type, uri, settings().values.baseUrl);
    if (text !== undefined) log({ severity: "warning", text });
  }

  /** What a call has found, for whoever keeps it; the user hears of what is wrong with it. */
  function found(resource: Resource, { id, state }: ResourceState, { log = options.log }: CallOptions): ResourceView {
    resource.diagnose?.(state, log);
    return viewOf(resource, { id, state });
  }

  /** An error as it may be shown. */
  function shown(caught: unknown, resource: Resource, call: CallOptions, values: readonly Values[]): Error {
    const error = asKnown(caught);
    const { apiKey } = settings().values;
    const key = typeof apiKey === "string" ? [apiKey] : [];
    const redact = redactor([...key, ...secretsOf(resource, call, values)]);
    return Object.assign(error, { message: redact(error.message), stack: redact(error.stack ?? "") });
  }

  async function guarded<T>(
    resource: Resource,
    call: CallOptions,
    values: readonly Values[],
    action: () => Promise<T>,
  ): Promise<T> {
    try {
      return await action();
    } catch (error) {
      throw shown(error, resource, call, values);
    }
  }

  function compare(resource: Resource, { id, outputs, inputs, ...call }: Compared): Diff {
    const [problem = resource.precondition?.(outputs, inputs)] = modules.compare(resource, id, inputs);
    if (problem !== undefined) throw new EdgeIngressError(problem);
    warnOfOtherAddress(resource, outputs, call);
    const diff = lifecycle.diffOf(resource, outputs, inputs);
    modules.introduce(resource, { id, state: outputs });
    if (diff.replaces.length > 0) modules.replace(resource, { id, state: outputs });
    return diff;
  }

  return {
    check(type, { olds, inputs: given }) {
      const resource = resources[type];
      const { inputs, problems } = check(resource.definition.fields, given);
      const wrong = [...settings().problems, ...problems];
      return {
        inputs,
        problems: [...wrong, ...modules.check(resource, olds, wrong.length === 0 ? inputs : undefined)],
      };
    },

    diff(type, { id, outputs, inputs, ...call }) {
      const resource = resources[type];
      try {
        return compare(resource, { id, outputs, inputs, ...call });
      } catch (error) {
        throw shown(error, resource, call, [outputs, inputs]);
      }
    },

    create(type, { inputs, preview, ...call }) {
      const resource = resources[type];
      if (preview)
        return Promise.resolve(viewOf(resource, { id: "", state: createdPreview(resource.definition.fields, inputs) }));
      return guarded(resource, call, [inputs], async () => {
        const object = await lifecycle.create(resource, begin(resource, call, inputs), inputs);
        modules.create(resource, object, inputs);
        return found(resource, object, call);
      });
    },

    read(type, { id, outputs, ...call }) {
      const resource = resources[type];
      return guarded(resource, call, [outputs], async () => {
        const object = await lifecycle.read(resource, begin(resource, call, outputs), { id, state: outputs });
        // Where the service itself says so, the address is no other one.
        if (object?.state.uri !== outputs.uri) warnOfOtherAddress(resource, outputs, call);
        return object && found(resource, object, call);
      });
    },

    get(type, { id, outputs, ...call }) {
      const resource = resources[type];
      return guarded(resource, call, [outputs], async () => {
        const object = await lifecycle.lookUp(resource, begin(resource, call, outputs), id, outputs);
        if (object) return found(resource, object, call);
        const name = `there is no ${resource.definition.type} with the id ${id}`;
        throw new EdgeIngressError(`${name}; check the id, and that the API key is of its account`);
      });
    },

    list(type, call = {}) {
      const resource = resources[type];
      return guarded(resource, call, [], async () => {
        const objects = await lifecycle.lookUpAll(listed(resource), begin(resource, call));
        return objects.map((object) => viewOf(resource, object));
      });
    },

    update(type, { id, outputs, inputs, preview, ...call }) {
      const resource = resources[type];
      if (preview) {
        const diff = lifecycle.diffOf(resource, outputs, inputs);
        const state = updatedPreview(resource.definition.fields, outputs, inputs, diff);
        return Promise.resolve(viewOf(resource, { id, state }));
      }
      return guarded(resource, call, [outputs, inputs], async () => {
        const api = begin(resource, call, outputs, inputs);
        const state = await lifecycle.update(resource, api, { id, state: outputs }, inputs);
        return found(resource, { id, state }, call);
      });
    },

    delete(type, { id, outputs, ...call }) {
      const resource = resources[type];
      return guarded(resource, call, [outputs], () =>
        lifecycle.remove(resource, begin(resource, call, outputs), { id, state: outputs }),
      );
    },
  };
}

/** What is recorded, and the arguments that the program states now. */
type Compared = Recorded & { readonly inputs: Values };

const viewOf = (resource: Resource, { id, state }: ResourceState): ResourceView => ({
  id,
  inputs: lifecycle.inputsOf(resource, state),
  outputs: state,
});

const secretsOf = (
  { definition }: Resource,
  { secretPaths, secrets = [] }: CallOptions,
  values: readonly Values[],
): string[] => [...secrets, ...values.flatMap((each) => secretTexts(definition.fields, each, secretPaths))];

function listed(resource: Resource): ListedResource {
  if ("list" in resource.operations) return resource as ListedResource;
  throw new EdgeIngressError(`the API shows no list of objects of type ${resource.definition.type}`);
}
