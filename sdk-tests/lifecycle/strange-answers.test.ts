import { describe, expect } from "vitest";
import { ForeignAnswerError, OutcomeUnknownError } from "../../src/core/client/errors";
import * as lifecycle from "../../src/core/lifecycle/lifecycle";
import type { Resource } from "../../src/core/lifecycle/resource";
import { ResourceInitFailed } from "../../src/core/lifecycle/resource";
import { createResources } from "../../src/core/resources";
import type { Emulator } from "../../src/emulator";
import { withEmulator } from "../support/fixtures";
import { failureOf } from "../support/in-process-dynamic";
import { relayTo } from "../support/relay";
import { resources } from "../support/resources";
import { scriptedServer } from "../support/server";
import { virtualApi } from "../support/virtual-time";

const { agentIngress, httpsEdgeRoute, tcpEdgeBackend } = resources;

/** Responses that are not the API's, or not quite: what the user sees of them. */

const it = withEmulator();

it.beforeEach(({ emulator }) => emulator.reset());

describe("a member of another type than the reference says", () => {
  const api = (emulator: Emulator) => virtualApi({ baseUrl: emulator.url, apiKey: emulator.apiKey }).begin();
  const args = { domain: "a.example.com" };
  const WRONG = { description: 7 };

  it("is reported with the request of a create, which keeps the object", async ({ emulator }) => {
    emulator.addFault({ method: "POST", when: "after", body: { id: "agin_1", ...WRONG } });
    // A provider of its own: the shared one may know the id as that of another create.
    const ofOwn = createResources()(agentIngress.definition);
    const error = await failureOf<ResourceInitFailed>(lifecycle.create(ofOwn, api(emulator), args));
    expect(error).toBeInstanceOf(ResourceInitFailed);
    expect(error.id).toBe("agin_1");
    expect(error.message).toBe("POST /agent_ingresses: the member description of the answer has an unexpected type");
  });

  it("is reported with the request of an update, not of the look at the truth after it", async ({ emulator }) => {
    const { id, state } = await lifecycle.create(agentIngress, api(emulator), args);
    emulator.addFault({ method: "PATCH", when: "after", body: WRONG });
    const update = lifecycle.update(agentIngress, api(emulator), { id, state }, { ...args, description: "new" });
    expect((await failureOf(update)).message).toBe(
      `PATCH /agent_ingresses/${id}: the member description of the answer has an unexpected type`,
    );
  });

  it.for<[string, Resource, string]>([
    ["an object", agentIngress, "GET /agent_ingresses/agin_1: the member description"],
    ["a module", tcpEdgeBackend, "GET /edges/tcp/agin_1/backend: the member backend.id"],
  ] as const)(
    "is reported with the request of a refresh and of a look-up of %s",
    async ([_, resource, expected], { emulator }) => {
      emulator.addFault({ method: "GET", body: { ...WRONG, backend: { id: 7 } }, times: "always" });
      for (const read of [
        lifecycle.read(resource, api(emulator), { id: "agin_1", state: args }),
        lifecycle.lookUp(resource, api(emulator), "agin_1", {}),
      ]) {
        expect((await failureOf(read)).message).toContain(expected);
      }
    },
  );
});

describe("a gateway that codes every answer in zstd", () => {
  it("fails a create with the coding's name, and with what is unknown, once the list cannot be read either", async () => {
    await using server = await scriptedServer((_, response) =>
      response.writeHead(200, { "content-encoding": "zstd" }).end("{}"),
    );
    const { begin } = virtualApi({ baseUrl: server.url, apiKey: "k" });
    const error = await failureOf(lifecycle.create(agentIngress, begin(), { domain: "a.example.com" }));
    expect(error).toBeInstanceOf(OutcomeUnknownError);
    expect(error.message).toBe(
      "POST /agent_ingresses: the answer is coded in zstd, which this provider does not decode; check the service, and the gateways and proxies before it; whether the object was made is unknown: the list of objects could not be read; look for it, and import or delete it before you run the command again",
    );
    expect(server.received.filter(({ method }) => method === "POST")).toHaveLength(1);
  });
});

it("a create that is answered after a 100 Continue finds its object in the list", async ({ emulator }) => {
  await using relay = await relayTo(emulator.url, ({ received, status, body }, response) => {
    if (received.method === "POST") response.writeContinue();
    response.writeHead(status).end(body);
  });
  const { begin } = virtualApi({ baseUrl: relay.url, apiKey: emulator.apiKey });
  const { id } = await lifecycle.create(agentIngress, begin(), { domain: "a.example.com" });
  expect(emulator.objects().map(({ body }) => body.id)).toEqual([id]);
  expect(relay.received.map(({ method }) => method)).toEqual(["POST", "GET"]);
});

describe("a website at the base URL that answers everything with a page", () => {
  const setUp = async () => {
    const server = await scriptedServer((_, response) => response.writeHead(200).end("<html>"));
    return { server, ...virtualApi({ baseUrl: server.url, apiKey: "k" }) };
  };

  it("fails a create at once, and is reported as not the API", async () => {
    const { server, begin, clock } = await setUp();
    await using _ = server;
    const error = await failureOf(lifecycle.create(agentIngress, begin(), { domain: "a.example.com" }));
    expect(error).toBeInstanceOf(ForeignAnswerError);
    expect(error.message).toBe(
      "POST /agent_ingresses: the answer is not a JSON object; is edge-ingress:baseUrl the API's address?; GET /agent_ingresses is not answered as the API answers it either, so edge-ingress:baseUrl is probably wrong; if it is right, look for the object before you run the command again",
    );
    expect(server.received.map(({ method }) => method)).toEqual(["POST", "GET"]);
    expect(clock.waits).toEqual([]);
  });

  it("fails a create of a route and of a module at once", async () => {
    const { server, begin, clock } = await setUp();
    await using _ = server;
    const route = { edgeId: "edge_1", matchType: "exact_path", match: "/" };
    for (const create of [
      lifecycle.create(httpsEdgeRoute, begin(), route),
      lifecycle.create(tcpEdgeBackend, begin(), { edgeId: "edge_1", backendId: "b" }),
    ]) {
      expect((await failureOf(create)).message).toContain("is edge-ingress:baseUrl the API's address?");
    }
    expect(clock.waits).toEqual([]);
  });
});

it("a create that was answered with a page is looked for as ever where the list is the API's", async ({ emulator }) => {
  emulator.addFault({ method: "POST", when: "after", body: "<html>", contentType: "text/html" });
  const { begin } = virtualApi({ baseUrl: emulator.url, apiKey: emulator.apiKey });
  const { id } = await lifecycle.create(agentIngress, begin(), { domain: "a.example.com" });
  expect(emulator.objects().map(({ body }) => body.id)).toEqual([id]);
});
