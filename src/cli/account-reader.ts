import type { AccountReader } from "../account/account";
import { createProvider } from "../core/provider/provider";
import type { StackConfig } from "./stack-config";

/** How an account is read. */
export interface ReadingOptions {
  /** Ends the reading. */
  readonly signal?: AbortSignal;
  /** Shows a message. Default: on standard error. */
  readonly print?: (line: string) => void;
  /** Settings in place of those of the stack. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** Reads an account with the settings of a stack's config, else of the environment, as the provider does. */
export function accountReader(config: StackConfig, options: ReadingOptions = {}): AccountReader {
  const { signal, print = console.error, settings = {} } = options;
  const provider = createProvider({
    config: (name) => settings[name] ?? config.get(name)?.value,
    environment: (name) => process.env[name],
    log: ({ severity, text }) => {
      if (severity !== "debug") print(`${severity}: ${text}`);
    },
  });
  return {
    list: (definition, onUnreadable) => untilAborted(provider.list(definition, { onUnreadable }), signal),
    find: (definition, id, outputs, onUnreadable) =>
      untilAborted(provider.find(definition, { id, outputs, onUnreadable }), signal),
  };
}

/** The provider does not break off a request that it has sent; nobody waits for one that only reads. */
async function untilAborted<T>(work: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return work;
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop);
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/** Where the account is. */
export const baseUrlOf = (config: StackConfig): string | undefined =>
  config.get("edge-ingress:baseUrl")?.value ?? process.env.EDGE_INGRESS_BASE_URL;

/** Shows on a terminal what was read. */
export const showProgress = (title: string, count: number): void => {
  if (process.stderr.isTTY) console.error(`read ${title}: ${count}`);
};
