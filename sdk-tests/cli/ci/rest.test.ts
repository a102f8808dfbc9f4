import { afterEach, expect, it } from "vitest";
import { RestClient } from "../../../src/cli/ci/rest";
import { json, scriptedServer } from "../../support/server";

/** Tests of the client for the REST APIs of GitHub and GitLab, over HTTP. */

type Server = Awaited<ReturnType<typeof scriptedServer>>;

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]();
});

type Response = readonly [status: number, body?: object, headers?: Record<string, string>];

/** A client of a server that sends these responses, the last again and again. */
async function clientOf(...responses: Response[]) {
  let index = 0;
  const server = await scriptedServer((_, response) => {
    const [status, body = {}, headers = {}] = responses[Math.min(index, responses.length - 1)] ?? [
      500,
    ];
    index += 1;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    json(response, status, body);
  });
  servers.push(server);
  const client = new RestClient({
    baseUrl: `${server.url}/api`,
    headers: { authorization: "Bearer t" },
  });
  const requests = () => server.received.map(({ method, url }) => `${method} ${url}`);
  return { client, server, requests };
}

it("a list is read to its last page", async () => {
  const headers: Record<string, string> = {};
  const { client, server, requests } = await clientOf([200, [1, 2], headers], [200, [3]]);
  headers.link = `<${server.url}/api/items?page=2>; rel="next", <${server.url}/api/items>; rel="first"`;
  expect(await client.list("/items")).toEqual([1, 2, 3]);
  expect(requests()).toEqual(["GET /api/items", "GET /api/items?page=2"]);
});

it("the token is not sent to another host that a page names", async () => {
  const other = await clientOf([200, [2]]);
  const { client } = await clientOf([
    200,
    [1],
    { link: `<${other.server.url}/api/items>; rel="next"` },
  ]);
  expect(await client.list("/items")).toEqual([1]);
  expect(other.requests()).toEqual([]);
});

it("a request that the server failed to process is repeated, except for a POST", async () => {
  const reading = await clientOf([503], [200, { ok: true }]);
  expect((await reading.client.send("GET", "/items")).body).toEqual({ ok: true });
  const writing = await clientOf([503], [201, {}]);
  await expect(writing.client.send("POST", "/items", {})).rejects.toThrow(
    "POST /items: status 503",
  );
  expect(writing.requests()).toHaveLength(1);
});

it.each<[string, Response]>([
  ["429", [429, {}, { "retry-after": "0" }]],
  ["403 with Retry-After", [403, {}, { "retry-after": "0" }]],
  [
    "403 without remaining requests",
    [403, {}, { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" }],
  ],
])("a rate limit of status %s is waited for, also by a POST", async (_, limit) => {
  const { client, requests } = await clientOf(limit, [201, { id: 1 }]);
  expect((await client.send("POST", "/items", {})).body).toEqual({ id: 1 });
  expect(requests()).toHaveLength(2);
});

it("a refusal, and a limit of more than a minute, end the request with the reason", async () => {
  const refused = await clientOf([
    403,
    { message: "Resource not accessible" },
    { "x-ratelimit-remaining": "9" },
  ]);
  await expect(refused.client.send("GET", "/items?page=1")).rejects.toThrow(
    "GET /items: status 403 (Resource not accessible)",
  );
  const limited = await clientOf([429, { message: "later" }, { "retry-after": "3600" }]);
  await expect(limited.client.send("GET", "/items")).rejects.toThrow("status 429 (later)");
  for (const { requests } of [refused, limited]) expect(requests()).toHaveLength(1);
});

it("a server that cannot be reached is an error without the token", async () => {
  const { client, server } = await clientOf([200]);
  await server[Symbol.asyncDispose]();
  servers.length = 0;
  const failed = await client.send("POST", "/items", {}).catch((error: Error) => error.message);
  expect(failed).toMatch(/^POST \/items: no response \(.*ECONNREFUSED/);
  expect(failed).not.toContain("Bearer");
});
