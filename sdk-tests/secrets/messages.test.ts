import {
  CreateRequest,
  type CreateResponse,
  InvokeRequest,
  type InvokeResponse,
  ReadRequest,
  type ReadResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { agentIngress } from "../../src/core/definitions/agent-ingress";
import { createProvider } from "../../src/core/provider/provider";
import { UNKNOWN } from "../../src/core/schema/values";
import { type Emulator, type Fault, startEmulator } from "../../src/emulator";
import { DynamicResource } from "../../src/fronts/dynamic/calls";
import { messageOf } from "../../src/fronts/plugin/properties";
import { addConnectionFault } from "../support/connection-faults";
import { type FaultProxy, startFaultProxy } from "../support/fault-proxy";
import { inProcessCore } from "../support/in-process-core";
import { failureOf } from "../support/in-process-dynamic";
import { answer, inProcessPlugin, secret, seen, urnOf } from "../support/in-process-plugin";
import { MarkedProvider } from "../support/marked-provider";
import { type Phrase, phrases } from "../support/shown-texts";

/**
 * Every message that users may see while their resources are at work, provoked with every argument marked as secret: no value of
 * an argument appears in it.
 */

const CANARY = /c4n[a4]ry|987654|31337|\b3060\b/i;

/** An id of a request, in which a number may stand by chance. */
const REQUEST_ID = /\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g;

const shown: string[] = [];
const show = (text: string) => void shown.push(text.replaceAll(REQUEST_ID, "ID"));

let emulator: Emulator;
let proxy: FaultProxy;

beforeAll(async () => {
  emulator = await startEmulator();
  proxy = await startFaultProxy(emulator.url);
});

beforeEach(() => {
  emulator.reset();
  emulator.configure({ terminateAt: "edge" });
  proxy.clearFaults();
});

afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
  await emulator.close();
});

const provider = (settings?: Readonly<Record<string, string>>, options?: object) =>
  new MarkedProvider({ url: proxy.url, apiKey: emulator.apiKey }, show, settings, options);

/** A new provider, whose call has to fail. */
const fails = (call: (one: MarkedProvider) => Promise<unknown>, one = provider()) => one.fails(call(one));

/** One that gives up at once. */
const hurried = () => provider({ "edge-ingress:maxRetries": "0" });

/** Plans an answer that repeats what a call was given, in other spellings, too. */
function fault(planned: Partial<Fault>, args: object = ingress): void {
  const text = JSON.stringify(args);
  const msg = `${text.slice(0, 100)} ${text.toLowerCase()} ${text.toUpperCase().replaceAll(".", "-")}`;
  emulator.addFault({ body: { msg }, ...planned } as Fault);
}

const ingress = { domain: "C4nary.H1dden.example.com", description: "c4nary-description", metadata: "c4nary-metadata" };
const changed = { ...ingress, description: "c4nary-2" };
const destination = { format: "json", target: { monitoring: { apiKey: "c4nary-api-key", site: "c4nary-site" } } };
const route = {
  edgeId: "c4nary-edge",
  matchType: "exact_path",
  match: "/c4nary-match",
  backend: { backendId: "c4nary-backend" },
};
const login = { provider: { provider5: { clientId: "c4nary-client", clientSecret: "c4nary-secret" } } };
const tls = { edgeId: "c4nary-edge", minVersion: "1.2" };

const INGRESSES = "/agent_ingresses";
const INGRESS = "/agent_ingresses/{id}";
const ROUTES = "/edges/https/{edge_id}/routes";
const ROUTE = "/edges/https/{edge_id}/routes/{id}";
const OAUTH = "/edges/https/{edge_id}/routes/{id}/oauth";
const TLS = "/edges/https/{edge_id}/tls_termination";

describe("arguments", () => {
  it.each([
    ["agentIngress", {}],
    ["agentIngress", { ...ingress, domian: "c4nary" }],
    ["agentIngress", { domain: "c4nary\0", description: "c4nary".repeat(510), metadata: { c4nary: "c4nary" } }],
    ["agentIngress", { ...ingress, certificateManagementPolicy: { authority: "c4nary", c4naryName: "c4nary" } }],
    ["sshCertificateAuthority", { keySize: 31337, privateKeyType: "rsa", ellipticCurve: "c4nary" }],
    ["eventDestination", { format: "c4nary", target: { monitoring: { apiKey: {}, tags: Number.NaN }, cloudLogs: {} } }],
    ["httpsEdgeRoute", { ...route, edgeId: "../c4nary", matchType: "c4nary" }],
    ["httpsEdgeRoute", { ...route, circuitBreaker: { numBuckets: 987654, trippedDuration: -987654 } }],
    ["httpsEdgeRoute", { ...route, circuitBreaker: { numBuckets: 0.987654, errorThresholdPercentage: 987654 } }],
    ["httpsEdgeRoute", { ...route, requestHeaders: { add: { "C4nary a": "c4nary\n", "C4nary-B": 987654 } } }],
    ["httpsEdgeRoute", { ...route, requestHeaders: { add: { "C4nary a": "c4nary" } } }],
    ["httpsEdgeRoute", { ...route, requestHeaders: { add: { "C4nary-B": "1", "c4nary-b": "c4nary" } } }],
    ["httpsEdgeRoute", { ...route, requestHeaders: { remove: ["C4nary a"], c4nary: "c4nary" } }],
    [
      "httpsEdgeRoute",
      { ...route, jwtValidation: { issuer: { allowList: [{ value: 987654, c4nary: 1 }, "c4nary"] } } },
    ],
    ["httpsEdgeRoute", { ...route, policy: { inbound: { actions: { type: "c4nary", config: "c4nary" } } } }],
  ] as const)("%s that are refused show nothing of themselves: %#", (type, inputs) => {
    provider().check(type, inputs);
  });

  it("that no program can mark, because the language has lost them, show nothing of themselves", () => {
    const monitoring = { apiKey: {}, site: "c4nary-site" };
    provider().check("eventDestination", { format: "json", target: { monitoring } }, { secretPaths: [] });
  });

  it("that are refused only after they are stored show nothing of themselves", () => {
    const lost = { id: "agin_1", inputs: {}, outputs: {} };
    provider().diff("agentIngress", lost, ingress);
    provider().diff("httpsEdgeRoute", lost, route);
    emulator.configure({ terminateAt: "upstream" });
    const { edgeId } = tls;
    provider().diff("httpsEdgeTlsTermination", { ...lost, outputs: { edgeId, terminateAt: "upstream" } }, tls);
  });
});

describe("an answer", () => {
  it.each<[string, Partial<Fault>]>([
    ["refuses", { status: 400 }],
    ["wants another key", { status: 401 }],
    ["forbids", { status: 403 }],
    ["finds nothing", { status: 404 }],
    ["knows no such operation", { status: 405 }],
    ["is a failure", { status: 500, times: "always" }],
    ["limits", { status: 429, times: 40 }],
    ["asks to come back later", { status: 429, headers: { "Retry-After": "120" } }],
    ["redirects elsewhere", { status: 302, headers: { Location: "https://other.example.com/c4nary" } }],
    ["redirects to a domain", { status: 302, headers: { Location: "https://c4nary.h1dden.example.com/" } }],
    ["redirects below", { status: 302, headers: { Location: "/c4nary" } }],
    ["is empty", { status: 200, body: null }],
    ["has no id", { status: 200, body: { domain: "c4nary" } }],
    ["has a strange id", { status: 200, body: { id: "../c4nary", domain: "c4nary" } }],
    ["lacks a member", { status: 200, body: { id: "agin_1" } }],
    ["has a member of another type", { status: 200, body: { id: "agin_1", domain: { c4nary: 987654 } } }],
    ["is not JSON", { malformed: true }],
    ["is too large", { status: 200, body: `c4nary${"x".repeat(9_000_000)}` }],
  ])("to a create or an update that %s shows no argument", async (_, planned) => {
    const made = await hurried().create("agentIngress", ingress);
    for (const method of ["POST", "PATCH"]) fault({ method, ...planned }, changed);
    await hurried()
      .fails(hurried().create("agentIngress", changed))
      .catch(() => undefined);
    await hurried().fails(hurried().update("agentIngress", made, changed));
  });

  it("of an ingress with another domain shows neither", async () => {
    const one = provider();
    const made = await one.create("agentIngress", ingress);
    const body = { ...emulator.objects().at(-1)?.body, domain: "c4nary.other.example.com" };
    fault({ method: "GET", path: INGRESS, status: 200, body });
    await one.fails(one.read("agentIngress", made));
  });

  it("that shows the object as it was before an update shows no argument", async () => {
    const one = provider();
    const made = await one.create("agentIngress", ingress);
    fault({ method: "PATCH", path: INGRESS, status: 200, body: emulator.objects().at(-1)?.body });
    await one.update("agentIngress", made, changed);
  });

  it("of a gateway that knows the lists alone shows no argument", async () => {
    const made = await provider().create("agentIngress", ingress);
    fault({ method: "GET", path: INGRESS, status: 404, times: "always" });
    await fails((one) => one.read("agentIngress", made));
  });

  it("of another object shows no argument", async () => {
    const made = await provider().create("httpsEdgeRoute", route);
    const body = { ...emulator.objects()[0]?.body, edge_id: "c4nary-other", created_at: "2001-01-01T00:00:00Z" };
    fault({ method: "GET", path: ROUTE, status: 200, body });
    await fails((one) => one.read("httpsEdgeRoute", made));
    fault({ method: "POST", path: ROUTES, status: 201, body: { ...body, edge_id: undefined, match: "/c4nary-2" } });
    await fails((one) => one.create("httpsEdgeRoute", route));
  });

  it("that reports a missing object shows no argument", async () => {
    const made = await provider().create("agentIngress", ingress);
    emulator.remove(`${INGRESSES}/${made.id}`);
    await fails((one) => one.update("agentIngress", made, changed));
    await fails((one) => one.get("agentIngress", "c4nary-id"));
    await fails((one) => one.get("httpsEdgeRoute", "c4nary-id", { edgeId: "c4nary-edge" }));
    await fails((one) => one.get("httpsEdgeRoute", "c4nary-id"));
    for (const listed of [{ status: 403 }, { status: 404 }, { status: 200, body: { c4nary: [] } }]) {
      fault({ method: "GET", path: INGRESSES, ...listed });
      await fails((one) => one.read("agentIngress", made));
    }
  });

  it("to a deletion that confirms nothing shows no argument", async () => {
    const made = await provider().create("agentIngress", ingress);
    fault({ method: "DELETE", path: INGRESS, status: 200 });
    await fails((one) => one.delete("agentIngress", made));
  });

  it("that is a list shows no argument", async () => {
    for (let made = 0; made < 3; made++) await provider().create("agentIngress", ingress);
    emulator.configure({ pageSize: 2 });
    await provider().list();
    const pages = [
      { ingresses: [{ id: "agin_1" }], next_page_uri: null },
      { ingresses: [] },
      { c4nary: [] },
      { ingresses: [], next_page_uri: 1 },
      { ingresses: [], next_page_uri: "https://other.example.com/c4nary" },
    ];
    for (const body of pages) {
      fault({ method: "GET", path: INGRESSES, status: 200, body });
      await fails((one) => one.list());
    }
    await provider().fails(Promise.resolve().then(() => provider().list("httpsEdgeRoute")));
    emulator.configure({ pageSize: 100 });
  });
});

describe("no answer", () => {
  it("shows no argument", async () => {
    const made = await provider().create("agentIngress", ingress);
    addConnectionFault({ emulator, proxy }, { method: "PATCH", when: "before", ends: "reset", times: 40 });
    await fails((one) => one.update("agentIngress", made, changed));
    proxy.clearFaults();
    proxy.refuse();
    await fails((one) => one.update("agentIngress", made, changed));
    await proxy.accept();
    fault({ method: "PATCH", delayMs: 2_000, times: "always" });
    await hurried().fails(hurried().update("agentIngress", made, changed, { timeoutMs: 20 }));
    await hurried().fails(hurried().update("agentIngress", made, changed, { timeoutMs: 0 }));
  });

  it("of a service that is away shows no argument", async () => {
    const one = provider({ "edge-ingress:maxRetries": "1" });
    fault({ method: "POST", status: 502 });
    const made = await provider()
      .create("httpsEdgeRoute", route)
      .catch(() => provider().create("httpsEdgeRoute", route));
    for (const method of ["PATCH", "GET"]) fault({ method, status: 503, times: "always" }, route);
    const news = { ...route, description: "c4nary" };
    for (let run = 0; run < 2; run++) await one.fails(one.update("httpsEdgeRoute", made, news));
  });

  it("and a cancellation show no argument", async () => {
    const made = await provider().create("agentIngress", ingress);
    const one = provider();
    const cancellation = new AbortController();
    one.clock.duringWait = async () => cancellation.abort();
    fault({ method: "PATCH", status: 503, times: "always" }, changed);
    const { signal } = cancellation;
    await one.fails(one.update("agentIngress", made, changed, { signal }));
    fault({ method: "POST", status: 500 }, changed);
    const other = provider();
    const second = new AbortController();
    other.clock.duringWait = async () => second.abort();
    await other.fails(other.create("agentIngress", changed, { signal: second.signal }));
  });
});

describe("a create with an unknown outcome", () => {
  it("shows no argument if the list shows several objects, or none", async () => {
    await provider().create("eventDestination", destination);
    fault({ method: "POST", status: 500, when: "after" }, destination);
    await fails((one) => one.create("eventDestination", destination));
    emulator.reset();
    fault({ method: "POST", status: 500 }, destination);
    await provider().create("eventDestination", destination);
    fault({ method: "POST", status: 500 }, destination);
    const others = { ...destination, metadata: "c4nary" };
    await fails((one) => one.create("eventDestination", others, { timeoutMs: 30_000 }));
  });

  it("shows no argument if the list cannot be read, or is not the API's", async () => {
    for (const status of [500, 200]) {
      fault({ method: "POST", status, body: "<c4nary>" });
      fault({ method: "GET", path: INGRESSES, status, body: "<c4nary>", times: "always" });
      await hurried().fails(hurried().create("agentIngress", ingress));
      emulator.clearFaults();
    }
  });

  it("shows no argument of a route", async () => {
    fault({ method: "POST", status: 500 }, route);
    await fails((one) => one.create("httpsEdgeRoute", route));
  });
});

describe("what is said of an ingress", () => {
  it.each(["DNS_ERROR", "INTERNAL_ERROR"] as const)(
    "with a certificate that has %s shows no argument",
    async (code) => {
      const policy = { certificateManagementPolicy: { authority: "c4nary-authority" } };
      const made = await provider().create("agentIngress", { ...ingress, ...policy });
      emulator.setCertificateJob(made.id, { error_code: code, msg: "no record for c4nary.h1dden.example.com" });
      expect(await provider().read("agentIngress", made)).toBeDefined();
    },
  );

  it("that was made at another address shows no argument", async () => {
    const made = await provider().create("agentIngress", ingress);
    const outputs = { ...made.outputs, uri: "https://api.example.com/c4nary" };
    provider().diff("agentIngress", { ...made, outputs }, ingress);
  });
});

describe("the deletion of a route", () => {
  it.each(["delete", "disable", "retain", "require"])("under %s shows no argument", async (policy) => {
    const settings = { "edge-ingress:routeDeletion": policy };
    for (const args of [route, { ...route, backend: undefined }]) {
      fault({ method: "DELETE", path: ROUTE, status: 405, times: "always" });
      const made = await provider().create("httpsEdgeRoute", args);
      const one = provider(settings);
      const place = { edgeId: route.edgeId, routeId: made.id };
      const module = await provider().create("httpsEdgeRouteOAuth", { ...place, ...login });
      await one.delete("httpsEdgeRouteOAuth", module);
      await one.delete("httpsEdgeRoute", made).catch(({ message }: Error) => show(message));
      emulator.clearFaults();
    }
  });
});

describe("a module", () => {
  /** A login of a new route. */
  const newLogin = async () => {
    const { id: routeId } = await provider().create("httpsEdgeRoute", route);
    const args = { edgeId: route.edgeId, routeId, ...login };
    return { args, made: await provider().create("httpsEdgeRouteOAuth", args) };
  };

  it("that is configured already shows no argument", async () => {
    const { args } = await newLogin();
    await provider().create("httpsEdgeRouteOAuth", args);
    await fails((one) => one.create("httpsEdgeRouteOAuth", { ...args, cookiePrefix: "c4nary" }));
  });

  it("that two resources configure shows no argument", async () => {
    const { args, made } = await newLogin();
    const one = provider();
    const label = (name: string) => ({ label: { name, urn: `urn::${name}` } });
    one.check("httpsEdgeRouteOAuth", args, label("first"));
    one.check("httpsEdgeRouteOAuth", args, label("second"));
    await one.delete("httpsEdgeRouteOAuth", made);
    const other = provider();
    other.check("httpsEdgeRouteOAuth", args);
    await other.delete("httpsEdgeRouteOAuth", made);
  });

  it("that cannot be configured shows no argument of its own, nor of its route", async () => {
    const one = provider();
    one.check("httpsEdgeRoute", route);
    const made = await one.create("httpsEdgeRoute", route);
    const before = shown.length;
    const args = { edgeId: route.edgeId, routeId: made.id, ...login };
    for (const status of [400, 500]) {
      fault({ method: "PUT", path: OAUTH, status, times: "always" }, login);
      await one.fails(one.create("httpsEdgeRouteOAuth", args));
      emulator.clearFaults();
    }
    expect(shown.slice(before).join()).toMatch(
      /the route \[secret\] \[secret\] on the edge \[secret\] serves without oauth(.|\n)*\[secret\] may serve without oauth/,
    );
  });

  it("whose answers are strange shows no argument", async () => {
    const { args, made } = await newLogin();
    for (const body of [{ c4nary: 1 }, null]) {
      fault({ method: "GET", path: OAUTH, status: 200, body });
      await fails((one) => one.read("httpsEdgeRouteOAuth", made));
    }
    fault({ method: "PUT", path: OAUTH, status: 200, body: null });
    await fails((one) => one.update("httpsEdgeRouteOAuth", made, { ...args, cookiePrefix: "c4nary" }));
    for (const id of ["c4nary", "../c4nary"]) await fails((one) => one.read("httpsEdgeRouteOAuth", { ...made, id }));
    fault({ method: "GET", path: TLS, status: 200, body: null, times: 2 });
    fault({ method: "GET", path: INGRESSES, status: 403 }, tls);
    const unset = { id: "c4nary-edge", inputs: tls, outputs: tls };
    await fails((one) => one.read("httpsEdgeTlsTermination", unset));
  });

  it("of an edge that ends TLS upstream shows no argument", async () => {
    emulator.configure({ terminateAt: "upstream" });
    await fails((one) => one.create("httpsEdgeTlsTermination", tls));
  });

  it("that goes with its route shows no argument", async () => {
    const { made } = await newLogin();
    const one = provider();
    one.check("agentIngress", ingress);
    await one.delete("httpsEdgeRouteOAuth", made, true);
  });

  it("that is deleted though its route stays shows no argument", async () => {
    const one = provider();
    await one.delete("httpsEdgeRouteOAuth", (await newLogin()).made);
    one.end();
  });

  it("that the replacement of its route lacks shows no argument", async () => {
    const one = provider();
    const old = await provider().create("httpsEdgeRoute", route);
    await provider().create("httpsEdgeRouteOAuth", { edgeId: route.edgeId, routeId: old.id, ...login });
    await one.create("httpsEdgeRoute", route);
    await one.delete("httpsEdgeRoute", old);
  });

  it("that another version deletes in the same run shows no argument", async () => {
    const { args } = await newLogin();
    const path = `/edges/https/${args.edgeId}/routes/${args.routeId}/oauth`;
    for (const status of [undefined, 403]) {
      const one = provider();
      await one.create("httpsEdgeRouteOAuth", args);
      if (status) fault({ method: "GET", path: OAUTH, status }, login);
      else emulator.remove(path);
      await one.restore();
    }
  });
});

it("a setting that is wrong shows nothing of itself", () => {
  const problemsOf = (settings: Record<string, string>, environment: Record<string, string> = {}) => {
    const lookups = { environment: (name: string) => environment[name] };
    const { provider: one } = inProcessCore({ url: emulator.url, apiKey: "c4nary" }, lookups, settings);
    for (const { path, reason } of one.check(agentIngress, { olds: {}, inputs: ingress }).problems)
      show(`${path} ${reason}`);
  };
  problemsOf({ "edge-ingress:apiKey": "c4nary key" });
  for (const url of ["c4nary", "https://c4nary:c4nary@example.com", "http://c4nary.example.com"])
    problemsOf({ "edge-ingress:baseUrl": url });
  problemsOf({ "edge-ingress:maxRetries": "c4nary" });
  problemsOf({ "edge-ingress:maxRetries": "" }, { EDGE_INGRESS_MAX_RETRIES: "c4nary" });
  for (const log of ["c4nary", "requests:/c4nary/c4nary"]) problemsOf({}, { EDGE_INGRESS_LOG: log });
});

it("a missing setting and a refused key show no argument", async () => {
  const key = { "edge-ingress:apiKey": "" };
  const isOfProgram = () => false;
  for (const options of [{}, { providerName: "prod" }, { isOfProgram }])
    await provider(key, options).fails(provider(key, options).create("agentIngress", ingress));
  fault({ method: "POST", status: 401, times: "always" });
  for (const options of [{}, { providerName: "prod" }, { isOfProgram }])
    await provider({}, options).fails(provider({}, options).create("agentIngress", ingress));
});

it("a bug shows no argument", async () => {
  const one = provider();
  one.clock.now = () => {
    throw new TypeError("no c4nary-description of C4nary.H1dden.example.com");
  };
  await one.fails(one.create("agentIngress", ingress));
});

it("a state of the plugin's shows no argument to the other form", async () => {
  const one = createProvider({ config: () => undefined, environment: () => undefined, log: () => undefined });
  const { failures = [] } = await new DynamicResource(one, agentIngress).check(
    { ...ingress },
    { ...ingress, __provider: "" },
  );
  for (const { reason } of failures) show(reason);
});

/** Every argument as a secret, as the engine passes it on. */
const wrapped = (args: object) =>
  messageOf(Object.fromEntries(Object.entries(args).map(([key, value]) => [key, secret(value)])));

it("what the plugin itself refuses shows no argument", async () => {
  await using plugin = await inProcessPlugin();
  const { client } = plugin;
  const fails = async (call: Promise<unknown>) => show((await failureOf(call)).message);
  const create = (args: object, type = "HttpsEdgeRoute") => {
    const request = new CreateRequest().setUrn(urnOf(type)).setProperties(wrapped(args));
    return answer<CreateResponse>((done) => client.create(request, done));
  };
  const imported = (id: string, type: string) => {
    const request = new ReadRequest().setUrn(urnOf(type)).setId(id);
    return answer<ReadResponse>((done) => client.read(request, done));
  };
  const invoke = async (name: string, args: object) => {
    const request = new InvokeRequest().setTok(`edge-ingress:index:${name}`).setArgs(wrapped(args));
    const response = await answer<InvokeResponse>((done) => client.invoke(request, done));
    for (const failure of response.getFailuresList()) show(failure.getReason());
    return seen(response.getReturn());
  };
  await fails(create(route));
  await plugin.configure({ baseUrl: emulator.url, apiKey: emulator.apiKey });
  await fails(create(route, "Nothing"));
  emulator.addFault({ method: "POST", status: 500 });
  await fails(create(route));
  await fails(create({ ...route, requestHeaders: { add: { "C4nary-A": UNKNOWN } } }));
  for (const id of ["edge_1", "edge_1/..c4nary"]) await fails(imported(id, "HttpsEdgeRoute"));
  for (const args of [{}, { id: "../c4nary" }, { id: 987654 }]) await invoke("getAgentIngress", args);
  await fails(invoke("getNothing", { id: "c4nary-id" }));
  await fails(invoke("getHttpsEdgeRoute", { edgeId: "c4nary-edge", id: "c4nary-id" }));
  const { id } = seen((await create(route)).getProperties());
  expect(id).toBeUndefined();
  const [object] = emulator.objects();
  const found = await invoke("getHttpsEdgeRoute", { edgeId: route.edgeId, id: object?.body.id });
  expect(found).toMatchObject({
    edgeId: secret(route.edgeId),
    id: secret(object?.body.id),
    uri: secret(object?.body.uri),
  });
  emulator.configure({ secrets: "masked" });
  await create(destination, "EventDestination");
  const masked = emulator.objects().find(({ kind }) => kind === "event_destination");
  await imported(String(masked?.body.id), "EventDestination");
  emulator.configure({ secrets: "plain" });
  for (const { text } of plugin.shown) show(text);
});

/** Phrases of messages that are not provoked here, and why. */
const unprovoked: readonly (readonly [file: RegExp, phrase: RegExp, why: string])[] = [
  [/transport/, /proxy|PROXY|NODE_EXTRA_CA_CERTS|certificate|it answered|does not use TLS/, "the connection"],
  [/answer\.ts/, /if it should exist/, "a read or a deletion of a missing object, which no resource shows"],
  [/leaves|schema\/problem/, /JSON value|an instance of|a class/, "kinds of values, of which nothing is shown"],
  [/body-shape/, /./, "the form of a body, of which nothing is shown"],
  [/verification/, /not those of one API/, "answers for ids that no program has"],
  [/creates|match-create/, /another create|the list shows|too few/, "creates of other processes, shown by ids alone"],
  [/route-deletion/, /its body is not JSON|not asked for|if the service does not delete/, "the form of an answer"],
  [/transport/, /bad response|without the header Expect/, "the form of an answer, before its content is looked at"],
  [/decode/, /./, "the coding of an answer, whose content is shown by no message"],
  [/answers/, /no well-formed id/, "an answer without an id, which the message does not repeat"],
  [/ownership-texts/, /this run leaves out, or has not reached/, "a route, by a name that is recorded without secrets"],
  [/answers/, /more than/, "10,000 pages, of a list, which has no arguments"],
  [/shared-(run|creates|folder)/, /./, "the file system, which knows nothing of arguments"],
  [/ownership-texts/, /with another API key/, "another process, with a key of another account"],
  [
    /ownership-texts/,
    /of this program may configure|nothing is deleted here|could not be registered|depends on has|leaves that|leaves out|adopts the module|in this run, so|resource of type|which this run has made|whole program|configure the module/,
    "the process of a program, which records paths and names of resources",
  ],
  [/resources\/index/, /./, "a mistake in the tables, before any argument is known"],
];

describe("of all that was shown", () => {
  it("nothing holds a value of an argument", () => {
    expect(shown.length).toBeGreaterThan(200);
    expect(shown.filter((text) => CANARY.test(text))).toEqual([]);
  });

  it("no phrase of the source is missing", () => {
    const isExpected = ({ file, text }: Phrase) =>
      !unprovoked.some(([files, texts]) => files.test(file) && texts.test(text));
    const all = shown.join("\n");
    expect(phrases().length).toBeGreaterThan(100);
    expect(phrases().filter((phrase) => isExpected(phrase) && !all.includes(phrase.text))).toEqual([]);
  });
});
