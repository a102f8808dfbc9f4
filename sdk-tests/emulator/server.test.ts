import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { until } from "../support/until";
import { members, send } from "./client";

test("a port in use, a directory as data, an empty key list, and wrong options and fixtures are errors", async () => {
  await using emulator = await startEmulator();
  const port = Number(new URL(emulator.url).port);
  await expect(startEmulator({ port })).rejects.toThrow(/EADDRINUSE/);
  await expect(startEmulator({ data: tmpdir() })).rejects.toThrow();
  await expect(startEmulator({ apiKeys: {} })).rejects.toThrow("at least one API key");
  await expect(startEmulator({ options: { pageSize: 0 } })).rejects.toThrow(
    "wrong emulator option: pageSize",
  );
  const fixtures = { edges: { https: [{ id: "has space" }] } };
  const problem = "wrong fixtures: edges.https.0.id: is not a well-formed id";
  await expect(startEmulator({ fixtures })).rejects.toThrow(problem);
});

test("closing twice is closing once", async () => {
  const emulator = await startEmulator();
  await Promise.all([emulator.close(), emulator.close()]);
  await expect(fetch(emulator.url)).rejects.toThrow();
});

test("a slow answer is whole", async () => {
  await using emulator = await startEmulator();
  const created = await members(emulator, "POST", "/agent_ingresses", { domain: "a.example" });
  emulator.addFault({ delayMs: 20 });
  const started = performance.now();
  expect(await members(emulator, "GET", `/agent_ingresses/${created.id}`)).toEqual(created);
  expect(performance.now() - started).toBeGreaterThan(15);
});

test("closing ends requests that a fault holds up", async () => {
  const emulator = await startEmulator();
  emulator.addFault({ delayMs: 60_000 });
  const pendingRequest = send(emulator, "GET", "/agent_ingresses").catch(() => "closed");
  await until("a request has arrived", () => emulator.requests().length > 0, 5);
  await emulator.close();
  expect(await pendingRequest).toBe("closed");
});

test("the journal keeps API requests with their bodies, never the key", async () => {
  await using emulator = await startEmulator({
    now: () => new Date("2026-03-01T12:00:00Z"),
    journalLimit: 3,
  });
  await send(emulator, "GET", "/agent_ingresses?limit=5");
  await send(
    emulator,
    "POST",
    "/agent_ingresses",
    { domain: "a b" },
    { headers: { "User-Agent": "test" } },
  );
  await send(emulator, "GET", "/nope", undefined, { key: "wrong" });
  await fetch(`${emulator.url}/_admin/requests`);
  await fetch(`${emulator.url}/openapi.json`);
  const [list, create, refused, ...more] = emulator.requests();
  expect(more).toEqual([]);
  expect(list).toMatchObject({
    method: "GET",
    path: "/agent_ingresses",
    query: { limit: "5" },
    status: 200,
  });
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
