import * as pulumi from "@pulumi/pulumi";
import type { RouteDeletion } from "../engine/resource";
import { isOfType } from "./resource-class";

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
  /** Retries of a failed request, 0 to 20; those after a 429 are not counted. Falls back to `edge-ingress:maxRetries`. Default: 4. */
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

  constructor(name: string, args: ProviderArgs = {}, opts?: pulumi.ResourceOptions) {
    const config = new pulumi.Config("edge-ingress");
    const apiKey = args.apiKey ?? config.getSecret("apiKey");
    const props = {
      "edge-ingress:apiKey": apiKey && pulumi.secret(apiKey),
      "edge-ingress:apiKeySource": apiKey && apiKeySource(name, args),
      ...Object.fromEntries(PLAIN.map((key) => [`edge-ingress:${key}`, setting(args[key]) ?? config.get(key)])),
    };
    super("pulumi-nodejs", name, props, opts);
  }
}

/** The arguments that are no secret. */
const PLAIN = ["baseUrl", "routeDeletion", "maxConcurrency", "operationTimeoutSeconds", "maxRetries"] as const;

/** The engine passes a provider's settings on as texts. */
const setting = (value: pulumi.Input<string | number | undefined>): pulumi.Output<string> | undefined =>
  value === undefined ? undefined : pulumi.interpolate`${value}`;

const apiKeySource = (name: string, args: ProviderArgs): string =>
  args.apiKey ? `the argument apiKey of Provider "${name}"` : `stack config edge-ingress:apiKey, by Provider "${name}"`;
