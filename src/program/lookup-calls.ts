import { type Client, createClient } from "../client/client";
import { asKnown, ConfigurationError, EdgeIngressError } from "../client/errors";
import * as lifecycle from "../engine/lifecycle";
import type { ListedResource, Live, Resource } from "../engine/resource";
import type { Values } from "../engine/values";
import type { Lookup } from "../provider/configuration";
import { foreignRedactor, redactor } from "../provider/redactor";
import { clientOptions, settingProblems } from "../provider/settings";

/** The requests of lookups. Loaded by the first one of a program: one without lookups loads no HTTP client. */

/** In what a lookup asks. */
export interface LookupContext {
  /** Stands for the running program: lookups with the same settings share a client, and its limits, in each. */
  readonly run: object;
  readonly settings: Lookup;
  /** What no message may show, beside the key. */
  readonly secrets: readonly string[];
  /** Shows the user one line. */
  notify(line: string): void;
}

/** One object. */
export function lookUp(context: LookupContext, resource: Resource, id: string, place: Values): Promise<Live> {
  return connected(context, async (client) => {
    const found = await lifecycle.lookUp(resource, client, id, place);
    if (found) return found;
    throw new EdgeIngressError(
      `there is no ${resource.type} with the id ${id}; check the id, and that the API key is of its account`,
    );
  });
}

/** Every object of the account. */
export const lookUpAll = (context: LookupContext, resource: ListedResource): Promise<Live[]> =>
  connected(context, (client) => lifecycle.lookUpAll(resource, client));

/** The clients of each run, by their settings. */
const clients = new WeakMap<object, Map<string, Client>>();

async function connected<T>(context: LookupContext, use: (client: Client) => Promise<T>): Promise<T> {
  const { apiKey, ...options } = optionsOf(context);
  const secrets = [apiKey, ...context.secrets];
  const notify = (line: string) => context.notify(redactor([apiKey])(line));
  try {
    const client = sharedClient(context.run, { ...options, apiKey }, notify);
    return await use(client.begin(foreignRedactor(secrets)));
  } catch (error) {
    throw new EdgeIngressError(redactor(secrets)(asKnown(error).message));
  }
}

function optionsOf({ settings }: LookupContext) {
  const environment = (name: string): string | undefined => process.env[name];
  const problems = settingProblems(settings, environment);
  if (problems.length > 0) throw new ConfigurationError(problems.join("; "));
  return clientOptions(settings, environment, "");
}

function sharedClient(run: object, options: ReturnType<typeof optionsOf>, notify: (line: string) => void): Client {
  const ofRun = clients.get(run) ?? new Map<string, Client>();
  clients.set(run, ofRun);
  const key = JSON.stringify(options);
  const client = ofRun.get(key) ?? createClient({ ...options, notify });
  ofRun.set(key, client);
  return client;
}
