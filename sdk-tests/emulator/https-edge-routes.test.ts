import { expect, test } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { members, newRoute, send } from "./client";
import { routeModuleCases } from "./module-cases";

test("a route without modules shows each of them as null", async () => {
  await using emulator = await startEmulator();
  const created = await members(emulator, "POST", "/edges/https/edghts_1/routes", {
    match_type: "path_prefix",
    match: "host.example/path",
    metadata: "m",
    compression: null,
  });
  expect(created).toEqual({
    edge_id: "edghts_1",
    id: expect.stringMatching(/^edghtsrt_[0-9A-Za-z]{27}$/),
    created_at: expect.any(String),
    uri: `${emulator.url}/edges/https/edghts_1/routes/${created.id}`,
    match_type: "path_prefix",
    match: "host.example/path",
    description: null,
    metadata: "m",
    ...Object.fromEntries(routeModuleCases.map(({ name }) => [name, null])),
  });
});

test.each(routeModuleCases)(
  "a route is created with $name and shows it in its read shape",
  async ({ name, write, read }) => {
    await using emulator = await startEmulator();
    const path = await newRoute(emulator, { [name]: write });
    expect((await members(emulator, "GET", path))[name]).toEqual(read(emulator.url));
  },
);

test("an update replaces a module that is present as a whole, and keeps one that is absent", async () => {
  await using emulator = await startEmulator();
  const path = await newRoute(emulator, {
    compression: {},
    circuit_breaker: { num_buckets: 128, rolling_window: 5 },
  });
  const before = await members(emulator, "GET", path);
  const after = await members(emulator, "PATCH", path, { match: "/b", circuit_breaker: { enabled: false } });
  expect(after).toEqual({
    ...before,
    match: "/b",
    circuit_breaker: {
      enabled: false,
      tripped_duration: null,
      rolling_window: null,
      num_buckets: null,
      volume_threshold: null,
      error_threshold_percentage: null,
    },
  });
});

test("a null module of an update stays as it is", async () => {
  await using emulator = await startEmulator();
  const path = await newRoute(emulator, { compression: {} });
  expect(await members(emulator, "PATCH", path, { compression: null })).toMatchObject({
    compression: { enabled: true },
  });
});

test("a route is deleted unless the option says that there is no such operation", async () => {
  await using emulator = await startEmulator();
  const path = await newRoute(emulator);
  emulator.configure({ routeDeletion: "none" });
  const refused = await send(emulator, "DELETE", path);
  expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, PATCH"]);
  emulator.configure({ routeDeletion: "204" });
  expect((await send(emulator, "DELETE", path)).status).toBe(204);
  expect((await send(emulator, "GET", path)).status).toBe(404);
});

test("a module without a documented path has no deletion", async () => {
  await using emulator = await startEmulator();
  const path = await newRoute(emulator, { compression: {} });
  expect((await send(emulator, "DELETE", `${path}/compression`)).status).toBe(404);
});

test("a route is found below its own edge only", async () => {
  await using emulator = await startEmulator();
  const path = await newRoute(emulator);
  expect((await send(emulator, "GET", path.replace("edghts_1", "edghts_2"))).status).toBe(404);
});
