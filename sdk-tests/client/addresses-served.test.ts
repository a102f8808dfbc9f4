import dns from "node:dns";
import { createServer } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { agentIngress } from "../../src/core/definitions";
import { collection } from "../../src/core/lifecycle/collection";
import { emptyServer } from "../support/empty-server";
import { relayTo } from "../support/relay";
import { listening, portOf, relay } from "../support/secure";

/**
 * Tests of base URLs with IPv6 addresses, with names of two addresses, and with paths: the life of an object at each
 * URL.
 */

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
const bothAddresses = ((
  _host: string,
  _options: unknown,
  done: (error: null, addresses: object[]) => void,
) =>
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

it.each([
  ["/some/path", "/some/path"],
  ["/some/path", "/some/path/"],
  ["/a%20b/%C3%BC", "/a%20b/%C3%BC"],
  ["/a%20b/%C3%BC", "/a b/ü"],
  ["/v1.2/~user", "/v1.2/~user"],
  ["/a+b;c=d", "/a+b;c=d/"],
])("the API is reached below %s, written as %s", async (path, written) => {
  const passOn: Parameters<typeof relayTo>[1] = ({ status, body }, response) =>
    response.writeHead(status).end(body);
  await using gateway = await relayTo(service.emulator.url, passOn, { path });
  await live(gateway.url + written);
});
