import { hash } from "node:crypto";
import type { ServiceError } from "@grpc/grpc-js";
import {
  CheckRequest,
  type CheckResponse,
  CreateRequest,
  type CreateResponse,
  DiffRequest,
  type DiffResponse,
  ErrorResourceInitFailed,
  PropertyDiff,
  ReadRequest,
  type ReadResponse,
  UpdateRequest,
  type UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { UNKNOWN, type Values } from "../../src/core/schema/values";
import { type Emulator, startEmulator } from "../../src/emulator";
import { messageOf } from "../../src/fronts/plugin/properties";
import { answer, inProcessPlugin, type ServedPlugin, secret, seen, urnOf } from "../support/in-process-plugin";

/** Each call for a resource, by gRPC as the engine makes it. */

let emulator: Emulator;
let plugin: ServedPlugin;

beforeEach(async () => {
  emulator = await startEmulator();
  plugin = await inProcessPlugin({ baseUrl: emulator.url, apiKey: emulator.apiKey });
});

afterEach(async () => {
  await plugin[Symbol.asyncDispose]();
  await emulator.close();
});

async function create(type: string, inputs: Values, options: { preview?: boolean; timeout?: number } = {}) {
  const request = new CreateRequest().setUrn(urnOf(type)).setProperties(messageOf(inputs));
  request.setPreview(options.preview ?? false).setTimeout(options.timeout ?? 0);
  const response = await answer<CreateResponse>((done) => plugin.client.create(request, done));
  return { id: response.getId(), outputs: seen(response.getProperties()) };
}

async function update(type: string, id: string, olds: Values, news: Values, preview = false): Promise<Values> {
  const request = new UpdateRequest().setUrn(urnOf(type)).setId(id).setPreview(preview);
  request.setOlds(messageOf(olds)).setNews(messageOf(news));
  return seen((await answer<UpdateResponse>((done) => plugin.client.update(request, done))).getProperties());
}

async function read(type: string, id: string, state?: { outputs: Values; inputs: Values }) {
  const request = new ReadRequest().setUrn(urnOf(type)).setId(id);
  if (state) request.setProperties(messageOf(state.outputs)).setInputs(messageOf(state.inputs));
  const response = await answer<ReadResponse>((done) => plugin.client.read(request, done));
  return { id: response.getId(), outputs: seen(response.getProperties()), inputs: seen(response.getInputs()) };
}

async function diff(type: string, olds: Values, news: Values) {
  const request = new DiffRequest().setUrn(urnOf(type)).setId("x_1").setOlds(messageOf(olds)).setNews(messageOf(news));
  const response = await answer<DiffResponse>((done) => plugin.client.diff(request, done));
  const kinds = Object.entries(PropertyDiff.Kind);
  const details: Record<string, string | undefined> = {};
  for (const [path, detail] of response.getDetaileddiffMap().entries())
    details[path] = kinds.find(([, kind]) => kind === detail.getKind())?.[0];
  return { replaces: response.getReplacesList(), details };
}

const ingress = { domain: "a.example.com", description: "one" };
const route = { edgeId: "edge_1", matchType: "exact_path", match: "/a" };

const login = { provider: { provider1: { organizations: ["a"] } } };
const restricted = (...ids: string[]) => ({ ...route, ipRestriction: { ipPolicyIds: ids } });
const retaining = { ...route, retainRemovedModules: true };

it.each<[what: string, type: string, olds: Values, news: Values, replaces: string[], details: Values]>([
  [
    "the element of a set that is new",
    "HttpsEdgeRoute",
    restricted("p1", "p2"),
    restricted("p2", "p3", "p1"),
    [],
    { "ipRestriction.ipPolicyIds[1]": "ADD" },
  ],
  [
    "what a value replaces",
    "AgentIngress",
    ingress,
    { domain: "b.example.com" },
    ["domain"],
    { domain: "UPDATE_REPLACE", description: "DELETE" },
  ],
  ["no other spelling", "AgentIngress", ingress, { ...ingress, domain: "A.Example.com." }, [], {}],
  [
    "an argument for the provider alone, among what changes with others",
    "HttpsEdgeRoute",
    { ...route, oauth: login },
    retaining,
    [],
    { oauth: "DELETE", retainRemovedModules: "ADD" },
  ],
  ["no such argument by itself", "HttpsEdgeRoute", route, retaining, [], {}],
])("a diff names %s", async (_, type, olds, news, replaces, details) => {
  expect(await diff(type, olds, news)).toEqual({ replaces, details });
});

it("what is unknown is refused outside of a preview, before anything is sent", async () => {
  const message = "is unknown, which it can be in a preview alone";
  await expect(create("AgentIngress", { domain: UNKNOWN })).rejects.toThrow(`domain ${message}`);
  const { id, outputs } = await create("AgentIngress", ingress);
  const sent = emulator.requests().length;
  const policy = { certificateManagementPolicy: { authority: UNKNOWN } };
  const call = update("AgentIngress", id, outputs, { ...ingress, ...policy });
  await expect(call).rejects.toThrow(`certificateManagementPolicy.authority ${message}`);
  expect(emulator.requests()).toHaveLength(sent);
});

describe("what the program has marked as secret", () => {
  const marked = { ...ingress, domain: secret("hidden.example.com"), metadata: secret("hidden-text") };

  it("stays marked in checked arguments and outputs, and marks the outputs that repeat it", async () => {
    const request = new CheckRequest().setUrn(urnOf("AgentIngress")).setNews(messageOf(marked));
    const checked = await answer<CheckResponse>((done) => plugin.client.check(request, done));
    expect(seen(checked.getInputs())).toEqual(marked);
    const { id, outputs } = await create("AgentIngress", marked);
    expect(outputs).toMatchObject({ domain: marked.domain, metadata: marked.metadata });
    expect(outputs.regionDomains).toHaveProperty("value", expect.arrayContaining(["us.hidden.example.com"]));
    const refreshed = await read("AgentIngress", id, { outputs, inputs: marked });
    expect(refreshed.inputs).toEqual(marked);
    expect(refreshed.outputs).toEqual(outputs);
  });

  it("is the member alone in a map, and stays one when somebody renames it by hand", async () => {
    const config = { path: "/x", deep: { token: secret("hidden-token"), n: 1 } };
    const headers = {
      ...route,
      requestHeaders: { add: { "X-A.b": secret("hidden-header"), "X-B": "clear" } },
      policy: { inbound: { actions: { type: "log", config } } },
    };
    const { id, outputs } = await create("HttpsEdgeRoute", headers);
    expect(outputs).toMatchObject(headers);
    const refreshed = await read("HttpsEdgeRoute", id, { outputs, inputs: headers });
    expect(refreshed.inputs).toMatchObject(headers);
    emulator.edit(`/edges/https/edge_1/routes/${id}/request_headers`, {
      add: { "X-C": "hidden-header", "X-B": "clear" },
    });
    const renamed = await read("HttpsEdgeRoute", id, { outputs, inputs: headers });
    const add = { "X-C": secret("hidden-header"), "X-B": "clear" };
    expect(renamed.outputs).toMatchObject({ requestHeaders: { add } });
    expect(renamed.inputs).toMatchObject({ requestHeaders: { add } });
  });
});

describe("an object to import", () => {
  it("is read whole by its id alone, without what nobody has stated", async () => {
    const { id } = await create("AgentIngress", ingress);
    const found = await read("AgentIngress", id);
    expect(found).toMatchObject({ id, inputs: ingress });
    expect(found.outputs).toHaveProperty("uri");
  });

  it("is a route by the ids of its edge and of itself, with all its modules, and keeps its own id", async () => {
    const { id } = await create("HttpsEdgeRoute", { ...route, compression: {} });
    const found = await read("HttpsEdgeRoute", `edge_1/${id}`);
    expect(found).toMatchObject({ id, inputs: { ...route, compression: { enabled: true } } });
  });

  it("is a module by the ids in its path", async () => {
    const { id: routeId } = await create("HttpsEdgeRoute", route);
    const args = { edgeId: "edge_1", routeId, provider: "github", secret: "hidden-secret" };
    const { id } = await create("HttpsEdgeRouteWebhookVerification", args);
    const found = await read("HttpsEdgeRouteWebhookVerification", id);
    expect(found).toMatchObject({
      id: `edge_1/${routeId}`,
      inputs: { provider: "github", secret: secret("hidden-secret") },
    });
  });

  it.each([
    [
      "AgentIngress",
      "agin_none",
      "there is no AgentIngress with the id agin_none; check the id, and that the API key is",
    ],
    ["HttpsEdgeRoute", "edghtsrt_1", "the id to import a resource of type HttpsEdgeRoute by must be <edgeId>/<id>"],
    ["HttpsEdgeRouteOAuth", "edge_1", "resource of type HttpsEdgeRouteOAuth by must be <edgeId>/<routeId>"],
    ["AgentIngress", "agin/1", "id is not a well-formed id: at most 128 letters"],
    [
      "HttpsEdgeRoute",
      "edge 1/edghtsrt_1",
      "edgeId is not a well-formed id: at most 128 letters, digits, hyphens, underscores and dots (a resource of type HttpsEdgeRoute is imported by <edgeId>/<id>)",
    ],
    ["HttpsEdgeRouteOAuth", "edge_1/..", "routeId is not a well-formed id"],
  ])("is refused in words: %s %s", async (type, id, message) => {
    await expect(read(type, id)).rejects.toThrow(message);
  });
});

describe("an object to import whose secrets the service masks", () => {
  const login = { clientId: "client", clientSecret: "hidden-secret", scopes: ["a"] };
  const named = "oauth.provider.provider1.clientSecret";

  const check = async (inputs: Values): Promise<string[]> => {
    const request = new CheckRequest()
      .setUrn(urnOf("HttpsEdgeRoute"))
      .setOlds(messageOf(inputs))
      .setNews(messageOf(inputs));
    const checked = await answer<CheckResponse>((done) => plugin.client.check(request, done));
    expect(seen(checked.getInputs())).toEqual(inputs);
    return checked.getFailuresList().map((failure) => failure.getReason());
  };

  it("is checked without them, and a warning names them; a program has to state them", async () => {
    await using masking = await startEmulator({ options: { secrets: "masked" } });
    await plugin.configure({ baseUrl: masking.url, apiKey: masking.apiKey });
    const { id } = await create("HttpsEdgeRoute", { ...route, oauth: { provider: { provider1: login } } });
    const { inputs } = await read("HttpsEdgeRoute", `edge_1/${id}`);
    expect(inputs).toMatchObject({ oauth: { provider: { provider1: { clientId: "client", scopes: ["a"] } } } });
    expect(await check(inputs)).toEqual([]);
    const text = `the service does not show ${named}: set it in the program, and the next \`pulumi up\` sends it`;
    const warnings = () => plugin.shown.filter(({ severity }) => severity === "warning");
    await vi.waitFor(() => expect(warnings()).toEqual([{ severity: "warning", urn: urnOf("HttpsEdgeRoute"), text }]));
    expect(await check(inputs)).toContain(`oauth.provider.provider1.clientId requires ${named} to be set`);
  });
});

describe("an object that the program looks up", () => {
  it("is read whole, with what the program knows of it", async () => {
    const { id } = await create("HttpsEdgeRoute", { ...route, compression: {} });
    const known = { edgeId: "edge_1" };
    const found = await read("HttpsEdgeRoute", id, { outputs: known, inputs: known });
    expect(found).toMatchObject({ id, outputs: { match: "/a", compression: { enabled: true } } });
  });

  it("has to be there", async () => {
    const call = read("AgentIngress", "agin_none", { outputs: {}, inputs: {} });
    await expect(call).rejects.toThrow("there is no AgentIngress with the id agin_none");
  });
});

describe("a refresh", () => {
  it("reads what the program states, also of a module that has no outputs", async () => {
    const { id: routeId } = await create("HttpsEdgeRoute", route);
    const args = { edgeId: "edge_1", routeId, issuer: { allowList: [{ value: "me" }] } };
    const { id, outputs } = await create("HttpsEdgeRouteJwtValidation", args);
    expect(await read("HttpsEdgeRouteJwtValidation", id, { outputs, inputs: args })).toEqual({
      id,
      outputs,
      inputs: args,
    });
  });

  it("of an object that a lost create may have made answers without an id where it did not", async () => {
    const { id: routeId } = await create("HttpsEdgeRoute", route);
    const path = "/edges/https/{edge_id}/routes/{route_id}/oauth";
    emulator.addFault({ method: "PUT", path, status: 500, times: 20 });
    const inputs = { edgeId: "edge_1", routeId, ...login };
    await plugin.configure({ baseUrl: emulator.url, apiKey: emulator.apiKey, maxRetries: 0 });
    const failed = await create("HttpsEdgeRouteOAuth", inputs).catch((error: unknown) => error);
    expect(failed).toHaveProperty("metadata");
    const outputs = { ...inputs, id: `edge_1/${routeId}` };
    expect(await read("HttpsEdgeRouteOAuth", outputs.id, { outputs, inputs })).toMatchObject({ id: "" });
  });
});

/** How a call failed that left an object, as the engine understands it. */
async function initError(call: Promise<unknown>) {
  const error = await call.then(
    () => Promise.reject(new Error("the call did not fail")),
    (caught: ServiceError) => caught,
  );
  const [packed] = error.metadata.get("grpc-status-details-bin");
  const [detail] = Status.deserializeBinary(packed as Buffer).getDetailsList();
  const failed = ErrorResourceInitFailed.deserializeBinary(detail?.getValue_asU8() ?? new Uint8Array());
  return { message: error.details, id: failed.getId(), properties: seen(failed.getProperties()) };
}

describe("an object that is not as asked, and too large for an error of gRPC", () => {
  // HTTP/2 compresses what repeats itself.
  const certificates = Array.from({ length: 1_000 }, (_, index) => hash("sha512", String(index), "base64"));
  const saml = { idpMetadata: `<md>${certificates.join("")}</md>`, authorizedGroups: ["g"], forceAuthn: true };
  const metadata = "small";

  it("is recorded after a create without its largest values, and the next update sends them", async () => {
    const body = { id: "edghtsrt_1", uri: 7 };
    emulator.addFault({ method: "POST", path: "/edges/https/{edge_id}/routes", when: "after", status: 201, body });
    const inputs = { ...route, metadata, saml };
    const failed = await initError(create("HttpsEdgeRoute", inputs));
    expect(failed.message).toContain("the member");
    const { idpMetadata, ...rest } = saml;
    expect(failed.properties).toMatchObject({ ...route, metadata, saml: rest });
    expect(failed.id).toBe("edghtsrt_1");
    expect((await diff("HttpsEdgeRoute", failed.properties, inputs)).details).toEqual({ "saml.idpMetadata": "ADD" });
  });

  it("is recorded after an update", async () => {
    const { id, outputs } = await create("HttpsEdgeRoute", { ...route, metadata, oauth: login });
    await plugin.configure({ baseUrl: emulator.url, apiKey: emulator.apiKey });
    emulator.addFault({ method: "DELETE", path: `/edges/https/edge_1/routes/${id}/oauth`, status: 409 });
    const inputs = { ...route, metadata, saml };
    const failed = await initError(update("HttpsEdgeRoute", id, outputs, inputs));
    expect(failed.message).toContain("answered 409");
    expect(failed).toMatchObject({ id, properties: { ...route, metadata, saml: { authorizedGroups: ["g"] } } });
    expect(failed.properties).not.toHaveProperty("saml.idpMetadata");
    await update("HttpsEdgeRoute", id, failed.properties, inputs);
    expect(emulator.objects()[0]?.body).toMatchObject({ saml: { idp_metadata: saml.idpMetadata }, oauth: null });
  });
});

it("messages are the engine's own, with their severity and the resource that they are about", async () => {
  const status = { renews_at: null, provisioning_job: { error_code: "DNS_ERROR", msg: "no", started_at: null } };
  const body = {
    id: "agin_1",
    created_at: "2026-01-01T00:00:00Z",
    domain: "a.example.com",
    ns_targets: ["ns1.example.net"],
    certificate_management_policy: { authority: "ca", private_key_type: "rsa" },
    certificate_management_status: status,
  };
  emulator.addFault({ method: "POST", path: "/agent_ingresses", when: "after", status: 201, body });
  await create("AgentIngress", { domain: "a.example.com", certificateManagementPolicy: { authority: "ca" } });
  await vi.waitFor(() => expect(plugin.shown).toHaveLength(2));
  const urn = urnOf("AgentIngress");
  const request = expect.stringMatching(/^POST \/agent_ingresses answered 201 in \d+ ms \(attempt 1/);
  expect(plugin.shown).toEqual([
    { severity: "debug", urn, text: request },
    { severity: "warning", urn, text: expect.stringContaining("cannot be issued until its DNS is corrected") },
  ]);
});

describe("time", () => {
  const limit = (retryAfter: string) =>
    emulator.addFault({ method: "POST", status: 429, headers: { "Retry-After": retryAfter }, times: 9 });

  it("that the program allows for an operation is kept to", async () => {
    limit("5");
    await expect(create("AgentIngress", ingress, { timeout: 3 })).rejects.toThrow(
      "not retried: the next attempt would exceed 3 s (customTimeouts)",
    );
    expect(emulator.requests()).toHaveLength(1);
  });

  it("is not waited for after the engine has cancelled", async () => {
    limit("60");
    const call = create("AgentIngress", ingress);
    const failed = expect(call).rejects.toThrow("it was cancelled");
    await vi.waitFor(() => expect(plugin.shown.map(({ severity }) => severity)).toEqual(["debug", "info"]));
    await answer<Empty>((done) => plugin.client.cancel(new Empty(), done));
    await failed;
    expect(emulator.objects()).toEqual([]);
  });
});
