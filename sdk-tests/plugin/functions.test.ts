import { InvokeRequest, type InvokeResponse, ListRequest, type ListResponse } from "@pulumi/pulumi/proto/provider_pb";
import { afterAll, describe, expect } from "vitest";
import type { Values } from "../../src/core/schema/values";
import type { Emulator } from "../../src/emulator";
import { messageOf } from "../../src/fronts/plugin/properties";
import { send } from "../emulator/client";
import { withEmulator } from "../support/fixtures";
import { answer, inProcessPlugin, type ServedPlugin, secret, seen } from "../support/in-process-plugin";

/** Functions, and the list of what could be imported. */

const it = withEmulator({ options: { pageSize: 2 } });
let plugin: ServedPlugin;
let destination: string;
let route: string;

it.beforeAll(async ({ emulator }) => {
  plugin = await inProcessPlugin({ baseUrl: emulator.url, apiKey: emulator.apiKey });
  for (const domain of ["a.example.com", "b.example.com", "c.example.com"])
    await send(emulator, "POST", "/agent_ingresses", { domain });
  const target = { monitoring: { api_key: "hidden-key", site: "x" } };
  destination = await made(emulator, "/event_destinations", { format: "json", target });
  route = await made(emulator, "/edges/https/edge_1/routes", { match_type: "exact_path", match: "/a" });
});

afterAll(async () => {
  await plugin[Symbol.asyncDispose]();
});

const made = async (emulator: Emulator, path: string, body: object): Promise<string> =>
  ((await send(emulator, "POST", path, body)).body as { id: string }).id;

async function invoke(name: string, args: Values) {
  const request = new InvokeRequest().setTok(`edge-ingress:index:${name}`).setArgs(messageOf(args));
  const response = await answer<InvokeResponse>((done) => plugin.client.invoke(request, done));
  return {
    found: seen(response.getReturn()),
    refused: response.getFailuresList().map((failure) => failure.getReason()),
  };
}

describe("a function", () => {
  it("looks one object up, and marks the secrets in it", async () => {
    const { found } = await invoke("getEventDestination", { id: destination });
    expect(found).toMatchObject({
      id: destination,
      format: "json",
      target: { monitoring: { apiKey: secret("hidden-key"), site: "x" } },
    });
  });

  it("looks a route up by the ids of its edge and of itself", async () => {
    const { found } = await invoke("getHttpsEdgeRoute", { edgeId: "edge_1", id: route });
    expect(found).toMatchObject({ id: route, edgeId: "edge_1", match: "/a" });
  });

  it("lists every object of the account, page after page, in the service's order", async () => {
    const { found } = await invoke("listAgentIngresses", {});
    const domains = (found.results as readonly Values[]).map(({ domain }) => domain);
    expect(domains).toEqual(["c.example.com", "b.example.com", "a.example.com"]);
  });

  it("says in words what is wrong with its arguments, and sends nothing then", async ({ emulator }) => {
    const sent = emulator.requests().length;
    expect(await invoke("getHttpsEdgeRoute", { edgeID: "edge_1", id: 7 })).toEqual({
      found: {},
      refused: [
        "edgeID is not an argument; did you mean edgeId?",
        "edgeId is required",
        "id must be a string, got a number",
      ],
    });
    const malformed = await invoke("getHttpsEdgeRoute", { edgeId: "../edge", id: route });
    expect(malformed.refused).toEqual([expect.stringMatching(/^edgeId is not a well-formed id: at most 128 letters/)]);
    expect(emulator.requests()).toHaveLength(sent);
  });

  it("that takes none names the arguments that it got", async () => {
    const { refused } = await invoke("listAgentIngresses", { filter: "x" });
    expect(refused).toEqual(["filter is not an argument"]);
  });

  it("that there is not is named", async () => {
    await expect(invoke("listHttpsEdgeRoutes", {})).rejects.toThrow("there is no function listHttpsEdgeRoutes");
  });
});

describe("a list", () => {
  const list = (type: string, limit = 0): Promise<string[]> =>
    new Promise((resolve, reject) => {
      const ids: string[] = [];
      plugin.client
        .list(new ListRequest().setToken(`edge-ingress:index:${type}`).setLimit(limit))
        .on("data", (response: ListResponse) => ids.push(response.getResult()?.getId() ?? ""))
        .on("error", reject)
        .on("end", () => resolve(ids));
    });

  it("tells the id of every object of a kind, or of as many as are asked for", async ({ emulator }) => {
    expect(await list("AgentIngress")).toHaveLength(3);
    emulator.clearRequests();
    expect(await list("AgentIngress", 2)).toHaveLength(2);
    expect(emulator.requests()).toHaveLength(1);
    expect(await list("EventDestination")).toEqual([destination]);
  });

  it("of what the API does not list is refused in words", async () => {
    await expect(list("HttpsEdgeRoute")).rejects.toThrow("the API shows no list of objects of type HttpsEdgeRoute");
  });
});
