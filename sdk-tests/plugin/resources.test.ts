import { hash } from "node:crypto";
import type { ServiceError } from "@grpc/grpc-js";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { describe, expect, vi } from "vitest";
import { UNKNOWN } from "../../src/core/pulumi/engine-values";
import type { Values } from "../../src/core/schema/values";
import { type Emulator, startEmulator } from "../../src/emulator";
import { withEmulator } from "../support/fixtures";
import { failureOf } from "../support/in-process-dynamic";
import { answer, inProcessPlugin, secret, urnOf } from "../support/in-process-plugin";
import { errorOf, type InitError } from "../support/plugin-calls";

/** Tests of each call for a resource, by gRPC like the engine. */

const it = withEmulator().extend("plugin", async ({ emulator }, { onCleanup }) => {
  emulator.reset();
  const plugin = await inProcessPlugin({ baseUrl: emulator.url, apiKey: emulator.apiKey });
  onCleanup(() => plugin[Symbol.asyncDispose]());
  return plugin;
});

const ingress = { domain: "a.example.com", description: "one" };
const route = { edgeId: "edge_1", matchType: "exact_path", match: "/a" };

const login = { provider: { provider1: { organizations: ["a"] } } };
const restricted = (...ids: string[]) => ({ ...route, ipRestriction: { ipPolicyIds: ids } });
const retaining = { ...route, retainRemovedModules: true };

interface Difference {
  readonly title: string;
  readonly olds: Values;
  readonly news: Values;
  /** The kinds of the differences, by path. */
  readonly details: Values;
  readonly replaces?: readonly string[];
}

it.for<Difference>([
  {
    title: "a diff contains the new element of a set",
    olds: restricted("p1", "p2"),
    news: restricted("p2", "p3", "p1"),
    details: { "ipRestriction.ipPolicyIds[1]": "ADD" },
  },
  {
    title: "a diff contains an argument that forces replacement",
    olds: ingress,
    news: { domain: "b.example.com" },
    details: { domain: "UPDATE_REPLACE", description: "DELETE" },
    replaces: ["domain"],
  },
  {
    title: "a diff does not contain another spelling",
    olds: ingress,
    news: { ...ingress, domain: "A.Example.com." },
    details: {},
  },
  {
    title: "a diff contains an argument for the provider if it changes with other arguments",
    olds: { ...route, oauth: login },
    news: retaining,
    details: { oauth: "DELETE", retainRemovedModules: "ADD" },
  },
  {
    title: "a diff does not contain an argument for the provider if only this argument changes",
    olds: route,
    news: retaining,
    details: {},
  },
])("$title", async ({ olds, news, details, replaces = [] }, { plugin }) => {
  const type = "domain" in olds ? "AgentIngress" : "HttpsEdgeRoute";
  const found = await plugin.diff(type, "x_1", olds, news);
  expect([found.replaces, found.details]).toEqual([replaces, details]);
});

it("what is unknown is refused outside of a preview, before anything is sent", async ({
  emulator,
  plugin,
}) => {
  const message = "is unknown, which it can be in a preview alone";
  await expect(plugin.create("AgentIngress", { domain: UNKNOWN })).rejects.toThrow(
    `domain ${message}`,
  );
  const { id, outputs } = await plugin.create("AgentIngress", ingress);
  const sent = emulator.requests().length;
  const policy = { certificateManagementPolicy: { authority: UNKNOWN } };
  const call = plugin.update("AgentIngress", id, outputs, { ...ingress, ...policy });
  await expect(call).rejects.toThrow(`certificateManagementPolicy.authority ${message}`);
  expect(emulator.requests()).toHaveLength(sent);
});

const marked = {
  ...ingress,
  domain: secret("hidden.example.com"),
  metadata: secret("hidden-text"),
};

it("what the program marks as secret stays marked, also in outputs that repeat it", async ({
  plugin,
}) => {
  expect((await plugin.check("AgentIngress", marked)).inputs).toEqual(marked);
  const { id, outputs } = await plugin.create("AgentIngress", marked);
  expect(outputs).toMatchObject({ domain: marked.domain, metadata: marked.metadata });
  expect(outputs.regionDomains).toHaveProperty(
    "value",
    expect.arrayContaining(["us.hidden.example.com"]),
  );
  const known = { outputs, inputs: marked };
  expect(await plugin.read("AgentIngress", id, known)).toEqual({ id, ...known });
});

it("a secret member of a map stays secret when it is renamed out of band", async ({
  emulator,
  plugin,
}) => {
  const config = { path: "/x", deep: { token: secret("hidden-token"), n: 1 } };
  const headers = {
    ...route,
    requestHeaders: { add: { "X-A.b": secret("hidden-header"), "X-B": "clear" } },
    policy: { inbound: { actions: { type: "log", config } } },
  };
  const { id, outputs } = await plugin.create("HttpsEdgeRoute", headers);
  expect(outputs).toMatchObject(headers);
  const refreshed = await plugin.read("HttpsEdgeRoute", id, { outputs, inputs: headers });
  expect(refreshed.inputs).toMatchObject(headers);
  const shown = { "X-C": "hidden-header", "X-B": "clear" };
  emulator.edit(`/edges/https/edge_1/routes/${id}/request_headers`, { add: shown });
  const renamed = { requestHeaders: { add: { "X-C": secret("hidden-header"), "X-B": "clear" } } };
  const seen = await plugin.read("HttpsEdgeRoute", id, { outputs, inputs: headers });
  expect(seen).toMatchObject({ outputs: renamed, inputs: renamed });
});

describe("an object to import", () => {
  it("is read completely by its id alone, without unset values", async ({ plugin }) => {
    const { id } = await plugin.create("AgentIngress", ingress);
    const found = await plugin.read("AgentIngress", id);
    expect(found).toMatchObject({ id, inputs: ingress });
    expect(found.outputs).toHaveProperty("uri");
  });

  it("is a route by the ids of its edge and of itself, with its modules, and keeps its own id", async ({
    plugin,
  }) => {
    const { id } = await plugin.create("HttpsEdgeRoute", { ...route, compression: {} });
    const found = await plugin.read("HttpsEdgeRoute", `edge_1/${id}`);
    expect(found).toMatchObject({ id, inputs: { ...route, compression: { enabled: true } } });
  });

  it("is a module by the ids in its path", async ({ plugin }) => {
    const { id: routeId } = await plugin.create("HttpsEdgeRoute", route);
    const args = { edgeId: "edge_1", routeId, provider: "github", secret: "hidden-secret" };
    const { id } = await plugin.create("HttpsEdgeRouteWebhookVerification", args);
    const found = await plugin.read("HttpsEdgeRouteWebhookVerification", id);
    const inputs = { provider: "github", secret: secret("hidden-secret") };
    expect(found).toMatchObject({ id: `edge_1/${routeId}`, inputs });
  });

  it.for([
    [
      "AgentIngress",
      "agin_none",
      "there is no AgentIngress with the id agin_none; check the id, and that the API key is",
    ],
    [
      "HttpsEdgeRoute",
      "edghtsrt_1",
      "the id to import a resource of type HttpsEdgeRoute by must be <edgeId>/<id>",
    ],
    [
      "HttpsEdgeRouteOAuth",
      "edge_1",
      "resource of type HttpsEdgeRouteOAuth by must be <edgeId>/<routeId>",
    ],
    ["AgentIngress", "agin/1", "id is not a well-formed id: at most 128 letters"],
    [
      "HttpsEdgeRoute",
      "edge 1/edghtsrt_1",
      "edgeId is not a well-formed id: at most 128 letters, digits, hyphens, underscores and dots (a resource of type HttpsEdgeRoute is imported by <edgeId>/<id>)",
    ],
    ["HttpsEdgeRouteOAuth", "edge_1/..", "routeId is not a well-formed id"],
  ] as const)("is refused in words: %s %s", async ([type, id, message], { plugin }) => {
    await expect(plugin.read(type, id)).rejects.toThrow(message);
  });
});

it("an object whose secrets are masked is imported without them, and a warning names them", async ({
  plugin,
}) => {
  const masked = { clientId: "client", clientSecret: "hidden-secret", scopes: ["a"] };
  const named = "oauth.provider.provider1.clientSecret";
  await using masking = await startEmulator({ options: { secrets: "masked" } });
  await plugin.configure({ baseUrl: masking.url, apiKey: masking.apiKey });
  const { id } = await plugin.create("HttpsEdgeRoute", {
    ...route,
    oauth: { provider: { provider1: masked } },
  });
  const { inputs } = await plugin.read("HttpsEdgeRoute", `edge_1/${id}`);
  expect(inputs).toMatchObject({
    oauth: { provider: { provider1: { clientId: "client", scopes: ["a"] } } },
  });
  expect(await plugin.check("HttpsEdgeRoute", inputs, inputs)).toEqual({ inputs, failures: [] });
  const text = `the service does not show ${named}: set it in the program, and the next \`pulumi up\` sends it`;
  const warnings = () => plugin.shown.filter(({ severity }) => severity === "warning");
  await vi.waitFor(() =>
    expect(warnings()).toEqual([{ severity: "warning", urn: urnOf("HttpsEdgeRoute"), text }]),
  );
  const again = await plugin.check("HttpsEdgeRoute", inputs, inputs);
  expect(again.inputs).toEqual(inputs);
  expect(again.failures).toContain(`oauth.provider.provider1.clientId requires ${named} to be set`);
});

it("an object that the program looks up is read whole, with what the program knows of it", async ({
  plugin,
}) => {
  const { id } = await plugin.create("HttpsEdgeRoute", { ...route, compression: {} });
  const known = { edgeId: "edge_1" };
  const found = await plugin.read("HttpsEdgeRoute", id, { outputs: known, inputs: known });
  expect(found).toMatchObject({ id, outputs: { match: "/a", compression: { enabled: true } } });
});

it("an object that the program looks up has to be there", async ({ plugin }) => {
  const call = plugin.read("AgentIngress", "agin_none", { outputs: {}, inputs: {} });
  await expect(call).rejects.toThrow("there is no AgentIngress with the id agin_none");
});

it("a refresh reads what the program states, also of a module that has no outputs", async ({
  plugin,
}) => {
  const { id: routeId } = await plugin.create("HttpsEdgeRoute", route);
  const args = { edgeId: "edge_1", routeId, issuer: { allowList: [{ value: "me" }] } };
  const { id, outputs } = await plugin.create("HttpsEdgeRouteJwtValidation", args);
  const known = { outputs, inputs: args };
  expect(await plugin.read("HttpsEdgeRouteJwtValidation", id, known)).toEqual({ id, ...known });
});

it("a refresh of an object that a lost create did not make answers without an id", async ({
  emulator,
  plugin,
}) => {
  const { id: routeId } = await plugin.create("HttpsEdgeRoute", route);
  const path = "/edges/https/{edge_id}/routes/{route_id}/oauth";
  emulator.addFault({ method: "PUT", path, status: 500, times: 20 });
  const inputs = { edgeId: "edge_1", routeId, ...login };
  await plugin.configure({ baseUrl: emulator.url, apiKey: emulator.apiKey, maxRetries: 0 });
  await expect(plugin.create("HttpsEdgeRouteOAuth", inputs)).rejects.toHaveProperty("metadata");
  const outputs = { ...inputs, id: `edge_1/${routeId}` };
  expect(await plugin.read("HttpsEdgeRouteOAuth", outputs.id, { outputs, inputs })).toMatchObject({
    id: "",
  });
});

/** The failure of a call that left an object, in the form that the engine receives. */
const initError = async (call: Promise<unknown>) =>
  errorOf(await failureOf<ServiceError>(call)) as InitError;

describe("an object that is not as asked, and too large for an error of gRPC", () => {
  // HTTP/2 compresses repeated headers.
  const certificates = Array.from({ length: 1_000 }, (_, index) =>
    hash("sha512", String(index), "base64"),
  );
  const saml = {
    idpMetadata: `<md>${certificates.join("")}</md>`,
    authorizedGroups: ["g"],
    forceAuthn: true,
  };
  const metadata = "small";

  it("is recorded by a create without its largest values; the next update sends them", async ({
    emulator,
    plugin,
  }) => {
    const body = { id: "edghtsrt_1", uri: 7 };
    emulator.addFault({
      method: "POST",
      path: "/edges/https/{edge_id}/routes",
      when: "after",
      status: 201,
      body,
    });
    const inputs = { ...route, metadata, saml };
    const failed = await initError(plugin.create("HttpsEdgeRoute", inputs));
    expect(failed.message).toContain("the member");
    const { idpMetadata, ...rest } = saml;
    expect(failed.properties).toMatchObject({ ...route, metadata, saml: rest });
    expect(failed.id).toBe("edghtsrt_1");
    const { details } = await plugin.diff("HttpsEdgeRoute", failed.id, failed.properties, inputs);
    expect(details).toEqual({ "saml.idpMetadata": "ADD" });
  });

  it("is recorded after an update", async ({ emulator, plugin }) => {
    const { id, outputs } = await plugin.create("HttpsEdgeRoute", {
      ...route,
      metadata,
      oauth: login,
    });
    await plugin.configure({ baseUrl: emulator.url, apiKey: emulator.apiKey });
    emulator.addFault({
      method: "DELETE",
      path: `/edges/https/edge_1/routes/${id}/oauth`,
      status: 409,
    });
    const inputs = { ...route, metadata, saml };
    const failed = await initError(plugin.update("HttpsEdgeRoute", id, outputs, inputs));
    expect(failed.message).toContain("answered 409");
    expect(failed).toMatchObject({
      id,
      properties: { ...route, metadata, saml: { authorizedGroups: ["g"] } },
    });
    expect(failed.properties).not.toHaveProperty("saml.idpMetadata");
    await plugin.update("HttpsEdgeRoute", id, failed.properties, inputs);
    expect(emulator.objects()[0]?.body).toMatchObject({
      saml: { idp_metadata: saml.idpMetadata },
      oauth: null,
    });
  });
});

it("messages are the engine's own, with their severity and resource", async ({
  emulator,
  plugin,
}) => {
  const status = {
    renews_at: null,
    provisioning_job: { error_code: "DNS_ERROR", msg: "no", started_at: null },
  };
  const body = {
    id: "agin_1",
    created_at: "2026-01-01T00:00:00Z",
    domain: "a.example.com",
    ns_targets: ["ns1.example.net"],
    certificate_management_policy: { authority: "ca", private_key_type: "rsa" },
    certificate_management_status: status,
  };
  emulator.addFault({ method: "POST", path: "/agent_ingresses", when: "after", status: 201, body });
  await plugin.create("AgentIngress", {
    domain: "a.example.com",
    certificateManagementPolicy: { authority: "ca" },
  });
  await vi.waitFor(() => expect(plugin.shown).toHaveLength(2));
  const urn = urnOf("AgentIngress");
  const request = expect.stringMatching(
    /^POST \/agent_ingresses answered 201 in \d+ ms \(attempt 1/,
  );
  expect(plugin.shown).toEqual([
    { severity: "debug", urn, text: request },
    {
      severity: "warning",
      urn,
      text: expect.stringContaining("cannot be issued until its DNS is corrected"),
    },
  ]);
});

const limit = (emulator: Emulator, retryAfter: string) =>
  emulator.addFault({
    method: "POST",
    status: 429,
    headers: { "Retry-After": retryAfter },
    times: 9,
  });

it("an operation does not exceed the time that the program allows", async ({
  emulator,
  plugin,
}) => {
  limit(emulator, "5");
  const created = plugin.create("AgentIngress", ingress, { timeout: 3 });
  await expect(created).rejects.toThrow(
    "not retried: the next attempt would exceed 3 s (customTimeouts)",
  );
  expect(emulator.requests()).toHaveLength(1);
});

it("a wait ends when the engine cancels", async ({ emulator, plugin }) => {
  limit(emulator, "60");
  const call = plugin.create("AgentIngress", ingress);
  const failed = expect(call).rejects.toThrow("it was cancelled");
  await vi.waitFor(() =>
    expect(plugin.shown.map(({ severity }) => severity)).toEqual(["debug", "info"]),
  );
  await answer<Empty>((done) => plugin.client.cancel(new Empty(), done));
  await failed;
  expect(emulator.objects()).toEqual([]);
});
