import { afterEach, beforeEach, describe, expect } from "vitest";
import * as definitions from "../../src/core/definitions";
import { agentIngress } from "../../src/core/definitions/agent-ingress";
import { createProvider } from "../../src/core/provider/provider";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import type { Values } from "../../src/core/schema/values";
import type { Emulator, Fault } from "../../src/emulator";
import { DynamicResource } from "../../src/fronts/dynamic/calls";
import { addConnectionFault } from "../support/connection-faults";
import type { FaultProxy } from "../support/fault-proxy";
import { withFaultProxy } from "../support/fixtures";
import { inProcessCore } from "../support/in-process-core";
import { failureOf } from "../support/in-process-dynamic";
import { inProcessPlugin, secret } from "../support/in-process-plugin";
import { MarkedProvider } from "../support/marked-provider";
import { continueFromPrevious } from "../support/sequence";
import { type Phrase, phrases } from "../support/shown-texts";
import {
  answers,
  changed,
  destination,
  ingress,
  login,
  refused,
  route,
  tls,
  unprovoked,
  wrongSettings,
} from "./canaries";

/**
 * Every message that users may see while their resources are at work, provoked with every argument marked as secret: no value of
 * an argument appears in it. The last test needs what the others have provoked.
 *
 * Each test continues from the state of the previous test.
 */
continueFromPrevious();

const CANARY = /c4n[a4]ry|987654|31337|\b3060\b/i;

/** An id of a request, which may contain a number of a canary by chance. */
const REQUEST_ID = /\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g;

/** The texts that all tests have shown. */
const shown: string[] = [];
const show = (text: string) => void shown.push(text.replaceAll(REQUEST_ID, "ID"));

let emulator: Emulator;
let proxy: FaultProxy;

const it = withFaultProxy();

let before = 0;

afterEach(() => {
  const byTest = shown.slice(before);
  before = shown.length;
  expect(byTest.filter((text) => CANARY.test(text))).toEqual([]);
});

it.beforeAll(({ emulator: server, proxy: way }) => {
  emulator = server;
  proxy = way;
});

beforeEach(() => {
  emulator.reset();
  emulator.configure({ terminateAt: "edge" });
  proxy.clearFaults();
});

const provider = (settings?: Readonly<Record<string, string>>, options?: object) =>
  new MarkedProvider({ url: proxy.url, apiKey: emulator.apiKey }, show, settings, options);

/** A new provider, whose call has to fail. */
const fails = (call: (marked: MarkedProvider) => Promise<unknown>, marked = provider()) =>
  marked.fails(call(marked));

/** Returns a provider that gives up at once. */
const hurried = () => provider({ "edge-ingress:maxRetries": "0" });

/** Adds a fault whose response repeats the arguments of a call, also in other spellings. */
function fault(planned: Partial<Fault>, args: object = ingress): void {
  const text = JSON.stringify(args);
  const msg = `${text.slice(0, 100)} ${text.toLowerCase()} ${text.toUpperCase().replaceAll(".", "-")}`;
  emulator.addFault({ body: { msg }, ...planned } as Fault);
}

const INGRESSES = "/agent_ingresses";
const ROUTE = "/edges/https/{edge_id}/routes/{id}";
const OAUTH = "/edges/https/{edge_id}/routes/{id}/oauth";
const TLS = "/edges/https/{edge_id}/tls_termination";

describe("arguments", () => {
  it.each(refused)("of $type that are refused show nothing of themselves: %#", ({ type, args }) => {
    provider().check(type, args);
  });

  it("that no program can mark, because the language has lost them, show nothing of themselves", () => {
    const monitoring = { apiKey: {}, site: "c4nary-site" };
    provider().check(
      "eventDestination",
      { format: "json", target: { monitoring } },
      { secretPaths: [] },
    );
  });

  it("that are refused only after they are stored show nothing of themselves", () => {
    const lost = { id: "agin_1", inputs: {}, outputs: {} };
    provider().diff("agentIngress", lost, ingress);
    provider().diff("httpsEdgeRoute", lost, route);
    emulator.configure({ terminateAt: "upstream" });
    const { edgeId } = tls;
    provider().diff(
      "httpsEdgeTlsTermination",
      { ...lost, outputs: { edgeId, terminateAt: "upstream" } },
      tls,
    );
  });
});

describe("an answer", () => {
  it.each(answers)(
    "to a create or an update that $title shows no argument",
    async ({ fault: planned }) => {
      const created = await hurried().create("agentIngress", ingress);
      for (const method of ["POST", "PATCH"]) fault({ method, ...planned }, changed);
      await hurried()
        .fails(hurried().create("agentIngress", changed))
        .catch(() => undefined);
      await hurried().fails(hurried().update("agentIngress", created, changed));
    },
  );

  it("that is a page of a list shows no argument", async () => {
    for (let count = 0; count < 3; count++) await provider().create("agentIngress", ingress);
    emulator.configure({ pageSize: 2 });
    await provider().list();
    await provider().fails(Promise.resolve().then(() => provider().list("httpsEdgeRoute")));
    emulator.configure({ pageSize: 100 });
  });
});

/** Arguments of a login of a new route. */
async function newArguments(): Promise<Values> {
  const { id: routeId } = await provider().create("httpsEdgeRoute", route);
  return { edgeId: route.edgeId, routeId, ...login };
}

/** Returns the body of the object on the server, with other members. */
const stored = (members: Values = {}) => ({ ...emulator.objects()[0]?.body, ...members });

describe("the messages about an object", () => {
  it("with another domain show no argument", async () => {
    const created = await provider().create("agentIngress", ingress);
    fault({ method: "GET", status: 200, body: stored({ domain: "c4nary.other.example.com" }) });
    await fails((marked) => marked.read("agentIngress", created));
  });

  it("that an answer shows as it was before an update show no argument", async () => {
    const created = await provider().create("agentIngress", ingress);
    fault({ method: "PATCH", status: 200, body: stored() });
    await provider().update("agentIngress", created, changed);
  });

  it("behind a gateway that knows the lists alone show no argument", async () => {
    const created = await provider().create("agentIngress", ingress);
    fault({ method: "GET", path: `${INGRESSES}/{id}`, status: 404, times: "always" });
    await fails((marked) => marked.read("agentIngress", created));
  });

  it("that is another route show no argument", async () => {
    const created = await provider().create("httpsEdgeRoute", route);
    const other = { edge_id: "c4nary-other", created_at: "2001-01-01T00:00:00Z" };
    fault({ method: "GET", status: 200, body: stored(other) }, route);
    await fails((marked) => marked.read("httpsEdgeRoute", created));
    const elsewhere = { ...other, edge_id: undefined, match: "/c4nary-2" };
    fault({ method: "POST", status: 201, body: stored(elsewhere) }, route);
    await fails((marked) => marked.create("httpsEdgeRoute", route));
  });

  it("that is missing show no argument", async () => {
    const created = await provider().create("agentIngress", ingress);
    emulator.remove(`${INGRESSES}/${created.id}`);
    await fails((marked) => marked.update("agentIngress", created, changed));
    await fails((marked) => marked.get("agentIngress", "c4nary-id", ingress));
    const lists = [{ status: 403 }, { status: 404 }, { status: 200, body: { c4nary: [] } }];
    for (const list of lists) {
      fault({ method: "GET", path: INGRESSES, ...list });
      await fails((marked) => marked.read("agentIngress", created));
    }
  });

  it("that is a missing route show no argument", async () => {
    for (const args of [{ edgeId: "c4nary-edge" }, {}])
      await fails((marked) => marked.get("httpsEdgeRoute", "c4nary-id", args));
  });

  it("whose deletion an answer does not confirm show no argument", async () => {
    const created = await provider().create("agentIngress", ingress);
    fault({ method: "DELETE", status: 200 });
    await fails((marked) => marked.delete("agentIngress", created));
  });
});

it.each([
  { ingresses: [{ id: "agin_1" }], next_page_uri: null },
  { ingresses: [] },
  { c4nary: [] },
  { ingresses: [], next_page_uri: 1 },
  { ingresses: [], next_page_uri: "https://other.example.com/c4nary" },
])("the message about the list %j shows no argument", async (body) => {
  fault({ method: "GET", status: 200, body });
  await fails((marked) => marked.list());
});

describe("the messages about a create with an unknown outcome", () => {
  it("show no argument if the list has several objects", async () => {
    await provider().create("eventDestination", destination);
    fault({ method: "POST", status: 500, when: "after" }, destination);
    await fails((marked) => marked.create("eventDestination", destination));
  });

  it("show no argument if the list has one object or none", async () => {
    fault({ method: "POST", status: 500 }, destination);
    await provider().create("eventDestination", destination);
    const other = { ...destination, metadata: "c4nary" };
    fault({ method: "POST", status: 500 }, other);
    await fails((marked) => marked.create("eventDestination", other, { timeoutMs: 30_000 }));
  });

  it("show no argument of a route, which no list has", async () => {
    fault({ method: "POST", status: 500 }, route);
    await fails((marked) => marked.create("httpsEdgeRoute", route));
  });
});

describe("the messages about a login", () => {
  it("that is configured already show no argument", async () => {
    const args = await newArguments();
    await provider().create("httpsEdgeRouteOAuth", args);
    await provider().create("httpsEdgeRouteOAuth", args);
    await fails((marked) =>
      marked.create("httpsEdgeRouteOAuth", { ...args, cookiePrefix: "c4nary" }),
    );
  });

  it("whose answers are strange show no argument", async () => {
    const args = await newArguments();
    const created = await provider().create("httpsEdgeRouteOAuth", args);
    for (const body of [{ c4nary: 1 }, null]) {
      fault({ method: "GET", path: OAUTH, status: 200, body }, args);
      await fails((marked) => marked.read("httpsEdgeRouteOAuth", created));
    }
    const news = { ...args, cookiePrefix: "c4nary" };
    fault({ method: "PUT", path: OAUTH, status: 200, body: null }, news);
    await fails((marked) => marked.update("httpsEdgeRouteOAuth", created, news));
    for (const id of ["c4nary", "../c4nary"])
      await fails((marked) => marked.read("httpsEdgeRouteOAuth", { ...created, id }));
  });
});

describe("no answer", () => {
  it("shows no argument", async () => {
    const created = await provider().create("agentIngress", ingress);
    addConnectionFault(
      { emulator, proxy },
      { method: "PATCH", when: "before", ends: "reset", times: 40 },
    );
    await fails((marked) => marked.update("agentIngress", created, changed));
    proxy.clearFaults();
    proxy.refuse();
    await fails((marked) => marked.update("agentIngress", created, changed));
    await proxy.accept();
    fault({ method: "PATCH", delayMs: 2_000, times: "always" });
    await hurried().fails(hurried().update("agentIngress", created, changed, { timeoutMs: 20 }));
    await hurried().fails(hurried().update("agentIngress", created, changed, { timeoutMs: 0 }));
  });

  it("of a service that is away shows no argument", async () => {
    const marked = provider({ "edge-ingress:maxRetries": "1" });
    fault({ method: "POST", status: 502 });
    const created = await provider()
      .create("httpsEdgeRoute", route)
      .catch(() => provider().create("httpsEdgeRoute", route));
    for (const method of ["PATCH", "GET"]) fault({ method, status: 503, times: "always" }, route);
    const news = { ...route, description: "c4nary" };
    for (let run = 0; run < 2; run++)
      await marked.fails(marked.update("httpsEdgeRoute", created, news));
  });

  it("and a cancellation show no argument", async () => {
    const created = await provider().create("agentIngress", ingress);
    const marked = provider();
    const cancellation = new AbortController();
    marked.clock.duringWait = async () => cancellation.abort();
    fault({ method: "PATCH", status: 503, times: "always" }, changed);
    const { signal } = cancellation;
    await marked.fails(marked.update("agentIngress", created, changed, { signal }));
    fault({ method: "POST", status: 500 }, changed);
    const other = provider();
    const second = new AbortController();
    other.clock.duringWait = async () => second.abort();
    await other.fails(other.create("agentIngress", changed, { signal: second.signal }));
  });
});

it("a create with an unknown outcome shows no argument if the list cannot be read, or is not the API's", async () => {
  for (const status of [500, 200]) {
    fault({ method: "POST", status, body: "<c4nary>" });
    fault({ method: "GET", path: INGRESSES, status, body: "<c4nary>", times: "always" });
    await hurried().fails(hurried().create("agentIngress", ingress));
    emulator.clearFaults();
  }
});

describe("the messages about an ingress", () => {
  it.each(["DNS_ERROR", "INTERNAL_ERROR"] as const)(
    "with a certificate that has %s shows no argument",
    async (code) => {
      const policy = { certificateManagementPolicy: { authority: "c4nary-authority" } };
      const created = await provider().create("agentIngress", { ...ingress, ...policy });
      emulator.setCertificateJob(created.id, {
        error_code: code,
        msg: "no record for c4nary.h1dden.example.com",
      });
      expect(await provider().read("agentIngress", created)).toBeDefined();
    },
  );

  it("that was made at another address shows no argument", async () => {
    const created = await provider().create("agentIngress", ingress);
    const outputs = { ...created.outputs, uri: "https://api.example.com/c4nary" };
    provider().diff("agentIngress", { ...created, outputs }, ingress);
  });
});

describe("the deletion of a route", () => {
  it.each(["delete", "disable", "retain", "require"])(
    "under %s shows no argument",
    async (policy) => {
      const settings = { "edge-ingress:routeDeletion": policy };
      for (const args of [route, { ...route, backend: undefined }]) {
        fault({ method: "DELETE", path: ROUTE, status: 405, times: "always" });
        const created = await provider().create("httpsEdgeRoute", args);
        const marked = provider(settings);
        const place = { edgeId: route.edgeId, routeId: created.id };
        const module = await provider().create("httpsEdgeRouteOAuth", { ...place, ...login });
        await marked.delete("httpsEdgeRouteOAuth", module);
        await marked.delete("httpsEdgeRoute", created).catch(({ message }: Error) => show(message));
        emulator.clearFaults();
      }
    },
  );
});

describe("a module", () => {
  /** A login of a new route. */
  const newLogin = async () => {
    const args = await newArguments();
    return { args, created: await provider().create("httpsEdgeRouteOAuth", args) };
  };

  it("that two resources configure shows no argument", async () => {
    const { args, created } = await newLogin();
    const marked = provider();
    const label = (name: string) => ({ label: { name, urn: `urn::${name}` } });
    marked.check("httpsEdgeRouteOAuth", args, label("first"));
    marked.check("httpsEdgeRouteOAuth", args, label("second"));
    await marked.delete("httpsEdgeRouteOAuth", created);
    const other = provider();
    other.check("httpsEdgeRouteOAuth", args);
    await other.delete("httpsEdgeRouteOAuth", created);
  });

  it("that cannot be configured shows no argument of the module or of its route", async () => {
    const marked = provider();
    marked.check("httpsEdgeRoute", route);
    const created = await marked.create("httpsEdgeRoute", route);
    const before = shown.length;
    const args = { edgeId: route.edgeId, routeId: created.id, ...login };
    for (const status of [400, 500]) {
      fault({ method: "PUT", path: OAUTH, status, times: "always" }, login);
      await marked.fails(marked.create("httpsEdgeRouteOAuth", args));
      emulator.clearFaults();
    }
    expect(shown.slice(before).join()).toMatch(
      /the route \[secret\] \[secret\] on the edge \[secret\] serves without oauth(.|\n)*\[secret\] may serve without oauth/,
    );
  });

  it("of an edge whose answers are strange shows no argument", async () => {
    fault({ method: "GET", path: TLS, status: 200, body: null, times: 2 });
    fault({ method: "GET", path: INGRESSES, status: 403 }, tls);
    const unset = { id: "c4nary-edge", inputs: tls, outputs: tls };
    await fails((marked) => marked.read("httpsEdgeTlsTermination", unset));
  });

  it("of an edge that ends TLS upstream shows no argument", async () => {
    emulator.configure({ terminateAt: "upstream" });
    await fails((marked) => marked.create("httpsEdgeTlsTermination", tls));
  });

  it("that goes with its route shows no argument", async () => {
    const { created } = await newLogin();
    const marked = provider();
    marked.check("agentIngress", ingress);
    await marked.delete("httpsEdgeRouteOAuth", created, true);
  });

  it("whose route may be one that could not be replaced shows no argument", async () => {
    const { created } = await newLogin();
    const marked = provider();
    fault({ method: "POST", path: "/edges/https/{edge_id}/routes", status: 400 }, route);
    await marked.fails(marked.create("httpsEdgeRoute", route));
    await marked.fails(marked.delete("httpsEdgeRouteOAuth", created, true));
  });

  it("that is deleted though its route stays shows no argument", async () => {
    const marked = provider();
    await marked.delete("httpsEdgeRouteOAuth", (await newLogin()).created);
    marked.end();
  });

  it("that the replacement of its route lacks shows no argument", async () => {
    const marked = provider();
    const old = await provider().create("httpsEdgeRoute", route);
    await provider().create("httpsEdgeRouteOAuth", {
      edgeId: route.edgeId,
      routeId: old.id,
      ...login,
    });
    await marked.create("httpsEdgeRoute", route);
    await marked.delete("httpsEdgeRoute", old);
  });
});

it.each(wrongSettings)(
  "a setting that is wrong shows nothing of itself: %#",
  ({ stack, environment }) => {
    const lookups = { environment: (name: string) => environment[name] };
    const { provider: core } = inProcessCore(
      { url: emulator.url, apiKey: "c4nary" },
      lookups,
      stack,
    );
    for (const { path, reason } of core.check(agentIngress, { olds: {}, inputs: ingress }).problems)
      show(`${path} ${reason}`);
  },
);

it("a warning of credentials that the program has in plaintext shows none of them", () => {
  const { provider: core, logged } = inProcessCore(emulator);
  const add = {
    "X-Api-Key": "c4nary",
    "X-Random": "C4nary1a2B3c4D5e6F7g8H9i0",
    "X-Key-File": "-----BEGIN PRIVATE KEY-----c4nary",
    "X-Upstream": "https://web:c4nary@example.com",
    "X-Other": "Bearer c4nary-token",
    "X-Query": "/?token=c4nary",
    "X-Users": "web:$apr1$c4nary00$0123456789abcdefghijkl",
  };
  const inputs = { edgeId: "e", matchType: "path_prefix", match: "/", requestHeaders: { add } };
  const label = { name: "web", urn: "urn:pulumi:dev::web::edge-ingress:index:HttpsEdgeRoute::web" };
  for (const labelled of [{}, { label }])
    expect(
      core.check(definitions.httpsEdgeRoute, { olds: {}, inputs, ...labelled }).problems,
    ).toEqual([]);
  expect(logged).toHaveLength(2);
  for (const { text } of logged) show(text);
});

it("a missing setting and a refused key show no argument", async () => {
  fault({ method: "POST", status: 401, times: "always" });
  for (const settings of [{ "edge-ingress:apiKey": "" }, {}])
    for (const options of [{}, { providerName: "prod" }, { isOfProgram: () => false }])
      await provider(settings, options).fails(
        provider(settings, options).create("agentIngress", ingress),
      );
});

it("a bug shows no argument", async () => {
  const marked = provider();
  marked.clock.now = () => {
    throw new TypeError("no c4nary-description of C4nary.H1dden.example.com");
  };
  await marked.fails(marked.create("agentIngress", ingress));
});

it("a state of the plugin's shows no argument to the other form", async () => {
  const core = createProvider({
    config: () => undefined,
    environment: () => undefined,
    log: () => undefined,
  });
  const { failures = [] } = await new DynamicResource(core, agentIngress).check(
    { ...ingress },
    { ...ingress, __provider: "" },
  );
  for (const { reason } of failures) show(reason);
});

/** Every argument as a secret, as the engine passes it on. */
const wrapped = (args: object) =>
  Object.fromEntries(Object.entries(args).map(([key, value]) => [key, secret(value)]));

it("what the plugin itself refuses shows no argument", async () => {
  await using plugin = await inProcessPlugin();
  const fails = async (call: Promise<unknown>) => show((await failureOf(call)).message);
  const create = (args: object, type = "HttpsEdgeRoute") => plugin.create(type, wrapped(args));
  const invoke = async (name: string, args: object) => {
    const { found, refused: reasons } = await plugin.invoke(name, wrapped(args));
    reasons.forEach(show);
    return found;
  };
  await fails(create(route));
  await plugin.configure({ baseUrl: emulator.url, apiKey: emulator.apiKey });
  await fails(create(route, "Nothing"));
  emulator.addFault({ method: "POST", status: 500 });
  await fails(create(route));
  await fails(create({ ...route, requestHeaders: { add: { "C4nary-A": UNKNOWN } } }));
  for (const id of ["edge_1", "edge_1/..c4nary"]) await fails(plugin.read("HttpsEdgeRoute", id));
  for (const args of [{}, { id: "../c4nary" }, { id: 987654 }])
    await invoke("getAgentIngress", args);
  await fails(invoke("getNothing", { id: "c4nary-id" }));
  await fails(invoke("getHttpsEdgeRoute", { edgeId: "c4nary-edge", id: "c4nary-id" }));
  const { id } = (await create(route)).outputs;
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
  await plugin.read("EventDestination", String(masked?.body.id));
  emulator.configure({ secrets: "plain" });
  for (const { text } of plugin.shown) show(text);
});

it("the tests above provoke each phrase of the source, but for those that `unprovoked` explains", () => {
  const isExpected = ({ file, text: phrase }: Phrase) =>
    !unprovoked.some(({ files, phrases: known }) => files.test(file) && known.test(phrase));
  const all = shown.join("\n");
  expect(phrases().length).toBeGreaterThan(100);
  expect(phrases().filter((phrase) => isExpected(phrase) && !all.includes(phrase.text))).toEqual(
    [],
  );
});
