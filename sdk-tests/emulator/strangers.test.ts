import { connect } from "node:net";
import { expect, vi } from "vitest";
import { type Emulator, startEmulator } from "../../src/emulator/index";
import { until } from "../support/until";
import { withApi } from "./api";
import { known, sendBytes, sendRaw } from "./client";

const test = withApi();

/** Tests of requests from parties that should not send any, and of malformed requests. */

const requestId = /^[0-9a-f-]{36}$/;

test.for([
  {
    title: "a request under another name is refused, whatever its path and its key",
    Host: "evil.example:4455",
  },
  {
    title:
      "a request under a name that begins like loopback is refused, whatever its path and its key",
    Host: "127.0.0.1.evil.example",
  },
  {
    title: "a request under another address of loopback is refused, whatever its path and its key",
    Host: "127.0.0.2",
  },
] as const)("$title", async ({ Host }, { emulator }) => {
  emulator.addFault({ times: "always", status: 503 });
  for (const path of [
    "/event_destinations",
    "/openapi.json",
    "/_admin/options",
    "/nope",
    "/a/../_admin/options",
  ]) {
    const answer = await sendRaw(emulator, { path, headers: { ...known(emulator), Host } });
    expect(answer).toMatchObject({ status: 403, id: expect.stringMatching(requestId) });
  }
  expect([emulator.requests(), emulator.faults()]).toMatchObject([[], [{ matched: 0 }]]);
});

test.for(["localhost:1", "LOCALHOST", "[::1]:4455", "127.0.0.1"])(
  "a request under %s is served",
  async (Host, { emulator }) => {
    const answer = await sendRaw(emulator, {
      path: "/agent_ingresses",
      headers: { ...known(emulator), Host },
    });
    expect(answer.status).toBe(200);
  },
);

test("further names can be allowed, and appear in absolute addresses", async () => {
  await using emulator = await startEmulator({ hostNames: ["API.example.com"] });
  const headers = { ...known(emulator), Host: "api.example.com" };
  const answer = await sendRaw(emulator, { path: "/event_destinations", headers });
  expect(answer).toMatchObject({
    status: 200,
    body: { uri: "http://api.example.com/event_destinations" },
  });
});

test("two Host headers are none", async ({ emulator }) => {
  const head =
    "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
  expect(await sendBytes(emulator, head)).toMatch(/^HTTP\/1\.1 40[03] /);
  expect(await sendBytes(emulator, "GET / HTTP/1.1\r\nConnection: close\r\n\r\n")).toMatch(
    /^HTTP\/1\.1 403 /,
  );
});

test.for([
  "/x/../agent_ingresses",
  "/./agent_ingresses",
  "/agent_ingresses/..",
  "/x/%2e%2e/agent_ingresses",
  "/%61gent_ingresses",
  "/agent_ingresses#f",
  "http://127.0.0.1/agent_ingresses",
] as const)(
  "the target %s is not normalized, and is not a path of the API",
  async (path, { emulator }) => {
    expect((await sendRaw(emulator, { path, headers: known(emulator) })).status).toBe(404);
  },
);

test("a body that is too deep is refused, and the journal stays readable", async ({
  emulator,
  api,
}) => {
  for (const key of ["wrong", emulator.apiKey]) {
    await api.send("POST", "/agent_ingresses", "[".repeat(6000) + "]".repeat(6000), { key });
  }
  const { status, body } = await api.send("GET", "/_admin/requests");
  expect([status, body]).toMatchObject([200, [{ status: 401 }, { status: 400 }]]);
});

test.for<{ title: string; added: Record<string, string> }>([
  { title: "a body with a length is refused from its first byte beyond a mebibyte on", added: {} },
  {
    title: "a body in chunks is refused from its first byte beyond a mebibyte on",
    added: { "Transfer-Encoding": "chunked" },
  },
])("$title", async ({ added }, { emulator }) => {
  const headers = { ...known(emulator), ...added };
  const start = '{"match_type":"exact_path","match":"/';
  const post = (length: number) => {
    const body = `${start}${"a".repeat(length - start.length - 2)}"}`;
    return sendRaw(emulator, { method: "POST", path: "/edges/https/e/routes", headers, body });
  };
  expect((await post(2 ** 20)).status).toBe(201);
  expect(await post(2 ** 20 + 1)).toMatchObject({
    status: 413,
    body: { error_code: "BODY_TOO_LARGE" },
  });
  expect(emulator.requests().map(({ status, body }) => [status, typeof body])).toEqual([
    [201, "object"],
    [413, "undefined"],
  ]);
});

test("a body with too many values is refused", async ({ api }) => {
  const path = await api.newRoute();
  const add = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [index, 1]));
  const refused = await api.send("PATCH", path, { request_headers: { add } });
  expect(refused).toMatchObject({
    status: 400,
    body: { msg: "the body has more than 50000 values" },
  });
});

test("the journal drops its oldest entries rather than growing beyond 32 MiB", async ({
  emulator,
  api,
}) => {
  const match = "a".repeat(1_000_000);
  const count = 36;
  for (let index = 0; index < count; index += 1) {
    await api.send("POST", "/edges/https/e/routes", {
      match_type: "regex",
      match,
      description: String(index),
    });
  }
  const kept = emulator
    .requests()
    .map(({ body }) => Number((body as { description: string }).description));
  expect(kept).toEqual(Array.from({ length: 33 }, (_, index) => count - 33 + index));
});

test("a body that is cut off leaves an entry without a status, and prints nothing", async ({
  emulator,
  api,
}) => {
  using printed = vi.spyOn(console, "error");
  const socket = connect(Number(new URL(emulator.url).port), "127.0.0.1");
  const head = Object.entries({ Host: "localhost", ...known(emulator), "Content-Length": "50" });
  const lines = head.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  socket.write(`POST /agent_ingresses HTTP/1.1\r\n${lines}\r\n{"domain`, () => socket.destroy());
  await until("a request has arrived", () => emulator.requests().length > 0, 5);
  await api.members("GET", "/agent_ingresses");
  expect(emulator.requests()).toMatchObject([
    { method: "POST", status: null, body: undefined },
    { status: 200 },
  ]);
  expect(printed).not.toHaveBeenCalled();
});

const malformed = (emulator: Emulator) => ({
  "no HTTP": ["hello\r\n\r\n", 400],
  "a header that is too long": [
    `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(20_000)}\r\n\r\n`,
    431,
  ],
  "an expectation": [
    "GET / HTTP/1.1\r\nHost: localhost\r\nExpect: more\r\nConnection: close\r\n\r\n",
    417,
  ],
  "a backslash": [`GET /agent\\x HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, 404],
  "a port beyond all": [
    `GET /agent_ingresses HTTP/1.1\r\nHost: localhost:99999\r\nAuthorization: Bearer ${emulator.apiKey}\r\nConnection: close\r\n\r\n`,
    400,
  ],
});

test.for(["json", "html", "empty"] as const)(
  "what is not HTTP is answered in the form %s too, with an id",
  async (errorBody, { emulator }) => {
    emulator.configure({ errorBody });
    for (const [bytes, status] of Object.values(malformed(emulator)) as [string, number][]) {
      const answer = await sendBytes(emulator, bytes);
      expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(answer).toMatch(/\r\nX-Request-Id: [0-9a-f-]{36}\r\n/i);
      const body = answer.slice(answer.indexOf("\r\n\r\n") + 4);
      expect(body).toContain(
        { json: `"status_code":${status}`, html: `<h1>${status}</h1>`, empty: "" }[errorBody],
      );
    }
  },
);

test("every response has a unique id", async ({ api }) => {
  const paths = [
    "/agent_ingresses",
    "/agent_ingresses",
    "/_admin",
    "/_admin/nope",
    "/openapi.json",
    "/nope",
  ];
  const ids = await Promise.all(
    paths.map(async (path) => (await api.send("GET", path)).headers.get("x-request-id")),
  );
  expect(ids.every((id) => requestId.test(id ?? ""))).toBe(true);
  expect(new Set(ids).size).toBe(paths.length);
});
