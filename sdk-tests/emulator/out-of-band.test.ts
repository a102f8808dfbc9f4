import { expect } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { withApi } from "./api";
import { send } from "./client";

const test = withApi();

test("the journal keeps API requests with their bodies, never the key", async () => {
  await using emulator = await startEmulator({ now: () => new Date("2026-03-01T12:00:00Z"), journalLimit: 3 });
  await send(emulator, "GET", "/agent_ingresses?limit=5");
  await send(emulator, "POST", "/agent_ingresses", { domain: "a b" }, { headers: { "User-Agent": "test" } });
  await send(emulator, "GET", "/nope", undefined, { key: "wrong" });
  await fetch(`${emulator.url}/_admin/requests`);
  await fetch(`${emulator.url}/openapi.json`);
  const [list, create, refused, ...more] = emulator.requests();
  expect(more).toEqual([]);
  expect(list).toMatchObject({ method: "GET", path: "/agent_ingresses", query: { limit: "5" }, status: 200 });
  expect(create).toEqual({
    method: "POST",
    path: "/agent_ingresses",
    query: {},
    status: 400,
    body: { domain: "a b" },
    account: "local",
    startedAt: "2026-03-01T12:00:00.000Z",
    headers: { "content-type": "application/json", "service-version": "2", "user-agent": "test" },
  });
  expect(refused).toMatchObject({ path: "/nope", status: 401, body: undefined, account: null });
  expect(JSON.stringify(emulator.requests())).not.toContain(emulator.apiKey);
  for (let count = 0; count < 9; count += 1) await send(emulator, "GET", `/n${count}`);
  expect(emulator.requests().map(({ path }) => path)).toEqual(["/n6", "/n7", "/n8"]);
  emulator.clearRequests();
  expect(emulator.requests()).toEqual([]);
});

test("objects lists what is stored, a route followed by its modules", async ({ emulator, api }) => {
  const route = await api.newRoute({ compression: {}, webhook_verification: { provider: "p", secret: "hush" } });
  await api.members("PUT", "/edges/tcp/edgtcp_1/backend", { backend_id: "bkd_1" });
  expect(emulator.objects().map(({ kind, path, account }) => [kind, path, account])).toEqual([
    ["https_edge_route", route, "local"],
    ["route_module", `${route}/compression`, "local"],
    ["route_module", `${route}/webhook_verification`, "local"],
    ["edge_module", "/edges/tcp/edgtcp_1/backend", "local"],
  ]);
  const [stored, compression] = emulator.objects();
  expect(stored?.body).toEqual(await api.members("GET", route));
  expect(compression?.body).toEqual({ enabled: true });
});

test("edits change any member of objects and modules without a check", async ({ emulator, api }) => {
  const created = await api.members("POST", "/agent_ingresses", { domain: "a.example" });
  const path = `/agent_ingresses/${created.id}`;
  const edits = { uri: "https://elsewhere.example/x", region_domains: ["us.a.example"], extra: 1, description: 5 };
  emulator.edit(path, edits);
  expect(await api.members("GET", path)).toEqual({ ...created, ...edits });

  const route = await api.newRoute();
  emulator.edit(`${route}/oauth`, { enabled: false });
  expect(await api.members("GET", `${route}/oauth`)).toMatchObject({ enabled: false, provider: null });
  emulator.edit(`${route}/oauth`, { cookie_prefix: "x" });
  expect(await api.members("GET", route)).toMatchObject({ oauth: { enabled: false, cookie_prefix: "x" } });

  emulator.edit("/edges/https/e/tls_termination", { terminate_at: "upstream" });
  expect(await api.status("PUT", "/edges/https/e/tls_termination", { min_version: "1.2" })).toBe(400);
  const upstream = { enabled: true, min_version: null, terminate_at: "upstream" };
  expect(await api.members("PUT", "/edges/https/e/tls_termination", {})).toEqual(upstream);
  expect(() => emulator.edit("/agent_ingresses/agin_none", {})).toThrow("there is no object at");
  expect(emulator.requests().every(({ method }) => method !== "PATCH")).toBe(true);
});

test("objects and modules are removed out of band", async ({ emulator, api }) => {
  const route = await api.newRoute({ compression: {} });
  expect(emulator.remove(`${route}/compression`)).toBe(true);
  expect(emulator.remove(`${route}/compression`)).toBe(false);
  expect(await api.members("GET", route)).toMatchObject({ compression: null });
  expect(emulator.remove(route)).toBe(true);
  expect(await api.status("GET", route)).toBe(404);
});

test("an edit reaches the account that is named", async () => {
  await using emulator = await startEmulator({ apiKeys: { a: "a", b: "b" } });
  const path = "/edges/tcp/edgtcp_1/backend";
  emulator.edit(path, { enabled: false }, "b");
  expect(await send(emulator, "GET", path, undefined, { key: "a" })).toMatchObject({ status: 404 });
  expect(await send(emulator, "GET", path, undefined, { key: "b" })).toMatchObject({ body: { enabled: false } });
  expect(emulator.remove(path, "a")).toBe(false);
});
