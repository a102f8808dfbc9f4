import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { type Members, members, newRoute, send } from "./client";

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

test("a data file keeps the objects between runs", async () => {
  const folder = mkdtempSync(join(tmpdir(), "emulator-data-"));
  try {
    const data = join(folder, "data.sqlite");
    let path = "";
    let before: Members = {};
    {
      await using emulator = await startEmulator({ data });
      const body = { description: "\u0000\ud800é" };
      const { uri: _uri, ...created } = await members(emulator, "POST", "/ssh_certificate_authorities", body);
      path = `/ssh_certificate_authorities/${created.id}`;
      before = created;
    }
    await using emulator = await startEmulator({ data });
    expect(await members(emulator, "GET", path)).toEqual({ ...before, uri: `${emulator.url}${path}` });
    expect(emulator.requests()).toHaveLength(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
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
