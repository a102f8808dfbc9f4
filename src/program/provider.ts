import * as pulumi from "@pulumi/pulumi";
import type { RouteDeletion } from "../engine/resource";
import { notAnArgument } from "../engine/suggest";
import { warnOfClearKey } from "./clear-key";
import { isOfType } from "./resource-class";

/** Settings as a provider passes them on, by their names in stack config. */
export type Settings = Readonly<Record<string, pulumi.Input<string | undefined>>>;

/** Where a provider keeps them for lookups; several copies of this package may be loaded. */
const SETTINGS = Symbol.for("pulumi-edge-ingress/settings");

/** Arguments of a {@link Provider}. Each falls back to stack config, then to the environment. */
export interface ProviderArgs {
  /** API key of the account; always a secret. Falls back to `edge-ingress:apiKey`, then `EDGE_INGRESS_API_KEY`. */
  apiKey?: pulumi.Input<string | undefined>;
  /** The API's address, https or on loopback http. Falls back to `edge-ingress:baseUrl`, then `EDGE_INGRESS_BASE_URL`. */
  baseUrl?: pulumi.Input<string | undefined>;
  /**
   * What becomes of a route that is deleted, an operation that the API's reference does not show. Falls back to
   * `edge-ingress:routeDeletion`. Default: `delete`.
   *
   * - `delete`: deletes it; where the service does not offer that, disables its backend so that it serves nothing, warns,
   *   and lets it go.
   * - `disable`: never deletes it, only disables its backend.
   * - `retain`: sends nothing.
   * - `require`: deletes it, and fails unless it is gone.
   */
  routeDeletion?: pulumi.Input<RouteDeletion | undefined>;
  /** Requests in flight at the same time, 1 to 1000. Falls back to `edge-ingress:maxConcurrency`. Default: 10. */
  maxConcurrency?: pulumi.Input<number | undefined>;
  /** Seconds that one operation may take, retries included, 1 to 86400. Falls back to `edge-ingress:operationTimeoutSeconds`. Default: 300. */
  operationTimeoutSeconds?: pulumi.Input<number | undefined>;
  /**
   * Retries of a failed request, 0 to 20; those after a 429 are not counted. Falls back to `edge-ingress:maxRetries`.
   * Default: 8, between which 35 to 72 seconds pass, so that a restart of the service is outlasted.
   */
  maxRetries?: pulumi.Input<number | undefined>;
}

/**
 * One account of the API. Programs that use several pass each resource its own; without one, a resource uses the
 * account of the stack's config.
 *
 * @example
 * const prod = new Provider("prod", { apiKey: config.requireSecret("prodApiKey") });
 * new AgentIngress("agents", { domain: "connect.example.com" }, { provider: prod });
 */
export class Provider extends pulumi.ProviderResource {
  /** The type token, by which policies and the engine know providers of this kind. */
  static readonly __pulumiType: string = "pulumi:providers:pulumi-nodejs";

  /** Whether a value is a provider of this class, or another one of dynamic resources, of which Pulumi knows no kinds. */
  static override isInstance(value: unknown): value is Provider {
    return isOfType(Provider.__pulumiType, value);
  }

  /**
   * @throws {pulumi.RunError} if an argument has a name that there is not, or is an empty text.
   */
  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    refuseUnknown(name, args);
    warnOfClearKey();
    const config = new pulumi.Config("edge-ingress");
    const settings = ARGUMENTS.map((key) => [
      `edge-ingress:${key}`,
      setting(`Provider '${name}': ${key}`, args[key], config.get(key), IS_SECRET[key]),
    ]);
    const hasKey = isGiven(args.apiKey) || config.get("apiKey") !== undefined;
    const source = hasKey ? apiKeySource(name, args) : undefined;
    const props: Settings = { ...Object.fromEntries(settings), "edge-ingress:apiKeySource": source };
    super("pulumi-nodejs", name, props, opts);
    Object.defineProperty(this, SETTINGS, { value: props });
  }
}

/** The settings of a provider; `undefined` if it is none of this package's. */
export const settingsOf = (provider: pulumi.ProviderResource): Settings | undefined =>
  (provider as { [SETTINGS]?: Settings })[SETTINGS];

/** Every argument, and whether it is a secret. */
const IS_SECRET: Readonly<Record<keyof ProviderArgs, boolean>> = {
  apiKey: true,
  baseUrl: false,
  routeDeletion: false,
  maxConcurrency: false,
  operationTimeoutSeconds: false,
  maxRetries: false,
};

const ARGUMENTS = Object.keys(IS_SECRET) as (keyof ProviderArgs)[];

function refuseUnknown(name: string, args: ProviderArgs): void {
  for (const [key, value] of Object.entries(args)) {
    const isUnknown = value !== undefined && !ARGUMENTS.some((known) => known === key);
    if (isUnknown) throw new pulumi.RunError(`Provider '${name}': ${notAnArgument(key, ARGUMENTS)}`);
  }
}

type Given = pulumi.Input<string | number | undefined>;

const isGiven = (value: Given): boolean => value !== undefined && value !== null;

/** One setting, as the text that the engine passes on. */
function setting(argument: string, value: Given, fallback: string | undefined, isSecret: boolean) {
  if (typeof value === "string") refuseEmpty(argument, value);
  const text = isGiven(value)
    ? pulumi.output(value).apply((resolved) => (isGiven(resolved) ? refuseEmpty(argument, String(resolved)) : fallback))
    : fallback;
  return isSecret && text !== undefined ? pulumi.secret(text) : text;
}

/** The text, unless there is nothing in it: the setting of another account would take its place. */
function refuseEmpty(argument: string, text: string): string {
  if (text.trim() !== "") return text;
  throw new pulumi.RunError(`${argument} is empty: give it a value, or leave it out to use that of the stack's config`);
}

const apiKeySource = (name: string, args: ProviderArgs): string =>
  isGiven(args.apiKey)
    ? `the argument apiKey of Provider "${name}"`
    : `stack config edge-ingress:apiKey, by Provider "${name}"`;
