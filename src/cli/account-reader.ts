import type { AccountReader } from "../account/account";
import { createProvider } from "../core/provider/provider";
import type { StackConfig } from "./stack-config";

/** Reads an account with the settings of a stack's config, else of the environment, as the provider does. Messages go to standard error. */
export function accountReader(config: StackConfig): AccountReader {
  const provider = createProvider({
    config: (name) => config.get(name)?.value,
    environment: (name) => process.env[name],
    log: ({ severity, text }) => {
      if (severity !== "debug") console.error(`${severity}: ${text}`);
    },
  });
  return {
    list: (definition) => provider.list(definition),
    find: (definition, id, outputs) => provider.find(definition, { id, outputs }),
  };
}

/** Shows on a terminal what was read. */
export const showProgress = (title: string, count: number): void => {
  if (process.stderr.isTTY) console.error(`read ${title}: ${count}`);
};
