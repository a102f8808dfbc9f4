import { NAMESPACE, settings } from "../../core/definitions/settings";
import type { Provider } from "../../core/provider/provider";
import { createProvider } from "../../core/provider/provider";
import type { ReadSetting } from "../../core/schema/read-settings";
import { log } from "./messages";

/** The requests of lookups. Loaded by the first one of a program: one without lookups loads no HTTP client. */

/** The providers of each run, by their settings. */
const providers = new WeakMap<object, Map<string, Provider>>();

/** The provider that a lookup asks. Lookups of a run with the same settings share a provider, and its limits. */
export function providerFor(run: object, config: ReadSetting): Provider {
  const ofRun = providers.get(run) ?? new Map<string, Provider>();
  providers.set(run, ofRun);
  const key = JSON.stringify(Object.keys(settings).map((setting) => config(`${NAMESPACE}:${setting}`)));
  const environment = (name: string): string | undefined => process.env[name];
  const provider = ofRun.get(key) ?? createProvider({ config, environment, log });
  ofRun.set(key, provider);
  return provider;
}
