import { parseBaseUrl } from "../client/address";
import type { ClientOptions } from "../client/client";
import { ConfigurationError } from "../client/errors";
import type { RouteDeletion } from "../engine/resource";
import type { Lookup } from "./configuration";

interface Setting {
  readonly config: string;
  readonly environment: string;
  /** What to run where it is missing. */
  readonly command: string;
}

const API_KEY: Setting = {
  config: "edge-ingress:apiKey",
  environment: "EDGE_INGRESS_API_KEY",
  // Without a value the CLI asks for it, so that no shell remembers the key.
  command: "pulumi config set --secret edge-ingress:apiKey",
};

const BASE_URL: Setting = {
  config: "edge-ingress:baseUrl",
  environment: "EDGE_INGRESS_BASE_URL",
  command: "pulumi config set edge-ingress:baseUrl …",
};

/** Where `Provider` says that it took the key from: its argument, or stack config. */
const API_KEY_SOURCE = "edge-ingress:apiKeySource";

/** Follows the name of a source that is configured: the engine passes on what it has recorded. */
const RECORDED =
  "; refresh and destroy use the key that the last `pulumi up` recorded: if it was changed since then, run `pulumi up`, or " +
  "`pulumi refresh --run-program` or `pulumi destroy --run-program`";

/** Least and greatest value of each limit. */
const LIMITS = {
  operationTimeoutSeconds: [1, 86_400],
  maxConcurrency: [1, 1_000],
  maxRetries: [0, 20],
} as const;

/**
 * The settings of the client: what the provider was configured with, else the environment.
 *
 * @param remark What to say of a configured key behind its source.
 * @throws {ConfigurationError} if one is missing everywhere, or cannot be used.
 */
export function clientOptions(config: Lookup, environment: Lookup, remark = RECORDED): ClientOptions {
  const baseUrl = baseUrlOf(config, environment) ?? missing(BASE_URL);
  const apiKey = apiKeyOf(config, environment) ?? missing(API_KEY);
  return { baseUrl, apiKey: apiKey.value, apiKeySource: sourceOf(apiKey, config, remark), ...limits(config) };
}

/**
 * What is wrong with the settings, as far as they are there; a missing one is an error of the first call that needs the API,
 * so that a preview works without.
 */
export const settingProblems = (config: Lookup, environment: Lookup): string[] =>
  [
    () => baseUrlOf(config, environment),
    () => apiKeyOf(config, environment),
    () => routeDeletion(config),
    ...(Object.keys(LIMITS) as (keyof typeof LIMITS)[]).map((name) => () => limit(config, name)),
  ].flatMap(problemOf);

function problemOf(read: () => unknown): string[] {
  try {
    read();
    return [];
  } catch (error) {
    return [(error as ConfigurationError).message];
  }
}

function baseUrlOf(config: Lookup, environment: Lookup): string | undefined {
  const found = find(BASE_URL, config, environment);
  if (found) parseBaseUrl(found.value);
  return found?.value;
}

function apiKeyOf(config: Lookup, environment: Lookup): Found | undefined {
  const found = find(API_KEY, config, environment);
  if (!found || /^[\x21-\x7e]+$/.test(found.value)) return found;
  throw new ConfigurationError(`the API key from ${found.source} must be printable ASCII without spaces`);
}

function sourceOf({ source }: Found, config: Lookup, remark: string): string {
  if (source !== API_KEY.config) return source;
  return `${config(API_KEY_SOURCE) ?? `stack config ${source}`}${remark}`;
}

/** The limits of the client that are set. */
function limits(config: Lookup) {
  const seconds = limit(config, "operationTimeoutSeconds");
  const maxConcurrency = limit(config, "maxConcurrency");
  const maxRetries = limit(config, "maxRetries");
  return {
    ...(seconds !== undefined && { operationTimeoutMs: seconds * 1_000 }),
    ...(maxConcurrency !== undefined && { maxConcurrency }),
    ...(maxRetries !== undefined && { maxRetries }),
  };
}

function limit(config: Lookup, name: keyof typeof LIMITS): number | undefined {
  const [min, max] = LIMITS[name];
  const text = config(`edge-ingress:${name}`)?.trim();
  if (!text) return undefined;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new ConfigurationError(`edge-ingress:${name} must be a whole number from ${min} to ${max}`);
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

/** A setting that is there, and where. */
interface Found {
  readonly value: string;
  readonly source: string;
}

function find({ config: key, environment: variable }: Setting, config: Lookup, environment: Lookup): Found | undefined {
  const configured = config(key)?.trim();
  if (configured) return { value: configured, source: key };
  const inherited = environment(variable)?.trim();
  return inherited ? { value: inherited, source: `environment variable ${variable}` } : undefined;
}

function missing({ config: key, environment: variable, command }: Setting): never {
  throw new ConfigurationError(`${key} is not set: run \`${command}\` or set the environment variable ${variable}`);
}

/** The base URL as it is set, if it is. */
export const baseUrlText = (config: Lookup, environment: Lookup): string | undefined =>
  find(BASE_URL, config, environment)?.value;
