import { z } from "@hono/zod-openapi";
import { knownCurves } from "./ssh-curves";

/** One behaviour that the API reference leaves open: what may be chosen, and what the emulator does when nothing is. */
export interface OptionRow {
  readonly schema: z.ZodType;
  readonly default: unknown;
  /** What the choices do, and which part of the reference leaves them open. */
  readonly doc: string;
}

function option<S extends z.ZodType>(schema: S, fallback: z.output<S>, doc: string) {
  return { schema, default: fallback, doc } satisfies OptionRow;
}

const names = z.array(z.string().min(1));
const choice = <const T extends readonly [string, ...string[]]>(...values: T) => z.enum(values);

/** Every named option. The command's help, the documentation and {@link OptionValues} follow this table. */
export const optionTable = {
  pageSize: option(
    z.int().min(1).max(1000),
    100,
    "Objects per page of a list when the request has no `limit`. Page sizes are not shown.",
  ),
  listUris: option(
    choice("as-resource", "relative", "absolute"),
    "as-resource",
    "Form of `uri` and `next_page_uri` of a list. Convention 8 states the form for resources only; `as-resource` follows it: relative for agent ingresses, absolute for the others.",
  ),
  errorBody: option(
    choice("json", "html", "empty"),
    "json",
    "Body of a failure: `json` is `{error_code, status_code, msg, details}`. Error response bodies are not shown.",
  ),
  serviceVersion: option(
    choice("reject", "ignore"),
    "reject",
    "A request without `Service-Version: 2`: refused with 400, or served. The behaviour is not shown.",
  ),
  requestsPerSecond: option(
    z.int().min(0).max(1_000_000),
    0,
    "Requests per second of an account; more are refused with 429 and `Retry-After: 1`. 0 refuses none. Rate limits are not shown.",
  ),
  unsetModule: option(
    choice("404", "null", "empty", "disabled"),
    "404",
    "GET of a module that is not configured: 404, or 200 with `null`, `{}`, or the module with `enabled` false and the other members null. The answer is not shown.",
  ),
  deleteUnsetModule: option(
    choice("404", "204"),
    "404",
    "DELETE of a module that is not configured. The answer is not shown.",
  ),
  routeDeletion: option(
    choice("204", "none"),
    "204",
    "DELETE of a route: done and answered with 204, or no such operation (405). Deleting routes is not shown.",
  ),
  moduleDeletion: option(
    choice("none", "204"),
    "none",
    "DELETE of the ten route modules without a documented path: no such path (404), or done with 204. The update rules name such an operation, the endpoints show none.",
  ),
  nullModuleOnPatch: option(
    choice("ignore", "reject", "delete"),
    "ignore",
    "A null module in the PATCH of a route: left as it is, refused with 400, or deleted. Null is accepted by the write shape, but a module cannot be deleted through this operation.",
  ),
  secrets: option(
    choice("plain", "masked", "null", "absent"),
    "plain",
    "Secrets in answers: as sent, `********`, null, or left out. The reference shows the members in answers and says nothing on their values.",
  ),
  filledDefaults: option(
    choice("documented", "none", "service"),
    "documented",
    "Members filled in when a request leaves them out: the documented defaults; `none`, for a service that answers what it stores, the other members null; or also plausible numbers, booleans and empty lists. Other defaults are not shown.",
  ),
  unsetText: option(
    choice("as-written", "null", "empty", "absent"),
    "as-written",
    "`description` and `metadata` that are not set: an empty string where one was written and else null; always null; always an empty string; or left out. The value is not shown.",
  ),
  agentIngressMetadata: option(
    choice("absent", "as-text"),
    "absent",
    "`metadata` of an agent ingress that is not set: left out, as the reference says it may be, or as `unsetText` says.",
  ),
  cookiePrefix: option(
    z.string().min(1),
    "service.",
    "Filled-in `cookie_prefix`. The default is the service's own name and a dot; the name is not shown.",
  ),
  certificateAuthorities: option(
    names,
    [],
    "Accepted values of `authority`; an empty list accepts any text. Exactly one value is supported, its name is not shown.",
  ),
  certificateDays: option(
    z.int().min(1).max(3650),
    60,
    "Days until `renews_at` of a new or renewed certificate. The interval is not shown.",
  ),
  domainSpelling: option(
    choice("as-given", "lower"),
    "as-given",
    "Spelling of `domain` in answers: as sent, or lower case without a trailing dot. Normalisation is not shown.",
  ),
  duplicateDomains: option(
    choice("allow", "reject"),
    "allow",
    "A second agent ingress of an account with the same domain: created, or refused with 409. Uniqueness is not shown.",
  ),
  regions: option(
    names.min(1),
    ["us", "eu", "ap", "au", "sa", "jp", "in"],
    "Regions of `region_domains`, for existing ingresses too. The list may grow, its values are not shown.",
  ),
  defaultKeyType: option(
    choice("ed25519", "ecdsa", "rsa"),
    "ed25519",
    "Key of an SSH certificate authority created without `private_key_type`. The default is not shown.",
  ),
  ellipticCurves: option(
    z.array(z.enum(knownCurves)).min(1),
    ["nistp256", "nistp384", "nistp521"],
    "Accepted values of `elliptic_curve`; the first one is used when none is sent. Allowed values are not shown.",
  ),
  webhookProviders: option(
    names,
    [],
    "Accepted values of a webhook `provider`; an empty list accepts any text. Supported values are not shown.",
  ),
  webhookProvidersWithoutSecret: option(
    names,
    ["sns"],
    "Webhook providers that need no `secret`. The reference speaks of one cloud notification service without its name.",
  ),
  nameidFormats: option(
    names,
    [],
    "Accepted values of SAML `nameid_format`; an empty list accepts any text. The complete list is not shown.",
  ),
  jwtAlgorithms: option(
    names,
    [],
    "Accepted values of `allowed_algorithms`; an empty list accepts any text. Allowed values are not shown.",
  ),
  policyActionTypes: option(
    names,
    [],
    "Accepted values of the `type` of a policy action; an empty list accepts any text. Allowed values are not shown.",
  ),
  policyShape: option(
    choice("object", "list", "either"),
    "object",
    "`inbound`, `outbound` and `actions` of a policy: one object each, as the reference writes them, a list of objects, or either. The reference does not mark them as lists.",
  ),
  minVersions: option(
    names,
    [],
    "Accepted values of `min_version`; an empty list accepts any text. Allowed values are not shown.",
  ),
  terminateAt: option(
    choice("edge", "upstream"),
    "edge",
    "`terminate_at` of HTTPS edges that no fixture describes. Creating edges is not shown.",
  ),
  modulesOnUpstreamEdge: option(
    choice("allow", "reject"),
    "allow",
    "Modules other than `backend` and `ip_restriction` on an edge with `terminate_at` upstream: stored, or refused with 400. Most are disallowed, which ones is not shown.",
  ),
  duplicateRoutes: option(
    choice("allow", "reject"),
    "allow",
    "A second route of an edge with the same `match_type` and `match`: stored, or refused with 409. Uniqueness is not shown.",
  ),
} as const;

type OptionTable = typeof optionTable;
/** Name of a row of {@link optionTable}. */
export type OptionName = keyof OptionTable;

/** Value of every option. */
export type OptionValues = { -readonly [Name in OptionName]: z.output<OptionTable[Name]["schema"]> };

/** Value of the option `errorBody`. */
export type ErrorBody = OptionValues["errorBody"];

/** Every option, in the order of the table. */
export const optionNames = Object.keys(optionTable) as OptionName[];
