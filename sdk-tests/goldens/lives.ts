import type { Values } from "../../src/core/schema/values";
import type { Emulator } from "../../src/emulator";
import { rawDynamic } from "../support/in-process-dynamic";
import { inProcessPlugin, secret } from "../support/in-process-plugin";

/** The calls of an engine for a resource. The results are recorded unchanged, secrets in their wrapping. */
export interface Life extends AsyncDisposable {
  check(olds: Values | undefined, news: Values): Promise<Values>;
  diff(id: string, olds: Values, news: Values): Promise<Values>;
  /** In a preview; only a plugin has any. */
  preview?(id: string, olds: Values | undefined, news: Values): Promise<Values>;
  create(inputs: Values): Promise<{ readonly id: string; readonly outputs: Values }>;
  read(id: string, state: Values): Promise<Values>;
  update(id: string, olds: Values, news: Values): Promise<Values>;
  delete(id: string, state: Values): Promise<unknown>;
  /** Arguments that the program has marked as secrets, each as a whole. */
  marked(args: Values): Values;
}

/** A resource of dynamic providers; the engine takes the marks of secrets out of what it passes on. */
export async function dynamicLife(emulator: Emulator, name: string): Promise<Life> {
  return {
    ...(await rawDynamic(emulator, name)),
    marked: (args) => ({ ...args, __secrets: Object.keys(args) }),
    [Symbol.asyncDispose]: async () => undefined,
  };
}

/** A resource of the plugin. */
export async function pluginLife({ url, apiKey }: Emulator, type: string): Promise<Life> {
  const plugin = await inProcessPlugin({ baseUrl: url, apiKey });
  return {
    check: (olds, news) => plugin.check(type, news, olds),
    diff: (id, olds, news) => plugin.diff(type, id, olds, news),
    preview: async (id, olds, news) => {
      if (!olds) return (await plugin.create(type, news, { preview: true })).outputs;
      return plugin.update(type, id, olds, news, true);
    },
    create: (inputs) => plugin.create(type, inputs),
    read: (id, outputs) => plugin.read(type, id, { outputs }),
    update: (id, olds, news) => plugin.update(type, id, olds, news),
    delete: (id, state) => plugin.delete(type, id, state),
    marked: (args) =>
      Object.fromEntries(Object.entries(args).map(([name, value]) => [name, secret(value)])),
    [Symbol.asyncDispose]: () => plugin[Symbol.asyncDispose](),
  };
}
