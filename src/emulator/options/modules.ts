import { anyNames, choice, type OptionRow, text } from "./kinds";

/** What becomes of traffic modules. */
export const moduleOptions = {
  /** GET of a module that is not configured. */
  unsetModule: choice({
    values: ["404", "null", "empty", "disabled"],
    default: "404",
    example: "disabled",
    doc: "GET of a module that is not configured: 404, or 200 with `null`, `{}`, or the module with `enabled` false and the other members null. The response is not shown.",
  }),
  /** DELETE of a module that is not configured. */
  deleteUnsetModule: choice({
    values: ["404", "204"],
    default: "404",
    example: "204",
    doc: "DELETE of a module that is not configured. The response is not shown.",
  }),
  /** DELETE of the route modules without a documented path. */
  moduleDeletion: choice({
    values: ["none", "204"],
    default: "none",
    example: "204",
    doc: "DELETE of the ten route modules without a documented path: no such path (404), or done with 204. The update rules name such an operation, the endpoints show none.",
  }),
  /** A null module in the PATCH of a route. */
  nullModuleOnPatch: choice({
    values: ["ignore", "reject", "delete"],
    default: "ignore",
    example: "delete",
    doc: "A null module in the PATCH of a route: left as it is, refused with 400, or deleted. Null is accepted by the write shape, but a module cannot be deleted through this operation.",
  }),
  /** Modules other than `backend` and `ip_restriction` on an edge with `terminate_at` upstream. */
  modulesOnUpstreamEdge: choice({
    values: ["allow", "reject"],
    default: "allow",
    example: "reject",
    doc: "Modules other than `backend` and `ip_restriction` on an edge with `terminate_at` upstream: stored, or refused with 400. Most are disallowed, which modules is not shown.",
  }),
  /** Filled-in `cookie_prefix`. */
  cookiePrefix: text({
    unit: "a prefix",
    default: "service.",
    example: "edge.",
    doc: "Filled-in `cookie_prefix`. The default is the service's own name and a dot; the name is not shown.",
  }),
  /** Accepted values of a webhook `provider`. */
  webhookProviders: anyNames({
    unit: "providers",
    default: [],
    example: ["github", "sns"],
    doc: "Accepted values of a webhook `provider`; an empty list accepts any text. Supported values are not shown.",
  }),
  /** Webhook providers that need no `secret`. */
  webhookProvidersWithoutSecret: anyNames({
    unit: "providers",
    default: ["sns"],
    example: ["sns", "other"],
    doc: "Webhook providers that need no `secret`. The reference speaks of one cloud notification service without its name.",
  }),
  /** Accepted values of SAML `nameid_format`. */
  nameidFormats: anyNames({
    unit: "formats",
    default: [],
    example: ["urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"],
    doc: "Accepted values of SAML `nameid_format`; an empty list accepts any text. The complete list is not shown.",
  }),
  /** Accepted values of `allowed_algorithms`. */
  jwtAlgorithms: anyNames({
    unit: "algorithms",
    default: [],
    example: ["RS256", "ES256"],
    doc: "Accepted values of `allowed_algorithms`; an empty list accepts any text. Allowed values are not shown.",
  }),
  /** Accepted values of the `type` of a policy action. */
  policyActionTypes: anyNames({
    unit: "action types",
    default: [],
    example: ["deny", "custom-response"],
    doc: "Accepted values of the `type` of a policy action; an empty list accepts any text. Allowed values are not shown.",
  }),
  /** `inbound`, `outbound` and `actions` of a policy. */
  policyShape: choice({
    values: ["object", "list", "either"],
    default: "object",
    example: "list",
    doc: "`inbound`, `outbound` and `actions` of a policy: one object each, as the reference writes them, a list of objects, or either. The reference does not mark them as lists.",
  }),
  /** Filled-in `min_version`. */
  defaultMinVersion: text({
    unit: "a version",
    default: "1.2",
    example: "1.3",
    doc: "Filled-in `min_version` of an edge that terminates TLS. A safe default is chosen when it is omitted; which one is not shown.",
  }),
  /** Accepted values of `min_version`. */
  minVersions: anyNames({
    unit: "versions",
    default: [],
    example: ["1.2", "1.3"],
    doc: "Accepted values of `min_version`; an empty list accepts any text. Allowed values are not shown.",
  }),
} as const satisfies Readonly<Record<string, OptionRow>>;
