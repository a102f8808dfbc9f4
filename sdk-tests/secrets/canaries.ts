import type * as definitions from "../../src/core/definitions";
import type { Values } from "../../src/core/schema/values";
import type { Fault } from "../../src/emulator";

/** The calls with which messages.test.ts provokes messages: every value of an argument is a canary. */

export const ingress = {
  domain: "C4nary.H1dden.example.com",
  description: "c4nary-description",
  metadata: "c4nary-metadata",
};

export const changed = { ...ingress, description: "c4nary-2" };

export const destination = {
  format: "json",
  target: { monitoring: { apiKey: "c4nary-api-key", site: "c4nary-site" } },
};

export const route = {
  edgeId: "c4nary-edge",
  matchType: "exact_path",
  match: "/c4nary-match",
  backend: { backendId: "c4nary-backend" },
};

export const login = {
  provider: { provider5: { clientId: "c4nary-client", clientSecret: "c4nary-secret" } },
};

export const tls = { edgeId: "c4nary-edge", minVersion: "1.2" };

/** Arguments that are refused. */
export const refused: readonly { type: keyof typeof definitions; args: Values }[] = [
  { type: "agentIngress", args: {} },
  { type: "agentIngress", args: { ...ingress, domian: "c4nary" } },
  { type: "agentIngress", args: { ...ingress, domain: "https://c4nary.example.com" } },
  {
    type: "agentIngress",
    args: {
      ...ingress,
      domain: "c4nary\u0000",
      description: "c4nary".repeat(510),
      metadata: { c4nary: "c4nary" },
    },
  },
  {
    type: "agentIngress",
    args: {
      ...ingress,
      certificateManagementPolicy: { authority: "c4nary", c4naryName: "c4nary" },
    },
  },
  {
    type: "sshCertificateAuthority",
    args: { keySize: 31337, privateKeyType: "rsa", ellipticCurve: "c4nary" },
  },
  {
    type: "eventDestination",
    args: {
      format: "c4nary",
      target: { monitoring: { apiKey: {}, tags: Number.NaN }, cloudLogs: {} },
    },
  },
  { type: "httpsEdgeRoute", args: { ...route, edgeId: "../c4nary", matchType: "c4nary" } },
  {
    type: "httpsEdgeRoute",
    args: { ...route, circuitBreaker: { numBuckets: 987654, trippedDuration: -987654 } },
  },
  {
    type: "httpsEdgeRoute",
    args: { ...route, circuitBreaker: { numBuckets: 0.987654, errorThresholdPercentage: 987654 } },
  },
  {
    type: "httpsEdgeRoute",
    args: { ...route, requestHeaders: { add: { "C4nary a": "c4nary\n", "C4nary-B": 987654 } } },
  },
  { type: "httpsEdgeRoute", args: { ...route, requestHeaders: { add: { "C4nary a": "c4nary" } } } },
  {
    type: "httpsEdgeRoute",
    args: { ...route, requestHeaders: { add: { "C4nary-B": "1", "c4nary-b": "c4nary" } } },
  },
  {
    type: "httpsEdgeRoute",
    args: { ...route, requestHeaders: { remove: ["C4nary a"], c4nary: "c4nary" } },
  },
  {
    type: "httpsEdgeRoute",
    args: {
      ...route,
      jwtValidation: { issuer: { allowList: [{ value: 987654, c4nary: 1 }, "c4nary"] } },
    },
  },
  {
    type: "httpsEdgeRoute",
    args: { ...route, policy: { inbound: { actions: { type: "c4nary", config: "c4nary" } } } },
  },
];

/** Responses to a create and to an update of an ingress. */
export const answers: readonly { title: string; fault: Partial<Fault> }[] = [
  { title: "refuses", fault: { status: 400 } },
  { title: "wants another key", fault: { status: 401 } },
  { title: "forbids", fault: { status: 403 } },
  { title: "finds nothing", fault: { status: 404 } },
  { title: "knows no such operation", fault: { status: 405 } },
  { title: "is a failure", fault: { status: 500, times: "always" } },
  { title: "limits", fault: { status: 429, times: 40 } },
  { title: "asks to come back later", fault: { status: 429, headers: { "Retry-After": "120" } } },
  {
    title: "redirects elsewhere",
    fault: { status: 302, headers: { Location: "https://other.example.com/c4nary" } },
  },
  {
    title: "redirects to a domain",
    fault: { status: 302, headers: { Location: "https://c4nary.h1dden.example.com/" } },
  },
  { title: "redirects below", fault: { status: 302, headers: { Location: "/c4nary" } } },
  { title: "is empty", fault: { status: 200, body: null } },
  { title: "has no id", fault: { status: 200, body: { domain: "c4nary" } } },
  {
    title: "has a strange id",
    fault: { status: 200, body: { id: "../c4nary", domain: "c4nary" } },
  },
  { title: "lacks a member", fault: { status: 200, body: { id: "agin_1" } } },
  {
    title: "has a member of another type",
    fault: { status: 200, body: { id: "agin_1", domain: { c4nary: 987654 } } },
  },
  { title: "is not JSON", fault: { malformed: true } },
  { title: "is too large", fault: { status: 200, body: "c4nary".repeat(1500000) } },
];

type Texts = Readonly<Record<string, string>>;

/** Invalid settings of the stack, and of the environment. */
export const wrongSettings: readonly { stack: Texts; environment: Texts }[] = [
  { stack: { "edge-ingress:apiKey": "c4nary key" }, environment: {} },
  { stack: { "edge-ingress:baseUrl": "c4nary" }, environment: {} },
  { stack: { "edge-ingress:baseUrl": "https://c4nary:c4nary@example.com" }, environment: {} },
  { stack: { "edge-ingress:baseUrl": "http://c4nary.example.com" }, environment: {} },
  { stack: { "edge-ingress:maxRetries": "c4nary" }, environment: {} },
  { stack: { "edge-ingress:maxRetries": "" }, environment: { EDGE_INGRESS_MAX_RETRIES: "c4nary" } },
  { stack: {}, environment: { EDGE_INGRESS_LOG: "c4nary" } },
  { stack: {}, environment: { EDGE_INGRESS_LOG: "requests:/c4nary/c4nary" } },
];

/** Phrases of messages that are not provoked: patterns of their files and of their texts, and the reason. */
export const unprovoked: readonly { files: RegExp; phrases: RegExp; because: string }[] = [
  {
    files: /transport/,
    phrases: /proxy|PROXY|NODE_EXTRA_CA_CERTS|certificate|it answered|does not use TLS/,
    because: "the connection",
  },
  {
    files: /client\/advice/,
    phrases:
      /the request conflicts|that object under another name|replaces it|not by their positions/,
    because: "advice, which repeats nothing",
  },
  {
    files: /provider\/encryption/,
    phrases: /./,
    because: "paths that the program marks, and nothing below them",
  },
  {
    files: /ownership\/texts/,
    phrases: /was left to its route|still configured/,
    because: "a module, by its path",
  },
  {
    files: /client\/advice/,
    phrases: /if it should exist/,
    because: "a read or a deletion of a missing object, which no resource shows",
  },
  {
    files: /leaves|schema\/problem/,
    phrases: /JSON value|an instance of|a class/,
    because: "kinds of values, of which nothing is shown",
  },
  {
    files: /client\/(client|created)/,
    phrases: /created| s before/,
    because: "an object that the same run has created, by its path",
  },
  {
    files: /verification/,
    phrases: /is answered with a list|finds the object/,
    because: "a path, which is shown without its secrets",
  },
  {
    files: /reported-values/,
    phrases: /the service stores|than the program|takes the two|with other|letter case|white space/,
    because: "the names of arguments",
  },
  {
    files: /lifecycle\/creates/,
    phrases: /another create|in the same collection/,
    because: "other creates of this process",
  },
  {
    files: /route-deletion/,
    phrases: /not asked for|if the service does not delete/,
    because: "the form of an answer",
  },
  {
    files: /transport/,
    phrases: /bad response|without the header Expect/,
    because: "the form of an answer, before its content is looked at",
  },
  {
    files: /decode/,
    phrases: /./,
    because: "the coding of an answer, whose content is shown by no message",
  },
  {
    files: /lifecycle\/requests/,
    phrases: /no well-formed id/,
    because: "an answer without an id, which the message does not repeat",
  },
  {
    files: /ownership\/texts/,
    phrases: /this run leaves out, or has not reached/,
    because: "a route, by a name that is recorded without secrets",
  },
  {
    files: /pages/,
    phrases: /more than/,
    because: "10,000 pages, of a list, which has no arguments",
  },
  {
    files: /(shared-(run|claims|folder)|private-folders)/,
    phrases: /./,
    because: "the file system, which knows nothing of arguments",
  },
  {
    files: /lifecycle\/unknown-outcome/,
    phrases: /(does not show it, because|look for it)/,
    because: "the list, which shows nothing of the object",
  },
  {
    files: /ownership\/texts/,
    phrases: /with another API key/,
    because: "another process, with a key of another account",
  },
  {
    files: /ownership\/texts/,
    phrases:
      /has failed in this run|is not known: |leaves that|leaves out|adopts the module|resource of type|whole program/,
    because: "the process of a program, which records paths and names of resources",
  },
  {
    files: /resources\/index/,
    phrases: /./,
    because: "a mistake in the tables, before any argument is known",
  },
];
