import { describe, expect, it } from "vitest";
import * as lifecycle from "../../src/core/lifecycle/lifecycle";
import { createResources } from "../../src/core/resources";
import { emptyServer } from "../support/empty-server";
import { expectFailure, partialFailureOf } from "../support/failure";
import { relayTo } from "../support/relay";
import { resources } from "../support/resources";
import { scriptedServer } from "../support/server";

const { agentIngress, httpsEdgeRoute, tcpEdgeBackend } = resources;

/** Responses that are not the API's, or not quite: what the user sees of them. */

const server = emptyServer();
const { api } = server;
const args = { domain: "a.example.com" };

describe("a member whose type is not the documented type", () => {
  const WRONG = { description: 7 };

  it("is reported with the request of a create, which keeps the object", async () => {
    server.emulator.addFault({ method: "POST", when: "after", body: { id: "agin_1", ...WRONG } });
    // A separate provider, because the shared provider may know the id as that of another create.
    const ofOwn = createResources()(agentIngress.definition);
    const error = await partialFailureOf(lifecycle.create(ofOwn, api(), args));
    const message =
      "POST /agent_ingresses: the member description of the answer has an unexpected type";
    expect(error).toMatchObject({ id: "agin_1", message });
  });

  it("is reported with the request of an update, not of the look at the truth after it", async () => {
    const { id, state } = await lifecycle.create(agentIngress, api(), args);
    server.emulator.addFault({ method: "PATCH", when: "after", body: WRONG });
    const update = lifecycle.update(
      agentIngress,
      api(),
      { id, state },
      { ...args, description: "new" },
    );
    const message = `PATCH /agent_ingresses/${id}: the member description of the answer has an unexpected type`;
    await expect(update).rejects.toMatchObject({ message });
  });

  it.each([
    {
      title: "is reported with the request of a refresh and of a look-up of an object",
      resource: agentIngress,
      expected: "GET /agent_ingresses/agin_1: the member description",
    },
    {
      title: "is reported with the request of a refresh and of a look-up of a module",
      resource: tcpEdgeBackend,
      expected: "GET /edges/tcp/agin_1/backend: the member backend.id",
    },
  ])("$title", async ({ resource, expected }) => {
    server.emulator.addFault({
      method: "GET",
      body: { ...WRONG, backend: { id: 7 } },
      times: "always",
    });
    await expect(lifecycle.read(resource, api(), { id: "agin_1", state: args })).rejects.toThrow(
      expected,
    );
    await expect(lifecycle.lookUp(resource, api(), "agin_1", {})).rejects.toThrow(expected);
  });
});

it("a gateway that codes every answer in zstd fails a create with the coding's name, and with what is unknown", async () => {
  await using gateway = await scriptedServer((_, response) =>
    response.writeHead(200, { "content-encoding": "zstd" }).end("{}"),
  );
  await expectFailure(
    lifecycle.create(agentIngress, server.virtual({ baseUrl: gateway.url }).begin(), args),
    "OutcomeUnknownError: POST /agent_ingresses: the answer is coded in zstd, which this provider does not decode; check the service, and the gateways and proxies before it; whether the object was made is unknown: the list of objects could not be read; look for it, and import or delete it before you run the command again",
  );
  expect(gateway.received.filter(({ method }) => method === "POST")).toHaveLength(1);
});

it("a create that is answered after a 100 Continue finds its object in the list", async () => {
  await using relay = await relayTo(server.emulator.url, ({ received, status, body }, response) => {
    if (received.method === "POST") response.writeContinue();
    response.writeHead(status).end(body);
  });
  const { id } = await lifecycle.create(
    agentIngress,
    server.virtual({ baseUrl: relay.url }).begin(),
    args,
  );
  expect(server.ids()).toEqual([id]);
  expect(relay.received.map(({ method }) => method)).toEqual(["POST", "GET"]);
});

it.each([
  {
    title:
      "a website that answers with a page fails, at once, the create of an ingress, with what to look for",
    resource: agentIngress,
    inputs: args,
    message:
      /^ForeignResponseError: POST \/agent_ingresses: the answer is not a JSON object; is edge-ingress:baseUrl the API's address\?; GET \/agent_ingresses is not answered as the API answers it either, so edge-ingress:baseUrl is probably wrong; if it is right, look for the object before you run the command again$/,
    sent: ["POST", "GET"],
  },
  {
    title: "a website that answers with a page fails, at once, the create of a route",
    resource: httpsEdgeRoute,
    inputs: { edgeId: "edge_1", matchType: "exact_path", match: "/" },
    message: /is edge-ingress:baseUrl the API's address\?/,
    sent: ["POST"],
  },
  {
    title: "a website that answers with a page fails, at once, the create of a module",
    resource: tcpEdgeBackend,
    inputs: { edgeId: "edge_1", backendId: "b" },
    message: /is edge-ingress:baseUrl the API's address\?/,
    sent: ["GET"],
  },
])("$title", async ({ resource, inputs, message, sent }) => {
  await using site = await scriptedServer((_, response) => response.writeHead(200).end("<html>"));
  const { begin, clock } = server.virtual({ baseUrl: site.url });
  await expectFailure(lifecycle.create(resource, begin(), inputs), message);
  expect(site.received.map(({ method }) => method)).toEqual(sent);
  expect(clock.waits).toEqual([]);
});
