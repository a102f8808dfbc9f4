import { choice, number, type OptionRow } from "./kinds";

/** How the service speaks, whatever the object. */
export const serviceOptions = {
  /** Objects per page of a list when the request has no `limit`. */
  pageSize: number({
    unit: "objects",
    min: 1,
    max: 1000,
    default: 100,
    example: 2,
    doc: "Objects per page of a list when the request has no `limit`. Page sizes are not shown.",
  }),
  /** Form of `uri` and `next_page_uri` of a list. */
  listUris: choice({
    values: ["as-resource", "relative", "absolute"],
    default: "as-resource",
    example: "absolute",
    doc: "Form of `uri` and `next_page_uri` of a list. Convention 8 states the form for resources only; `as-resource` follows it: relative for agent ingresses, absolute for the others.",
  }),
  /** Body of a failure. */
  errorBody: choice({
    values: ["json", "html", "empty"],
    default: "json",
    example: "html",
    doc: "Body of a failure: `json` is `{error_code, status_code, msg, details}`. Error response bodies are not shown.",
  }),
  /** A request without `Service-Version: 2`. */
  serviceVersion: choice({
    values: ["reject", "ignore"],
    default: "reject",
    example: "ignore",
    doc: "A request without `Service-Version: 2`: refused with 400, or served. The behaviour is not shown.",
  }),
  /** Requests per second of an account. */
  requestsPerSecond: number({
    unit: "requests per second",
    min: 0,
    max: 1_000_000,
    default: 0,
    example: 50,
    doc: "Requests per second of an account; more are refused with 429 and `Retry-After: 1`. 0 refuses none. Rate limits are not shown.",
  }),
  /** Secrets in responses. */
  secrets: choice({
    values: ["plain", "masked", "null", "absent"],
    default: "plain",
    example: "masked",
    doc: "Secrets in responses: as sent, `********`, null, or left out. The reference shows the members in responses, but not their values.",
  }),
  /** Members filled in when a request leaves them out. */
  filledDefaults: choice({
    values: ["documented", "none", "service"],
    default: "documented",
    example: "none",
    doc: "Members filled in when a request leaves them out: the documented defaults; `none`, for a service that answers what it stores, the other members null; or also plausible numbers, booleans and empty lists. Other defaults are not shown.",
  }),
  /** `description` and `metadata` that are not set. */
  unsetText: choice({
    values: ["as-written", "null", "empty", "absent"],
    default: "as-written",
    example: "empty",
    doc: "`description` and `metadata` that are not set: an empty string where one was written and else null; always null; always an empty string; or left out. The value is not shown.",
  }),
} as const satisfies Readonly<Record<string, OptionRow>>;
