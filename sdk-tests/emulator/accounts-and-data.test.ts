import { tmpdir } from "node:os";
import { expect, test } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { members, newRoute, send } from "./client";

test("accounts do not see each other's objects", async () => {
  await using emulator = await startEmulator({ apiKeys: { "key-a": "a", "key-a2": "a", "key-b": "b" } });
  expect(emulator.apiKey).toBe("key-a");
  const route = await newRoute(emulator, { websocket_tcp_converter: {} });
  const termination = "/edges/https/edghts_1/tls_termination";
  await members(emulator, "PUT", termination, {});
  const { id } = await members(emulator, "POST", "/agent_ingresses", { domain: "a.example" });
  for (const path of [route, `${route}/websocket_tcp_converter`, termination, `/agent_ingresses/${id}`]) {
    const statuses = ["key-a2", "key-b"].map((key) => send(emulator, "GET", path, undefined, { key }));
    expect((await Promise.all(statuses)).map(({ status }) => status)).toEqual([200, 404]);
    expect((await send(emulator, "DELETE", path, undefined, { key: "key-b" })).status).toBe(404);
  }
  const listed = await send(emulator, "GET", "/agent_ingresses", undefined, { key: "key-b" });
  expect(listed.body).toMatchObject({ ingresses: [] });
  expect((await send(emulator, "GET", route, undefined, { key: "local-api-key" })).status).toBe(401);
});

test("a port in use, a directory as data and an empty key list are errors", async () => {
  await using emulator = await startEmulator();
  const port = Number(new URL(emulator.url).port);
  await expect(startEmulator({ port })).rejects.toThrow(/EADDRINUSE/);
  await expect(startEmulator({ data: tmpdir() })).rejects.toThrow();
  await expect(startEmulator({ apiKeys: {} })).rejects.toThrow("at least one API key");
  await expect(startEmulator({ options: { pageSize: 0 } })).rejects.toThrow("wrong emulator option: pageSize");
});

test("closing twice is closing once", async () => {
  const emulator = await startEmulator();
  await Promise.all([emulator.close(), emulator.close()]);
  await expect(fetch(emulator.url)).rejects.toThrow();
});
