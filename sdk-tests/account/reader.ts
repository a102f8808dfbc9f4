import { createProvider, type Provider } from "../../src/core/provider/provider";
import type { Emulator } from "../../src/emulator";

/** Reads the account of a local server, as the command does. */
export function readerOf(
  { url, apiKey }: Pick<Emulator, "url" | "apiKey">,
  config: Readonly<Record<string, string>> = {},
): Provider {
  const environment: Readonly<Record<string, string>> = {
    EDGE_INGRESS_BASE_URL: url,
    EDGE_INGRESS_API_KEY: apiKey,
  };
  return createProvider({
    config: (name) => config[name],
    environment: (name) => environment[name],
    log: () => undefined,
  });
}
