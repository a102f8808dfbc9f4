import type { Input } from "@pulumi/pulumi";
import { fields } from "../schema/row-types";
import { oneOf, string, uint32 } from "../schema/rows";

/** The deletion of routes, which the API reference does not have; see `ProviderArgs.routeDeletion`. */
export type RouteDeletion = "delete" | "disable" | "retain" | "require";

/** Arguments of a `Provider`. In the npm package, an absent argument falls back to stack config before the environment. */
export interface ProviderArgs {
  /**
   * API key of the account; always a secret. Required by every operation that calls the API. Falls back to the environment
   * variable `EDGE_INGRESS_API_KEY`.
   */
  apiKey?: Input<string | undefined>;
  /**
   * Address of the API: https, or http on a loopback address. Required by every operation that calls the API. Falls back to the
   * environment variable `EDGE_INGRESS_BASE_URL`.
   */
  baseUrl?: Input<string | undefined>;
  /**
   * Effect of the deletion of a route, an operation that the API's reference does not show. A `destroy` uses the setting that the last
   * `up` recorded. Default: `delete`.
   *
   * - `delete`: deletes it. If the service does not offer that, the provider disables the route's backend, so that it serves
   *   nothing, and warns.
   * - `disable`: never deletes it, only disables its backend.
   * - `retain`: sends nothing.
   * - `require`: deletes it, and fails unless it is gone.
   */
  routeDeletion?: Input<RouteDeletion | undefined>;
  /** Requests in flight at the same time, 1 to 1000. Default: 10. */
  maxConcurrency?: Input<number | undefined>;
  /** Seconds that one operation may take, retries included, 1 to 86400. Default: 300. */
  operationTimeoutSeconds?: Input<number | undefined>;
  /**
   * Retries of a failed request, 0 to 20; those after a 429 are not counted. Default: 8, which span 35 to 72 seconds
   * and outlast a restart of the service.
   */
  maxRetries?: Input<number | undefined>;
  /**
   * Names of headers, of members of a policy's configuration and of arguments whose values are not credentials although they
   * look like some, separated by commas: the provider does not warn of them, and an import writes them in plaintext. Default:
   * none.
   */
  plaintextNames?: Input<string | undefined>;
}

/** The settings of the provider, by their names behind {@link NAMESPACE}. */
export const settings = fields<ProviderArgs>()({
  apiKey: string({ secret: true, format: "visibleAscii", environment: "EDGE_INGRESS_API_KEY" }),
  baseUrl: string({ format: "baseUrl", environment: "EDGE_INGRESS_BASE_URL" }),
  routeDeletion: oneOf(["delete", "disable", "retain", "require"], { default: "delete" }),
  maxConcurrency: uint32({ min: 1, max: 1_000, default: 10 }),
  operationTimeoutSeconds: uint32({ min: 1, max: 86_400, default: 300 }),
  maxRetries: uint32({ max: 20, default: 8 }),
  plaintextNames: string(),
});

/** The names in the setting `plaintextNames`, in lower case. */
export const parsePlaintextNames = (setting: unknown): ReadonlySet<string> =>
  new Set(
    String(setting ?? "")
      .split(",")
      .map((name) => name.trim().toLowerCase()),
  );

/** The setting by which a `Provider` passes on the source of its key: its argument, or stack config. */
export const API_KEY_SOURCE = "edge-ingress:apiKeySource";

/** Namespace of the settings in stack config, and package name in type tokens. */
export const NAMESPACE = "edge-ingress";
