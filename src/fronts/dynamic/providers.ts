import type { dynamic } from "@pulumi/pulumi";
import * as definitions from "../../core/definitions";
import type { Definition } from "../../core/schema/definition";

/** The names of the kinds of objects, as provider texts have them. */
type ResourceName = keyof typeof definitions;

/**
 * What the engine calls for each type, in one process. It runs one for each provider instance, and configures it once
 * for each type, always alike; nothing waits for that, so the settings are read when they are needed.
 */
export function dynamicProviders(): Readonly<Record<ResourceName, dynamic.ResourceProvider>> {
  let config: (name: string) => string | undefined = () => undefined;
  // Loaded by the first call: what it needs would make every start of the process slower.
  const load = async () => {
    const { createDynamicProvider, DynamicResource } = await import("./calls.js");
    const provider = createDynamicProvider((name) => config(name));
    return (definition: Definition) => new DynamicResource(provider, definition);
  };
  let resources: ReturnType<typeof load> | undefined;
  const providerOf = (definition: Definition): dynamic.ResourceProvider => {
    const resource = async () => {
      resources ??= load();
      return (await resources)(definition);
    };
    return {
      configure: async ({ config: given }) => {
        config = (name) => given.get(name);
      },
      check: async (olds, news) => (await resource()).check(olds, news),
      diff: async (id, olds, news) => (await resource()).diff(id, olds, news),
      create: async (inputs) => (await resource()).create(inputs),
      read: async (id, props) => (await resource()).read(id, props),
      update: async (id, olds, news) => (await resource()).update(id, olds, news),
      delete: async (id, props) => (await resource()).delete(id, props),
    };
  };
  return Object.fromEntries(
    Object.entries(definitions).map(([name, definition]) => [name, providerOf(definition)]),
  ) as Record<ResourceName, dynamic.ResourceProvider>;
}
