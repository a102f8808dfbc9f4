import { NAMESPACE } from "../../core/definitions/settings";
import type { Values } from "../../core/schema/values";

/** The providers of a stack, as the engine writes them. */

/** The settings of a provider by their names. The config of a stack has them below a namespace, the inputs of a provider do not. */
export const settingsIn = (configOrInputs: Values = {}): Values =>
  Object.fromEntries(
    Object.entries(configOrInputs).map(([key, value]) => [key.replace(`${NAMESPACE}:`, ""), value]),
  );

/**
 * The name of a provider by its URN. The engine adds a version or an address to the name of a default provider: the name is
 * `default` in any case. `default_eu` is a name that a program chooses.
 */
export const providerName = (urn: string): string =>
  (urn.split("::").at(-1) ?? "").replace(/^default_(\d+_\d+_\d+|https?_).*$/, "default");
