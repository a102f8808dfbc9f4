import dns from "node:dns";
import { createServer } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { agentIngress } from "../../src/core/definitions";
import { collection } from "../../src/core/lifecycle/collection";
import { emptyServer } from "../support/empty-server";
import { listening, portOf, relay } from "../support/secure";
import { json, type Received, scriptedServer } from "../support/server";
import { virtualApi } from "../support/virtual-time";

/** Base URLs with IPv6 addresses, with names of two addresses, and with paths: one life of an object at each. */

const service = emptyServer();

afterEach(() => vi.restoreAllMocks());

async function live(baseUrl: string): Promise<void> {
  const api = service.virtual({ baseUrl }).begin();
  const { create, read, update, delete: remove } = collection(agentIngress).operations;
  const { id } = await create(api, { domain: "a.example.com" });
  const state = { id, state: { domain: "a.example.com" } };
  await update(api, state, { domain: "a.example.com", description: "new" }, ["description"]);
  expect(await read(api, state)).toMatchObject({ description: "new" });
  await remove(api, state);
  expect(service.ids()).toEqual([]);
}

/** On many machines `localhost` has both addresses, in this order. */
const bothAddresses = ((_host: string, _options: unknown, done: (error: null, addresses: object[]) => void) =>
  done(null, [
    { address: "::1", family: 6 },
    { address: "127.0.0.1", family: 4 },
  ])) as unknown as typeof dns.lookup;

it.each([
  ["::1", "[::1]"],
  ["::1", "localhost"],
  ["127.0.0.1", "localhost"],
])("a server that listens on %s alone is reached as %s", async (address, host) => {
  vi.spyOn(dns, "lookup").mockImplementation(bothAddresses);
  await using server = await listening(
    createServer((client) => relay(client, portOf(service.emulator.url))),
    address,
  );
  await live(`http://${host}:${server.port}`);
});

/** The API below a path of a gateway, which takes the path off. */
async function mounted(path: string) {
  return scriptedServer(async ({ method, url, headers, body }, response) => {
    if (!url.startsWith(`${path}/`)) return json(response, 404, { msg: "not here" });
    const sent = { method, headers: kept(headers) };
    const answer = await fetch(service.emulator.url + url.slice(path.length), body === "" ? sent : { ...sent, body });
    response.writeHead(answer.status, { "content-type": "application/json" }).end(await answer.text());
  });
}

const KEPT = ["authorization", "content-type", "service-version"];

const kept = (headers: Received["headers"]): Record<string, string> =>
  Object.fromEntries(KEPT.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])));

it.each([
  ["/some/path", "/some/path"],
  ["/some/path", "/some/path/"],
  ["/a%20b/%C3%BC", "/a%20b/%C3%BC"],
  ["/a%20b/%C3%BC", "/a b/ü"],
  ["/v1.2/~user", "/v1.2/~user"],
  ["/a+b;c=d", "/a+b;c=d/"],
])("the API is reached below %s, written as %s", async (path, written) => {
  await using gateway = await mounted(path);
  await live(gateway.url + written);
});

it.each([
  ["relative", () => "/agent_ingresses?page=2"],
  ["relative, with the path of the base URL", () => "/some/path/agent_ingresses?page=2"],
  ["absolute", (origin: string) => `${origin}/some/path/agent_ingresses?page=2`],
])("a next page is read below the base URL's path if it is %s", async (_, next) => {
  await using server = await scriptedServer(({ url }, response) => {
    const isFirst = url === "/some/path/agent_ingresses";
    const isSecond = url === "/some/path/agent_ingresses?page=2";
    if (!isFirst && !isSecond) return json(response, 404, {});
    const ingresses = [{ id: isFirst ? "agin_1" : "agin_2", created_at: "2026-01-01T00:00:00Z", domain: "a.example" }];
    json(response, 200, { ingresses, next_page_uri: isFirst ? next(server.url) : null });
  });
  const ids: unknown[] = [];
  const api = virtualApi({ baseUrl: `${server.url}/some/path/`, apiKey: "k" }).begin();
  for await (const { id } of collection(agentIngress).operations.list(api)) ids.push(id);
  expect(ids).toEqual(["agin_1", "agin_2"]);
});
