import { type Point, statedPoints } from "./point";

const fields = statedPoints("Resources and fields");
const modules = statedPoints("Modules");
const operations = statedPoints("Operations");
const protocol = statedPoints("The protocol");

const ROUTE = { needs: "route" } as const;

/** The rules of the API reference that the provider relies on, or repeats before it sends a request. */
export const statedTable = {
  timestamps: fields.stated([
    "timestamps are strings in RFC 3339 format",
    "passes them on as outputs",
  ]),
  agentIngressUri: fields.stated([
    "the `uri` of an agent ingress is a path relative to the base URL",
    "takes a path and a URL",
  ]),
  absoluteUris: fields.stated([
    "the `uri` of all other resources is an absolute URL",
    "takes a path and a URL",
  ]),
  textLimits: fields.stated([
    "`description` has at most 255 bytes, and `metadata` 4096",
    "refuses longer texts before it sends a request",
  ]),
  createdValues: fields.reliedOn([
    "the response to a create, and a GET, have the values that were sent",
    "compares the state with the response: another value is drift",
  ]),
  domainFixed: fields.stated([
    "`domain` is supplied at creation, and not updatable",
    "replaces the agent ingress",
  ]),
  nsTargets: fields.stated(["`ns_targets` is a list of texts", "passes it on as an output"]),
  regionDomains: fields.stated([
    "`region_domains` are subdomains of `domain`",
    "passes them on as an output",
  ]),
  policyNull: fields.reliedOn([
    "`certificate_management_policy` and `_status` are null when automatic management is disabled",
    "sends null to disable it",
  ]),
  publicKey: fields.stated([
    "`public_key` is in the text form of OpenSSH",
    "passes it on as an output",
  ]),
  keySize: fields.stated([
    "`key_size` of an RSA key is 2048 or 4096",
    "refuses other sizes before it sends a request",
  ]),
  targetMembers: fields.reliedOn([
    "exactly one member of `target` is set, and the others are null",
    "refuses another number of members; takes the member that is set",
  ]),

  enabledDefault: modules.stated(
    ["`enabled` of a module is true when omitted", "takes absent for true"],
    ROUTE,
  ),
  unsetMembers: modules.reliedOn(
    [
      "a module of a route that is not configured is null",
      "takes null and absent for not configured",
    ],
    ROUTE,
  ),
  references: modules.reliedOn(
    [
      "`backend` and `ip_restriction` take ids, and return objects with `id` and `uri`",
      "reads the `id` of each",
    ],
    ROUTE,
  ),
  bucketLimit: modules.stated(
    ["`num_buckets` is at most 128", "refuses larger numbers before it sends a request"],
    ROUTE,
  ),
  thresholdLimit: modules.stated(
    [
      "`error_threshold_percentage` is between 0 and 1.0",
      "refuses other numbers before it sends a request",
    ],
    ROUTE,
  ),
  oauthClient: modules.stated(
    [
      "OAuth: `client_secret` is required with `client_id`, and both with `scopes`",
      "refuses other combinations before it sends a request",
    ],
    ROUTE,
  ),
  oauthProviders: modules.reliedOn(
    [
      "OAuth: responses show the members of `provider` that are not used as null",
      "takes the member that is set; an empty object counts as set",
    ],
    ROUTE,
  ),
  samlFields: modules.reliedOn(
    ["SAML: responses add the five fields of the service provider", "passes them on as outputs"],
    ROUTE,
  ),
  nameidDefault: modules.stated(
    [
      "SAML: `nameid_format` is `urn:oasis:names:tc:SAML:2.0:nameid-format:persistent` by default",
      "takes absent for the default",
    ],
    ROUTE,
  ),

  createStatus: operations.stated([
    "201 for create",
    "takes any status of 200 to 299 with the object",
  ]),
  readStatus: operations.stated([
    "200 for get, list, update and replace",
    "takes any status of 200 to 299 with the object",
  ]),
  deleteStatus: operations.stated([
    "204 with an empty body for delete",
    "takes any status of 200 to 299, and a 404 of the API",
  ]),
  deletedObject: operations.reliedOn([
    "an object that was deleted does not exist",
    "takes a 404 for the end of the object",
  ]),
  lists: operations.reliedOn([
    "a list has an array under a name of the resource, `uri`, and `next_page_uri`, which is null on the last page",
    "follows all pages to import objects, and to find the object of a create without a response",
  ]),
  untouchedModules: operations.reliedOn(
    [
      "PATCH of a route leaves a module that the body does not have unchanged",
      "sends changed modules alone",
    ],
    ROUTE,
  ),
  replacedModules: operations.reliedOn(
    [
      "PATCH of a route replaces a module that the body has, completely",
      "sends all arguments of a changed module",
    ],
    ROUTE,
  ),
  modulePaths: operations.reliedOn(
    [
      "four modules of a route have a path of their own, with PUT, GET and DELETE",
      "uses the paths for the resources of these modules",
    ],
    ROUTE,
  ),
  sharedModules: operations.reliedOn(
    [
      "a module that is set at its path is a member of its route",
      "finds modules that another resource has configured",
    ],
    ROUTE,
  ),

  notFound: protocol.reliedOn([
    "an object that does not exist is not found",
    "takes a 404 for an object that does not exist",
  ]),
} as const satisfies Readonly<Record<string, Point>>;
