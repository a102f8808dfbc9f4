import type { Provider } from "../../src/core/provider/provider";
import { createProvider } from "../../src/core/provider/provider";
import type { ProviderOptions } from "../../src/core/provider/provider-options";
import type { Message } from "../../src/core/schema/problem";
import type { Emulator } from "../../src/emulator";

/** The provider itself, without a front, for an emulator's account, and its messages to the user. */
export function inProcessCore(
  { url, apiKey }: Pick<Emulator, "url" | "apiKey">,
  options: Partial<ProviderOptions> = {},
  settings: Readonly<Record<string, string>> = {},
): { readonly provider: Provider; readonly logged: Message[] } {
  const logged: Message[] = [];
  const known: Readonly<Record<string, string>> = {
    "edge-ingress:baseUrl": url,
    "edge-ingress:apiKey": apiKey,
    ...settings,
  };
  const provider = createProvider({
    config: (name) => known[name],
    environment: () => undefined,
    log: (message) => logged.push(message),
    ...options,
  });
  return { provider, logged };
}
