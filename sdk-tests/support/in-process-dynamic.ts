import type { dynamic } from "@pulumi/pulumi";
import { vi } from "vitest";
import type { Emulator } from "../../src/emulator";

type Props = Record<string, unknown>;

/** Text of a resource's state that these tests never run. */
const PROVIDER = "provider text";

/** Returns each resource type's provider in a separate process, configured for an emulator's account. */
async function configured(
  { url, apiKey }: Pick<Emulator, "url" | "apiKey">,
  config: Record<string, string> = {},
) {
  vi.resetModules();
  const providers: Readonly<Record<string, unknown>> = await import("../../src/provider-v1.js");
  const settings: Record<string, string> = {
    "edge-ingress:baseUrl": url,
    "edge-ingress:apiKey": apiKey,
    ...config,
  };
  return async (name: string) => {
    const provider = providers[name] as Required<dynamic.ResourceProvider>;
    const lookup = {
      get: (key: string) => settings[key],
      require: (key: string) => settings[key] ?? "",
    };
    await provider.configure({ config: lookup });
    return provider;
  };
}

/** A separate provider process; `of` returns a type's provider in it. */
export async function inProcessDynamic(
  emulator: Pick<Emulator, "url" | "apiKey">,
  config?: Record<string, string>,
) {
  const providerOf = await configured(emulator, config);
  return { of: async (name: string) => hosted(await providerOf(name)) };
}

/**
 * The calls of an engine for a resource whose provider is in a separate process, with the values that the host always
 * sends.
 */
export async function rawDynamic(emulator: Pick<Emulator, "url" | "apiKey">, name: string) {
  const provider = await (await configured(emulator))(name);
  const whole = (props: Props) => ({ ...props, __provider: PROVIDER });
  return {
    check: async (olds: Props | undefined, news: Props) => ({
      ...(await provider.check(olds ? whole(olds) : {}, whole(news))),
    }),
    diff: async (id: string, olds: Props, news: Props) => ({
      ...(await provider.diff(id, whole(olds), whole(news))),
    }),
    create: async (inputs: Props) => {
      const { id, outs } = await provider.create(whole(inputs));
      return { id, outputs: outs as Props };
    },
    read: async (id: string, props: Props) => ({ ...(await provider.read(id, whole(props))) }),
    update: async (id: string, olds: Props, news: Props) =>
      (await provider.update(id, whole(olds), whole(news))).outs ?? {},
    delete: (id: string, props: Props) => provider.delete(id, whole(props)),
  };
}

/** The calls of the engine's host for a resource type, without an engine. */
const hosted = (provider: Required<dynamic.ResourceProvider>) => ({
  check: async (args: Props, olds: Props = {}): Promise<string[]> => {
    const { failures } = await provider.check(olds, { ...args, __provider: PROVIDER });
    return (failures ?? []).map(({ reason }) => reason);
  },
  diff: (id: string, olds: Props, news: Props) => provider.diff(id, olds, news),
  create: async (inputs: Props) => {
    const { id, outs } = await provider.create({ ...inputs, __provider: PROVIDER });
    return { id, outs: unwrapped(outs) as Props };
  },
  read: (id: string, props: Props) => provider.read(id, { ...props, __provider: PROVIDER }),
  update: async (id: string, olds: Props, news: Props) => {
    const { outs } = await provider.update(id, olds, { ...news, __provider: PROVIDER });
    return unwrapped(outs) as Props;
  },
  delete: (id: string, props: Props) => provider.delete(id, props),
});

export type HostedProvider = ReturnType<typeof hosted>;

/**
 * Returns values in the form in which the engine sends them to dynamic providers: secrets without their wrapping.
 * Values of an exported state have the same form.
 */
export function unwrapped(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unwrapped);
  if (typeof value !== "object" || value === null) return value;
  if (isWrappedSecret(value))
    return "plaintext" in value ? JSON.parse(String(value.plaintext)) : value.value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, unwrapped(member)]));
}

/** True if a value is a wrapped secret. */
export const isWrappedSecret = (value: unknown): value is { readonly value?: unknown } =>
  typeof value === "object" && value !== null && "4dabf18193072939515e22adb298388d" in value;

/** The error of a call that has to fail. */
export const failureOf = <E extends Error>(call: Promise<unknown>): Promise<E> =>
  call.then(
    () => Promise.reject(new Error("it did not fail")),
    (error: E) => error,
  );
