import { describe, expect, it } from "vitest";
import { ForeignAnswerError, OutcomeUnknownError } from "../../src/core/client/errors";
import * as lifecycle from "../../src/core/lifecycle/lifecycle";
import { createResources } from "../../src/core/resources";
import { emptyServer } from "../support/empty-server";
import { halfMadeBy } from "../support/half-made";
import { failureOf } from "../support/in-process-dynamic";
import { relayTo } from "../support/relay";
import { resources } from "../support/resources";
import { scriptedServer } from "../support/server";

const { agentIngress, httpsEdgeRoute, tcpEdgeBackend } = resources;

/** Responses that are not the API's, or not quite: what the user sees of them. */

const server = emptyServer();
const { api } = server;
const args = { domain: "a.example.com" };

describe("a member of another type than the reference says", () => {
  const WRONG = { description: 7 };

  it("is reported with the request of a create, which keeps the object", async () => {
    server.emulator.addFault({ method: "POST", when: "after", body: { id: "agin_1", ...WRONG } });
    // A provider of its own: the shared one may know the id as that of another create.
    const ofOwn = createResources()(agentIngress.definition);
    const error = await halfMadeBy(lifecycle.create(ofOwn, api(), args));
    expect(error.id).toBe("agin_1");
    expect(error.message).toBe("POST /agent_ingresses: the member description of the answer has an unexpected type");
  });

  it("is reported with the request of an update, not of the look at the truth after it", async () => {
    const { id, state } = await lifecycle.create(agentIngress, api(), args);
    server.emulator.addFault({ method: "PATCH", when: "after", body: WRONG });
    const update = lifecycle.update(agentIngress, api(), { id, state }, { ...args, description: "new" });
    expect((await failureOf(update)).message).toBe(
      `PATCH /agent_ingresses/${id}: the member description of the answer has an unexpected type`,
    );
  });

  it.each([
    ["an object", agentIngress, "GET /agent_ingresses/agin_1: the member description"],
    ["a module", tcpEdgeBackend, "GET /edges/tcp/agin_1/backend: the member backend.id"],
  ])("is reported with the request of a refresh and of a look-up of %s", async (_, resource, expected) => {
    server.emulator.addFault({ method: "GET", body: { ...WRONG, backend: { id: 7 } }, times: "always" });
    for (const read of [
      lifecycle.read(resource, api(), { id: "agin_1", state: args }),
      lifecycle.lookUp(resource, api(), "agin_1", {}),
    ]) {
      expect((await failureOf(read)).message).toContain(expected);
    }
  });
});

it("a gateway that codes every answer in zstd fails a create with the coding's name, and with what is unknown", async () => {
  await using gateway = await scriptedServer((_, response) =>
    response.writeHead(200, { "content-encoding": "zstd" }).end("{}"),
  );
  const error = await failureOf(lifecycle.create(agentIngress, server.virtual({ baseUrl: gateway.url }).begin(), args));
  expect(error).toBeInstanceOf(OutcomeUnknownError);
  expect(error.message).toBe(
    "POST /agent_ingresses: the answer is coded in zstd, which this provider does not decode; check the service, and the gateways and proxies before it; whether the object was made is unknown: the list of objects could not be read; look for it, and import or delete it before you run the command again",
  );
  expect(gateway.received.filter(({ method }) => method === "POST")).toHaveLength(1);
});

it("a create that is answered after a 100 Continue finds its object in the list", async () => {
  await using relay = await relayTo(server.emulator.url, ({ received, status, body }, response) => {
    if (received.method === "POST") response.writeContinue();
    response.writeHead(status).end(body);
  });
  const { id } = await lifecycle.create(agentIngress, server.virtual({ baseUrl: relay.url }).begin(), args);
  expect(server.ids()).toEqual([id]);
  expect(relay.received.map(({ method }) => method)).toEqual(["POST", "GET"]);
});

describe("a website at the base URL that answers everything with a page", () => {
  const website = () => scriptedServer((_, response) => response.writeHead(200).end("<html>"));

  it("fails a create at once, and is reported as not the API", async () => {
    await using site = await website();
    const { begin, clock } = server.virtual({ baseUrl: site.url });
    const error = await failureOf(lifecycle.create(agentIngress, begin(), args));
    expect(error).toBeInstanceOf(ForeignAnswerError);
    expect(error.message).toBe(
      "POST /agent_ingresses: the answer is not a JSON object; is edge-ingress:baseUrl the API's address?; GET /agent_ingresses is not answered as the API answers it either, so edge-ingress:baseUrl is probably wrong; if it is right, look for the object before you run the command again",
    );
    expect(site.received.map(({ method }) => method)).toEqual(["POST", "GET"]);
    expect(clock.waits).toEqual([]);
  });

  it.each([
    ["route", httpsEdgeRoute, { edgeId: "edge_1", matchType: "exact_path", match: "/" }],
    ["module", tcpEdgeBackend, { edgeId: "edge_1", backendId: "b" }],
  ])("fails a create of a %s at once", async (_, resource, inputs) => {
    await using site = await website();
    const { begin, clock } = server.virtual({ baseUrl: site.url });
    const { message } = await failureOf(lifecycle.create(resource, begin(), inputs));
    expect(message).toContain("is edge-ingress:baseUrl the API's address?");
    expect(clock.waits).toEqual([]);
  });
});

it("a create that was answered with a page is looked for as ever where the list is the API's", async () => {
  server.emulator.addFault({ method: "POST", when: "after", body: "<html>", contentType: "text/html" });
  const { id } = await lifecycle.create(agentIngress, api(), args);
  expect(server.ids()).toEqual([id]);
});
