import { choice, names, number, type OptionRow, text, valuesOf } from "./kinds";

/** Every named option. The types, the command's help and the documentation follow this table. */
export const optionTable = {
  /** Objects per page of a list when the request has no `limit`. */
  pageSize: number("objects", [1, 1000], {
    default: 100,
    example: 2,
    doc: "Objects per page of a list when the request has no `limit`. Page sizes are not shown.",
  }),
  /** Form of `uri` and `next_page_uri` of a list. */
  listUris: choice(["as-resource", "relative", "absolute"], {
    example: "absolute",
    doc: "Form of `uri` and `next_page_uri` of a list. Convention 8 states the form for resources only; `as-resource` follows it: relative for agent ingresses, absolute for the others.",
  }),
  /** Body of a failure. */
  errorBody: choice(["json", "html", "text", "empty"], {
    example: "html",
    doc: "Body of a failure: `json` is `{error_code, status_code, msg, details}`; an HTML page; plain text; or nothing. Error response bodies are not shown.",
  }),
  /** Requests per second of an account. */
  requestsPerSecond: number("requests per second", [0, 1_000_000], {
    default: 0,
    example: 50,
    doc: "Requests per second of an account; more are refused with 429 and `Retry-After: 1`. 0 refuses none. Rate limits are not shown.",
  }),
  /** Secrets in responses. */
  secrets: choice(["plain", "masked", "null", "absent"], {
    example: "masked",
    doc: "Secrets in responses: as sent, `********`, null, or left out. The reference shows the members in responses, but not their values.",
  }),
  /** Members filled in when a request leaves them out. */
  filledDefaults: choice(["documented", "none", "service"], {
    example: "none",
    doc: "Members filled in when a request leaves them out: the documented defaults; `none`, for a service that answers what it stores, the other members null; or also plausible numbers, booleans and empty lists. Other defaults are not shown.",
  }),
  /** `description` and `metadata` that are not set. */
  unsetText: choice(["as-written", "null", "empty", "absent"], {
    example: "empty",
    doc: "`description` and `metadata` that are not set: an empty string where one was written and else null; always null; always an empty string; or left out. The value is not shown.",
  }),
  /** `metadata` of an agent ingress that is not set. */
  agentIngressMetadata: choice(["absent", "as-text"], {
    example: "as-text",
    doc: "`metadata` of an agent ingress that is not set: left out, as the reference allows, or as `unsetText` describes.",
  }),
  /** Spelling of `domain` in responses. */
  domainSpelling: choice(["as-given", "lower"], {
    example: "lower",
    doc: "Spelling of `domain` in responses: as sent, or lower case without a trailing dot. Normalisation is not shown.",
  }),
  /** A second agent ingress with the same domain, or route of an edge with the same match. */
  duplicates: choice(["allow", "reject"], {
    example: "reject",
    doc: "A second agent ingress of an account with the same `domain`, or a second route of an edge with the same `match_type` and `match`: stored, or refused with 409. Uniqueness is not shown.",
  }),
  /** Accepted values of members for which the reference lists none. */
  acceptedValues: valuesOf({
    of: [
      "authority",
      "elliptic_curve",
      "jwt_validation.allowed_algorithms",
      "policy.type",
      "saml.nameid_format",
      "tls_termination.min_version",
      "webhook_verification.provider",
    ],
    default: {},
    example: { "tls_termination.min_version": ["1.2", "1.3"], authority: ["example-ca"] },
    doc: "Accepted values of members for which the reference lists none. A member that is not named accepts any text, but for `elliptic_curve`: `nistp256`, `nistp384` or `nistp521`. The first curve is used when a request has none.",
  }),
  /** Regions of `region_domains`. */
  regions: names("regions", {
    default: ["us", "eu", "ap", "au", "sa", "jp", "in"],
    example: ["us", "eu"],
    doc: "Regions of `region_domains`, for existing ingresses too. The list may grow, its values are not shown.",
  }),
  /** DELETE of a route. */
  routeDeletion: choice(["204", "none"], {
    example: "none",
    doc: "DELETE of a route: done and answered with 204, or no such operation (405). Deleting routes is not shown.",
  }),
  /** `terminate_at` of HTTPS edges that no fixture describes. */
  terminateAt: choice(["edge", "upstream"], {
    example: "upstream",
    doc: "`terminate_at` of HTTPS edges that no fixture describes. Creating edges is not shown.",
  }),
  /** GET of a module that is not configured. */
  unsetModule: choice(["404", "null", "empty", "disabled"], {
    example: "disabled",
    doc: "GET of a module that is not configured: 404, or 200 with `null`, `{}`, or the module with `enabled` false and the other members null. The response is not shown.",
  }),
  /** DELETE of a module that is not configured. */
  deleteUnsetModule: choice(["404", "204"], {
    example: "204",
    doc: "DELETE of a module that is not configured. The response is not shown.",
  }),
  /** Modules other than `backend` and `ip_restriction` on an edge with `terminate_at` upstream. */
  modulesOnUpstreamEdge: choice(["allow", "reject"], {
    example: "reject",
    doc: "Modules other than `backend` and `ip_restriction` on an edge with `terminate_at` upstream: stored, or refused with 400. Most are disallowed, which modules is not shown.",
  }),
  /** Filled-in `cookie_prefix`. */
  cookiePrefix: text("a prefix", {
    default: "service.",
    example: "edge.",
    doc: "Filled-in `cookie_prefix`. The default is the service's own name and a dot; the name is not shown.",
  }),
  /** Webhook providers that need no `secret`. */
  webhookProvidersWithoutSecret: names("providers", {
    default: ["sns"],
    example: ["sns", "other"],
    doc: "Webhook providers that need no `secret`. The reference speaks of one cloud notification service without its name.",
  }),
  /** Filled-in `min_version`. */
  defaultMinVersion: text("a version", {
    default: "1.2",
    example: "1.3",
    doc: "Filled-in `min_version` of an edge that terminates TLS. A safe default is chosen when it is omitted; which one is not shown.",
  }),
} as const satisfies Readonly<Record<string, OptionRow>>;

type OptionTable = typeof optionTable;

/** Name of a row of {@link optionTable}. */
export type OptionName = keyof OptionTable;

/** Value of every option. */
export type OptionValues = { -readonly [Name in keyof OptionTable]: OptionTable[Name]["default"] };

/** Member whose accepted values an option may list. */
export type AcceptedMember = keyof OptionValues["acceptedValues"];
