import { openPoints, type Point } from "./point";

const fields = openPoints("Resources and fields");
const modules = openPoints("Modules");
const operations = openPoints("Operations");
const protocol = openPoints("The protocol");

const ROUTE = { needs: "route" } as const;
const EDGE_MODULES = { needs: "edgeModules" } as const;
const NOT_IN_API = "the API has no operation that shows it";

/** The points that the API reference leaves open. `docs/unspecified.md` has these points in this order. */
export const openTable = {
  authority: fields.open([
    "`certificate_management_policy.authority`: the only value that is supported",
    "passes any text on",
  ]),
  domainSpelling: fields.open([
    "spelling of `domain` in responses",
    "letter case, a trailing dot and Punycode make no difference",
  ]),
  duplicateDomains: fields.open(["whether `domain` is unique", "leaves uniqueness to the service"]),
  textSpelling: fields.open([
    "spelling of texts in responses",
    "[fields.md](fields.md) names for each field what makes no difference: white space around texts, line ends, letter case of identifiers, spellings of domains and e-mail addresses",
  ]),
  unsetText: fields.open([
    "a `description` that was never set, or was cleared",
    "absent, null and empty mean not set",
  ]),
  agentIngressMetadata: fields.open([
    "`metadata` of an agent ingress may be absent",
    "absent, null and empty mean not set",
  ]),
  regions: fields.open([
    "order of `ns_targets` and `region_domains`; when the latter grows",
    "order makes no difference; growth does not count as drift",
  ]),
  renewal: fields.unobservable(
    [
      "when certificates renew, which jobs run",
      "prints a warning for `DNS_ERROR`, an info for `INTERNAL_ERROR`; neither fails the resource",
    ],
    "it takes a domain that is delegated, and weeks",
  ),
  ellipticCurves: fields.open([
    "`elliptic_curve`: allowed values",
    'passes any text on, with `privateKeyType: "ecdsa"` alone; the names of a curve in SEC 2, ANSI X9.62 and OpenSSH are equal, such as `P-256` and `prime256v1` for `nistp256`',
  ]),
  defaultKeyType: fields.open([
    "key type of an authority created without `private_key_type`",
    "leaves it to the service; `keyType` and `publicKey` show it",
  ]),
  creationInputs: fields.open([
    "creation-only inputs in responses",
    "state keeps the values of the program",
  ]),
  objectStorage: fields.unobservable(
    [
      "object-storage target of an event destination",
      "has no argument for it; `target` has exactly one of the four that are shown",
    ],
    "its fields are not shown",
  ),
  secrets: fields.open([
    "whether secrets are masked in responses",
    "absent, null, empty or starred: state keeps the secret",
  ]),
  foreignFields: fields.unobservable(
    ["fields of edges, backends, IP policies, authorities, subscriptions", "needs their ids alone"],
    NOT_IN_API,
  ),
  idForm: fields.assumed([
    "form of ids",
    "letters, digits, `.`, `_`, `-`, at most 128, no dot in front; anything else is refused before it enters a path",
  ]),
  emptyObject: fields.open(
    [
      "whether an object without members below a module, such as `jws: {}`, differs from an absent one",
      "no difference, apart from the provider of `oauth`",
    ],
    ROUTE,
  ),
  numberDefaults: fields.open(
    [
      "values and defaults of numbers, `cookie_prefix`",
      "leaves them to the service when absent: never drift",
    ],
    ROUTE,
  ),
  booleanDefaults: fields.assumed(
    [
      "defaults of `options_passthrough`, `force_authn` and `allow_idp_initiated`",
      "takes absent for false",
    ],
    ROUTE,
  ),
  laterProviders: fields.open(
    ["whether `provider_5` to `provider_8` need `client_id` and `client_secret`", "requires both"],
    ROUTE,
  ),
  listOrder: fields.open(
    [
      "whether lists are ordered",
      "sets, but for `policy.*.expressions` and `jwt_validation.http.tokens`",
    ],
    ROUTE,
  ),

  webhookProvider: modules.open(
    [
      "webhook `provider`: supported values, and which one needs no secret",
      "passes any text on; `secret` is optional",
    ],
    ROUTE,
  ),
  nameidFormat: modules.open(
    [
      "SAML `nameid_format`: the complete list",
      "passes any text on; the documented default does not count as drift",
    ],
    ROUTE,
  ),
  allowedAlgorithms: modules.open(
    ["`jws.allowed_algorithms`: allowed values", "passes any text on"],
    ROUTE,
  ),
  policyAction: modules.open(
    [
      "policy action types, and their `config`",
      "passes any text and any JSON object on, unchanged; [refuses what JSON cannot represent](reliability.md#values-that-json-cannot-represent)",
    ],
    ROUTE,
  ),
  policyObjects: modules.assumed(
    ["whether `inbound`, `outbound`, `actions` are lists", "literal: single objects"],
    ROUTE,
  ),
  userAgents: modules.unobservable(
    ["meaning of `user_agent_filter.allow` and `deny`", "passes sets of texts on"],
    "it takes requests to the edge",
  ),
  minVersion: modules.open(
    [
      "`min_version`: allowed values, and the safe default",
      "passes any text on; absent is the service's choice",
    ],
    EDGE_MODULES,
  ),
  upstreamModules: modules.open(
    ["which modules an edge with `terminate_at: upstream` disallows", "refuses `minVersion` only"],
    { needs: "upstreamEdge" },
  ),

  clearedText: operations.assumed([
    "how `description` and `metadata` are cleared",
    "sends an empty text",
  ]),
  nullModule: operations.open(["what a PATCH does with a null module", "sends none"], ROUTE),
  disabledModule: operations.assumed(
    [
      "deletion of the ten route modules without a path",
      "a PATCH of the last configuration with `enabled: false`, and `unknown` for an OIDC client secret that answers mask and the state does not have",
    ],
    ROUTE,
  ),
  routeDeletion: operations.open(
    [
      "deletion of routes",
      "`edge-ingress:routeDeletion`: `delete` sends a DELETE, and where that is refused disables the backend and warns; `disable`, `retain`, `require`",
    ],
    ROUTE,
  ),
  routeList: operations.open(["listing of routes", "needs none"], { needs: "httpsEdge" }),
  duplicateMatches: operations.open(
    ["whether two routes may have the same match", "leaves it to the service"],
    ROUTE,
  ),
  unsetModule: operations.assumed(
    [
      "GET of a module that is not configured",
      "404, `enabled: false`, or no configuring field; for 204, null and an empty object [asks once more](reliability.md#wrong-responses)",
    ],
    ROUTE,
  ),
  unsetModuleDeletion: operations.open(
    [
      "DELETE of a module that is not configured",
      "a 404 of [the API](reliability.md#which-404-counts) is success",
    ],
    ROUTE,
  ),
  usedDestination: operations.unobservable(
    ["deletion of a destination that a subscription uses", "reports what the service answers"],
    "the API has no operation that makes a subscription",
  ),
  pageSize: operations.open([
    "query parameters and page size of lists",
    "sends none; follows `next_page_uri` below the base URL alone",
  ]),
  listUris: operations.open(["form of `uri` and `next_page_uri` of lists", "takes both"]),
  foreignOperations: operations.unobservable(
    ["operations on edges, backends, IP policies, authorities, subscriptions", "has none"],
    "no path is shown",
  ),
  states: operations.unobservable(["states and transitions", "has none"], NOT_IN_API),

  notFoundBody: protocol.open([
    "body of a 404",
    "makes no difference: another request [confirms that the object is missing](reliability.md#which-404-counts)",
  ]),
  newObject: protocol.assumed(
    [
      "when a new object is found",
      "waits for [an object that this run created](reliability.md#which-404-counts), for up to a minute",
    ],
    { setting: "`edge-ingress:operationTimeoutSeconds` to a longer time" },
  ),
  failures: protocol.assumed([
    "failure statuses, body and codes of errors",
    "reads the status and `X-Request-Id`; shows the text of `msg`, `message` or `details`, without secrets",
  ]),
  serviceVersion: protocol.open(["behaviour without `Service-Version: 2`", "always sends it"]),
  rateLimit: protocol.open(
    [
      "rate limits",
      "waits after a 429, as `Retry-After` asks, up to 60 s, all requests together; then keeps the pace that the service served",
    ],
    { needs: "rateLimit" },
  ),
  events: protocol.unobservable(
    ["kinds and payloads of events", "delivers none"],
    "the API has no operation that makes a subscription",
  ),
} as const satisfies Readonly<Record<string, Point>>;
