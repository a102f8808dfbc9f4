import type { ResourceName } from "../../core/definitions/names";
import { NAMESPACE, settings } from "../../core/definitions/settings";
import { createProvider } from "../../core/provider/provider";
import type { Provider, ResourceView } from "../../core/provider/types";
import type { Definition } from "../../core/schema/definition";
import type { Message } from "../../core/schema/message";
import type { Lookup } from "../../core/schema/settings";
import type { Values } from "../../core/schema/values";

/** The requests of lookups. Loaded by the first one of a program: one without lookups loads no HTTP client. */

/** In what a lookup asks. */
export interface LookupContext {
  /** Stands for the running program: lookups with the same settings share a provider, and its limits, in each. */
  readonly run: object;
  readonly settings: Lookup;
  /** What no message may show, beside the key. */
  readonly secrets: readonly string[];
  log(message: Message): void;
}

/** One object. */
export const lookUp = (
  context: LookupContext,
  { name }: Definition,
  id: string,
  place: Values,
): Promise<ResourceView> =>
  sharedProvider(context).get(name as ResourceName, { id, outputs: place, secrets: context.secrets });

/** Every object of the account. */
export const lookUpAll = (context: LookupContext, { name }: Definition): Promise<ResourceView[]> =>
  sharedProvider(context).list(name as ResourceName);

/** The providers of each run, by their settings. */
const providers = new WeakMap<object, Map<string, Provider>>();

function sharedProvider({ run, settings: config, log }: LookupContext): Provider {
  const ofRun = providers.get(run) ?? new Map<string, Provider>();
  providers.set(run, ofRun);
  const key = JSON.stringify(Object.keys(settings).map((setting) => config(`${NAMESPACE}:${setting}`)));
  const environment = (name: string): string | undefined => process.env[name];
  const provider = ofRun.get(key) ?? createProvider({ config, environment, log });
  ofRun.set(key, provider);
  return provider;
}
