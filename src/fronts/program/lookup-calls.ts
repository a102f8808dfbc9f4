import { NAMESPACE, settings } from "../../core/definitions/settings";
import type { Provider } from "../../core/provider/provider";
import { createProvider } from "../../core/provider/provider";
import type { Message } from "../../core/schema/problem";
import type { ReadSetting } from "../../core/schema/read-settings";

/** The requests of lookups. Loaded by the first one of a program: one without lookups loads no HTTP client. */

/** In what a lookup asks. */
export interface LookupContext {
  /** Stands for the running program: lookups with the same settings share a provider, and its limits, in each. */
  readonly run: object;
  readonly settings: ReadSetting;
  log(message: Message): void;
}

/** The providers of each run, by their settings. */
const providers = new WeakMap<object, Map<string, Provider>>();

/** The provider that a lookup asks. */
export function providerFor({ run, settings: config, log }: LookupContext): Provider {
  const ofRun = providers.get(run) ?? new Map<string, Provider>();
  providers.set(run, ofRun);
  const key = JSON.stringify(Object.keys(settings).map((setting) => config(`${NAMESPACE}:${setting}`)));
  const environment = (name: string): string | undefined => process.env[name];
  const provider = ofRun.get(key) ?? createProvider({ config, environment, log });
  ofRun.set(key, provider);
  return provider;
}
