import { expect, it } from "vitest";
import { HttpError, NetworkError, TimeoutError, UnexpectedAnswerError } from "../../src/core/client/errors";
import type { Client } from "../../src/core/client/types";
import { NO_ID } from "../../src/core/client/verification";
import { pages } from "../../src/core/lifecycle/answers";
import { testClient } from "../support/client";
import { failureOf } from "../support/in-process-dynamic";
import { json, scriptedServer } from "../support/server";

const apiKey = "canary-key-1b2c";

const clientOf = (baseUrl: string, operationTimeoutMs = 5_000): Client =>
  testClient({ baseUrl, apiKey, operationTimeoutMs });

const get = { method: "GET", path: { template: "/agent_ingresses/{id}", params: { id: "a1" } } } as const;

it("the client sends the headers of the reference, and a content type only with a body", async () => {
  await using server = await scriptedServer((_, response) => json(response, 200, {}));
  const client = clientOf(`${server.url}/edge`);
  await client.request(get);
  await client.request({ method: "POST", path: { template: "/agent_ingresses" }, body: { domain: "a" } });
  const [first, second] = server.received;
  expect(first).toMatchObject({ method: "GET", url: "/edge/agent_ingresses/a1", body: "" });
  expect(first?.headers).toMatchObject({ authorization: `Bearer ${apiKey}`, "service-version": "2" });
  expect(first?.headers).not.toHaveProperty("content-type");
  expect(second).toMatchObject({ method: "POST", url: "/edge/agent_ingresses", body: '{"domain":"a"}' });
  expect(second?.headers).toMatchObject({ "content-type": "application/json" });
});

it("the client gives null for null", async () => {
  await using server = await scriptedServer((_, response) => json(response, 200, null));
  expect(await clientOf(server.url).request(get)).toBeNull();
});

it("the client gives null for an answer without a body", async () => {
  await using server = await scriptedServer((_, response) => response.writeHead(204).end());
  expect(await clientOf(server.url).request({ ...get, method: "DELETE" })).toBeNull();
});

it.each([
  [401, "the API key is not accepted: it came from the test"],
  [403, "the API key is not permitted to do this; ask for the permission, or use another key"],
])("the client says after a %i what is wrong with the key, and not the key", async (status, advice) => {
  await using server = await scriptedServer((_, response) => json(response, status, { msg: `no ${apiKey}` }));
  const error = await failureOf(clientOf(server.url).request(get));
  expect(error.message).toBe(`GET /agent_ingresses/a1 answered ${status}; ${advice}`);
});

it("the client names the operation, the status and the request id of a failure, and nothing of its body", async () => {
  await using server = await scriptedServer((_, response) => {
    response.writeHead(422, { "x-request-id": "req-7" }).end("a secret");
  });
  const error = await failureOf(clientOf(server.url).request(get));
  expect(error).toBeInstanceOf(HttpError);
  expect(error).toMatchObject({ status: 422, requestId: "req-7" });
  expect(error.message).toBe(
    "GET /agent_ingresses/a1 answered 422 (request req-7); the service refused the request; check the arguments against its rules",
  );
});

it.each(["", "<html>", "[]", '"x"', '{"id":'])(
  "the client refuses an answer that is not a JSON object: %j",
  async (text) => {
    await using server = await scriptedServer((_, response) => response.writeHead(200).end(text));
    const error = await failureOf(clientOf(server.url).request(get));
    expect(error).toBeInstanceOf(UnexpectedAnswerError);
    expect(error.message).toContain("is edge-ingress:baseUrl the API's address?");
  },
);

it("the client refuses an answer larger than 8 MiB", async () => {
  await using server = await scriptedServer((_, response) =>
    response.writeHead(200).end("x".repeat(8 * 1024 * 1024 + 1)),
  );
  expect((await failureOf(clientOf(server.url).request(get))).message).toContain("larger than 8388608 bytes");
});

it.each([301, 302, 303, 307, 308])("the client does not follow a redirect with status %i", async (status) => {
  await using server = await scriptedServer((_, response) => {
    response.writeHead(status, { location: "https://api.example.com/secret/path?token=hush" }).end();
  });
  const error = await failureOf(clientOf(server.url).request(get));
  expect(error).toMatchObject({ name: "HttpError", status });
  expect(error.message).toBe(
    `GET /agent_ingresses/a1 answered ${status}; the service redirects to https://api.example.com; ` +
      "set edge-ingress:baseUrl to the API's own address",
  );
  expect(server.received).toHaveLength(1);
});

it.each([
  ["/hush", "to another path of ORIGIN"],
  ["hush?token=hush", "to another path of ORIGIN"],
  ["https://hush:hush@other.example/hush", "to https://other.example"],
  ["mailto:hush@example.com", "elsewhere"],
  ["https://", "elsewhere"],
])("the client names nothing but the origin of a redirect to %s", async (location, where) => {
  await using server = await scriptedServer((_, response) => response.writeHead(302, { location }).end());
  const error = await failureOf(clientOf(server.url).request(get));
  expect(error.message).toContain(`; the service redirects ${where.replace("ORIGIN", server.url)}; set edge-ingress`);
  expect(error.message).not.toContain("hush");
});

it("the client explains a redirect without a Location, too", async () => {
  await using server = await scriptedServer((_, response) => response.writeHead(302).end());
  const error = await failureOf(clientOf(server.url).request(get));
  expect(error.message).toContain("; the service redirects elsewhere; set edge-ingress:baseUrl");
});

it("the client gives up an operation at its deadline", async () => {
  await using server = await scriptedServer(() => undefined);
  const error = await failureOf(clientOf(server.url, 1_000).request(get));
  expect(error).toBeInstanceOf(TimeoutError);
  expect(error.message).toBe(
    "GET /agent_ingresses/a1: timed out waiting for the response; check the network (gave up after 1 s (edge-ingress:operationTimeoutSeconds))",
  );
});

it("the client reports a broken connection by its code", async () => {
  await using server = await scriptedServer((_, response) => response.socket?.destroy());
  const error = await failureOf(clientOf(server.url).request({ ...get, method: "POST" }));
  expect(error).toBeInstanceOf(NetworkError);
  expect(error.message).toMatch(/^POST \/agent_ingresses\/a1: no response \(\w+\); check the network$/);
});

const listed = async (client: Client) => {
  const items: unknown[] = [];
  for await (const item of pages(client, "/agent_ingresses", "ingresses")) items.push(item.id);
  return items;
};

it("the client follows pages by relative and absolute URIs", async () => {
  await using server = await scriptedServer(({ url }, response) => {
    const nexts: Record<string, string> = {
      "/edge/agent_ingresses": "/agent_ingresses?page=2",
      "/edge/agent_ingresses?page=2": `${server.url}/edge/agent_ingresses?page=3`,
    };
    json(response, 200, {
      ingresses: [{ id: url.at(-1) }],
      uri: "/agent_ingresses",
      next_page_uri: nexts[url] ?? null,
    });
  });
  expect(await listed(clientOf(`${server.url}/edge`))).toEqual(["s", "2", "3"]);
});

it("the client sends nothing to another origin that a page names", async () => {
  await using other = await scriptedServer((_, response) => json(response, 200, { ingresses: [] }));
  await using server = await scriptedServer((_, response) => {
    json(response, 200, { ingresses: [], next_page_uri: `${other.url}/agent_ingresses` });
  });
  expect((await failureOf(listed(clientOf(server.url)))).message).toContain("it was not followed");
  expect(other.received).toEqual([]);
});

it("the client stops at pages that lead in a circle", async () => {
  await using server = await scriptedServer((_, response) => {
    json(response, 200, { ingresses: [], next_page_uri: "/agent_ingresses?again" });
  });
  expect((await failureOf(listed(clientOf(server.url)))).message).toContain("the pages do not end");
  expect(server.received).toHaveLength(2);
});

it("the client takes a 404 for the API's own only where the base URL answers with the API's list", async () => {
  await using api = await scriptedServer(({ url }, response) => {
    if (url === "/agent_ingresses") json(response, 200, { ingresses: [], next_page_uri: null });
    else json(response, 404, {});
  });
  const client = clientOf(api.url);
  expect(await failureOf(client.request(get))).toMatchObject({ status: 404 });
  expect(await failureOf(client.request({ ...get, method: "DELETE" }))).toMatchObject({ status: 404 });
  const list = "/agent_ingresses";
  const none = ["agent_ingresses", "event_destinations", "ssh_certificate_authorities"].map(
    (kind) => `/${kind}/${NO_ID}`,
  );
  const asked = api.received.map(({ url }) => url);
  expect(asked.slice(0, 2)).toEqual(["/agent_ingresses/a1", list]);
  expect(asked.slice(2, 5).sort()).toEqual(none);
  expect(asked.slice(5)).toEqual([list, "/agent_ingresses/a1", list]);
});

it.each([404, 200])(
  "the client refuses a 404 where the base URL is not the API's, which answers its list with %i",
  async (status) => {
    await using other = await scriptedServer(({ url }, response) => {
      json(response, url === "/agent_ingresses" ? status : 404, { hello: "world" });
    });
    const error = await failureOf(clientOf(other.url).request(get));
    expect(error).not.toBeInstanceOf(HttpError);
    expect(error.message).toContain("does not answer GET /agent_ingresses with the API's list");
  },
);

it("the client knows of each answer, and of the items of its lists, how far the service's clock was ahead", async () => {
  const dates = [new Date(Date.now() - 3_600_000).toUTCString(), new Date().toUTCString(), "no date"];
  await using server = await scriptedServer((_, response) => {
    response.setHeader("date", dates.shift() ?? "");
    json(response, 200, { id: "a", items: [{ id: "b" }, { id: "c" }, "d", null] });
  });
  const client = clientOf(server.url);
  const aheadBy = async () => {
    const answer = (await client.request(get)) as { readonly items: readonly object[] };
    return () => [answer, ...answer.items.slice(0, 2)].map((each) => Math.round(client.skewMs(each) / 60_000) + 0);
  };
  const [late, right, dateless] = [await aheadBy(), await aheadBy(), await aheadBy()];
  expect([late(), right(), dateless()]).toEqual([
    [-60, -60, -60],
    [0, 0, 0],
    [0, 0, 0],
  ]);
  expect(client.skewMs({})).toBe(0);
});
