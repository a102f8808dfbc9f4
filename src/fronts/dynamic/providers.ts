import type { dynamic } from "@pulumi/pulumi";
import * as definitions from "../../core/definitions";
import type { Definition } from "../../core/schema/definition";
import type { DynamicResource } from "./calls";

/** The names of the resource types, as provider texts contain them. */
type ResourceName = keyof typeof definitions;

/**
 * The providers of a process, by resource type. The engine runs a process for each provider instance, and configures it for each
 * type, always alike. The engine does not wait for that, so the settings are read when a call needs them.
 */
export function dynamicProviders(): Readonly<Record<ResourceName, dynamic.ResourceProvider>> {
  let config: (name: string) => string | undefined = () => undefined;
  // Loaded by the first call, because loading it would slow down every start of the process.
  const load = async () => {
    const { createDynamicProvider, DynamicResource } = await import("./calls.js");
    const provider = createDynamicProvider((name) => config(name));
    return (definition: Definition) => new DynamicResource(provider, definition);
  };
  let resources: Promise<(definition: Definition) => DynamicResource> | undefined;
  const createResourceProvider = (definition: Definition): dynamic.ResourceProvider => {
    const resource = async () => {
      resources ??= load();
      return (await resources)(definition);
    };
    return {
      configure: async ({ config: settings }) => {
        config = (name) => settings.get(name);
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
    Object.entries(definitions).map(([name, definition]) => [
      name,
      createResourceProvider(definition),
    ]),
  ) as Record<ResourceName, dynamic.ResourceProvider>;
}
