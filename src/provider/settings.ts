import type { ClientOptions } from "../client/client";
import { ConfigurationError } from "../client/errors";
import type { RouteDeletion } from "../engine/resource";
import type { Lookup } from "./configuration";

interface Setting {
  readonly config: string;
  readonly environment: string;
}

const API_KEY: Setting = { config: "edge-ingress:apiKey", environment: "EDGE_INGRESS_API_KEY" };
const BASE_URL: Setting = { config: "edge-ingress:baseUrl", environment: "EDGE_INGRESS_BASE_URL" };

/** Where `Provider` says that it took the key from: its argument, or stack config. */
const API_KEY_SOURCE = "edge-ingress:apiKeySource";

/**
 * The settings of the client: what the provider was configured with, else the environment.
 *
 * @throws {ConfigurationError} if one is missing everywhere, or the key cannot be a header's value.
 */
export function clientOptions(config: Lookup, environment: Lookup): ClientOptions {
  const baseUrl = required(BASE_URL, config, environment);
  const apiKey = required(API_KEY, config, environment);
  if (!/^[\x21-\x7e]+$/.test(apiKey.value)) {
    throw new ConfigurationError(`the API key from ${apiKey.source} must be printable ASCII without spaces`);
  }
  const source =
    apiKey.source === API_KEY.config ? (config(API_KEY_SOURCE) ?? `stack config ${apiKey.source}`) : apiKey.source;
  return { baseUrl: baseUrl.value, apiKey: apiKey.value, apiKeySource: source, ...limits(config) };
}

/** The limits of the client that are set. */
function limits(config: Lookup) {
  const seconds = wholeNumber(config, "edge-ingress:operationTimeoutSeconds", 1, 86_400);
  const maxConcurrency = wholeNumber(config, "edge-ingress:maxConcurrency", 1, 1_000);
  const maxRetries = wholeNumber(config, "edge-ingress:maxRetries", 0, 20);
  return {
    ...(seconds !== undefined && { operationTimeoutMs: seconds * 1_000 }),
    ...(maxConcurrency !== undefined && { maxConcurrency }),
    ...(maxRetries !== undefined && { maxRetries }),
  };
}

function wholeNumber(config: Lookup, key: string, min: number, max: number): number | undefined {
  const text = config(key)?.trim();
  if (!text) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new ConfigurationError(`${key} must be a whole number from ${min} to ${max}`);
}

const ROUTE_DELETIONS: readonly RouteDeletion[] = ["delete", "disable", "retain", "require"];

/**
 * What becomes of routes that are deleted.
 *
 * @throws {ConfigurationError} if the setting is none of the words for it.
 */
export function routeDeletion(config: Lookup): RouteDeletion {
  const text = config("edge-ingress:routeDeletion") ?? "delete";
  const found = ROUTE_DELETIONS.find((word) => word === text);
  if (!found) throw new ConfigurationError(`edge-ingress:routeDeletion must be one of ${ROUTE_DELETIONS.join(", ")}`);
  return found;
}

/** The base URL as it is set, if it is. */
export const baseUrlText = (config: Lookup, environment: Lookup): string | undefined =>
  stated(BASE_URL, config, environment)?.value;

function stated({ config: key, environment: variable }: Setting, config: Lookup, environment: Lookup) {
  const configured = config(key)?.trim();
  if (configured) return { value: configured, source: key };
  const inherited = environment(variable)?.trim();
  return inherited ? { value: inherited, source: `environment variable ${variable}` } : undefined;
}

function required(setting: Setting, config: Lookup, environment: Lookup) {
  const { config: key, environment: variable } = setting;
  const found = stated(setting, config, environment);
  if (found) return found;
  throw new ConfigurationError(
    `${key} is not set: run \`pulumi config set ${key} …\` or set the environment variable ${variable}`,
  );
}
