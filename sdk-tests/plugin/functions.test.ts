import { ListRequest, type ListResponse } from "@pulumi/pulumi/proto/provider_pb";
import { afterAll, describe, expect } from "vitest";
import type { Values } from "../../src/core/schema/values";
import type { Emulator } from "../../src/emulator";
import { members } from "../emulator/client";
import { withEmulator } from "../support/fixtures";
import { inProcessPlugin, type ServedPlugin, secret } from "../support/in-process-plugin";

/** Functions, and the list of what could be imported. */

const it = withEmulator({ options: { pageSize: 2 } });
let plugin: ServedPlugin;
let destination: string;
let route: string;

it.beforeAll(async ({ emulator }) => {
  plugin = await inProcessPlugin({ baseUrl: emulator.url, apiKey: emulator.apiKey });
  for (const domain of ["a.example.com", "b.example.com", "c.example.com"])
    await createObject(emulator, "/agent_ingresses", { domain });
  const target = { monitoring: { api_key: "hidden-key", site: "x" } };
  destination = await createObject(emulator, "/event_destinations", { format: "json", target });
  route = await createObject(emulator, "/edges/https/edge_1/routes", {
    match_type: "exact_path",
    match: "/a",
  });
});

afterAll(() => plugin[Symbol.asyncDispose]());

const createObject = async (emulator: Emulator, path: string, body: object): Promise<string> =>
  String((await members(emulator, "POST", path, body)).id);

describe("a function", () => {
  it("looks one object up, and marks the secrets in it", async () => {
    const { found } = await plugin.invoke("getEventDestination", { id: destination });
    const target = { monitoring: { apiKey: secret("hidden-key"), site: "x" } };
    expect(found).toMatchObject({ id: destination, format: "json", target });
  });

  it("looks a route up by the ids of its edge and of itself", async () => {
    const { found } = await plugin.invoke("getHttpsEdgeRoute", { edgeId: "edge_1", id: route });
    expect(found).toMatchObject({ id: route, edgeId: "edge_1", match: "/a" });
  });

  it("lists every object of the account, page after page, in the service's order", async () => {
    const { found } = await plugin.invoke("listAgentIngresses", {});
    const domains = (found.results as readonly Values[]).map(({ domain }) => domain);
    expect(domains).toEqual(["c.example.com", "b.example.com", "a.example.com"]);
  });

  it.for<[name: string, args: Values, problems: unknown[]]>([
    [
      "getHttpsEdgeRoute",
      { edgeID: "edge_1", id: 7 },
      [
        "edgeID is not an argument; did you mean edgeId?",
        "edgeId is required",
        "id must be a string, got a number",
      ],
    ],
    [
      "getHttpsEdgeRoute",
      { edgeId: "../edge", id: "edghtsrt_1" },
      [expect.stringMatching(/^edgeId is not a well-formed id: at most 128 letters/)],
    ],
    ["listAgentIngresses", { filter: "x" }, ["filter is not an argument"]],
  ])(
    "%s says in words what is wrong with %j, and sends nothing then",
    async ([name, args, refused], { emulator }) => {
      const sent = emulator.requests().length;
      expect(await plugin.invoke(name, args)).toEqual({ found: {}, refused });
      expect(emulator.requests()).toHaveLength(sent);
    },
  );

  it("that there is not is named", async () => {
    await expect(plugin.invoke("listHttpsEdgeRoutes", {})).rejects.toThrow(
      "there is no function listHttpsEdgeRoutes",
    );
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

  it("contains the id of every object of a kind, or of the requested number of objects", async ({
    emulator,
  }) => {
    expect(await list("AgentIngress")).toHaveLength(3);
    emulator.clearRequests();
    expect(await list("AgentIngress", 2)).toHaveLength(2);
    expect(emulator.requests()).toHaveLength(1);
    expect(await list("EventDestination")).toEqual([destination]);
  });

  it("of what the API does not list is refused in words", async () => {
    await expect(list("HttpsEdgeRoute")).rejects.toThrow(
      "the API shows no list of objects of type HttpsEdgeRoute",
    );
  });
});
