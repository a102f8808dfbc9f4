import { expect, it } from "vitest";
import type { Client } from "../../src/core/client/types";
import { testClient } from "../support/client";
import { expectFailure } from "../support/failure";
import { failureOf } from "../support/in-process-dynamic";
import { json, scriptedServer } from "../support/server";

const apiKey = "canary-key-1b2c";

const clientOf = (baseUrl: string, operationTimeoutMs = 5_000): Client =>
  testClient({ baseUrl, apiKey, operationTimeoutMs });

const get = {
  method: "GET",
  path: { template: "/agent_ingresses/{id}", params: { id: "a1" } },
} as const;

it("the client sends the headers of the reference, and a content type only with a body", async () => {
  await using server = await scriptedServer((_, response) => json(response, 200, {}));
  const client = clientOf(`${server.url}/edge`);
  await client.request(get);
  await client.request({
    method: "POST",
    path: { template: "/agent_ingresses" },
    body: { domain: "a" },
  });
  const [first, second] = server.received;
  expect(first).toMatchObject({ method: "GET", url: "/edge/agent_ingresses/a1", body: "" });
  expect(first?.headers).toMatchObject({
    authorization: `Bearer ${apiKey}`,
    "service-version": "2",
  });
  expect(first?.headers).not.toHaveProperty("content-type");
  expect(second).toMatchObject({
    method: "POST",
    url: "/edge/agent_ingresses",
    body: '{"domain":"a"}',
  });
  expect(second?.headers).toMatchObject({ "content-type": "application/json" });
});

it("the client names the operation, the status and the request id of a failure, and nothing of its body", async () => {
  await using server = await scriptedServer((_, response) => {
    response.writeHead(422, { "x-request-id": "req-7" }).end("a secret");
  });
  await expectFailure(
    clientOf(server.url).request(get),
    "HttpError: GET /agent_ingresses/a1 answered 422 (request req-7); the service refused the request; check the arguments against its rules",
    { status: 422, requestId: "req-7" },
  );
});

it("the client refuses an answer larger than 8 MiB", async () => {
  const tooLarge = "x".repeat(8 * 1024 * 1024 + 1);
  await using server = await scriptedServer((_, response) => response.writeHead(200).end(tooLarge));
  await expect(clientOf(server.url).request(get)).rejects.toThrow("larger than 8388608 bytes");
});

it.each([301, 302, 303, 307, 308])(
  "the client does not follow a redirect with status %i",
  async (status) => {
    await using server = await scriptedServer((_, response) => {
      response
        .writeHead(status, { location: "https://api.example.com/secret/path?token=hush" })
        .end();
    });
    await expectFailure(
      clientOf(server.url).request(get),
      `HttpError: GET /agent_ingresses/a1 answered ${status}; the service redirects to https://api.example.com; set edge-ingress:baseUrl to the API's own address`,
      { status },
    );
    expect(server.received).toHaveLength(1);
  },
);

it.each([
  ["/hush", "to another path of ORIGIN"],
  ["hush?token=hush", "to another path of ORIGIN"],
  ["https://hush:hush@other.example/hush", "to https://other.example"],
  ["mailto:hush@example.com", "elsewhere"],
  ["https://", "elsewhere"],
  [undefined, "elsewhere"],
])("the client names nothing but the origin of a redirect to %s", async (location, where) => {
  await using server = await scriptedServer((_, response) =>
    response.writeHead(302, { ...(location && { location }) }).end(),
  );
  const error = await failureOf(clientOf(server.url).request(get));
  expect(error.message).toContain(
    `; the service redirects ${where.replace("ORIGIN", server.url)}; set edge-ingress`,
  );
  expect(error.message).not.toContain("hush");
});

it("the client gives up an operation at its deadline", async () => {
  await using server = await scriptedServer(() => undefined);
  await expectFailure(
    clientOf(server.url, 1_000).request(get),
    "TimeoutError: GET /agent_ingresses/a1: timed out waiting for the response; check the network (gave up after 1 s (edge-ingress:operationTimeoutSeconds))",
  );
});

it("the client knows of each answer, and of the items of its lists, how far the service's clock was ahead", async () => {
  const dates = [
    new Date(Date.now() - 3_600_000).toUTCString(),
    new Date().toUTCString(),
    "no date",
  ];
  await using server = await scriptedServer((_, response) => {
    response.setHeader("date", dates.shift() ?? "");
    json(response, 200, { id: "a", items: [{ id: "b" }, { id: "c" }, "d", null] });
  });
  const client = clientOf(server.url);
  const aheadBy = async () => {
    const answer = (await client.request(get)) as { readonly items: readonly object[] };
    return () =>
      [answer, ...answer.items.slice(0, 2)].map(
        (date) => Math.round(client.skewMs(date) / 60_000) + 0,
      );
  };
  const [late, right, dateless] = [await aheadBy(), await aheadBy(), await aheadBy()];
  expect([late(), right(), dateless()]).toEqual([
    [-60, -60, -60],
    [0, 0, 0],
    [0, 0, 0],
  ]);
  expect(client.skewMs({})).toBe(0);
});
