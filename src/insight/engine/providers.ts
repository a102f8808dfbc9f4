import { NAMESPACE } from "../../core/definitions/settings";
import type { Values } from "../../core/schema/values";

/** The providers of a stack, as the engine writes them. */

/** Settings by their names without the namespace: from the inputs of a provider of either front, or from the config of a stack. */
export const settingsIn = (all: Values = {}): Values =>
  Object.fromEntries(
    Object.entries(all).map(([key, value]) => [key.replace(`${NAMESPACE}:`, ""), value]),
  );

/**
 * The name of a provider by its URN: `default` if the program names none, since the engine adds a version or an address to that
 * name. A program may call its own provider `default_eu`.
 */
export const providerName = (urn: string): string =>
  (urn.split("::").at(-1) ?? "").replace(/^default_(\d+_\d+_\d+|https?_).*$/, "default");
