import { expect, test } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { addressedModules } from "../../src/emulator/modules";
import { members, newRoute, send } from "./client";
import { moduleCase } from "./module-cases";

test.each(addressedModules)("%s of a route is replaced, read and deleted at its own path", async (name) => {
  await using emulator = await startEmulator();
  const { write, read } = moduleCase(name);
  const route = await newRoute(emulator, { compression: {} });
  const path = `${route}/${name}`;
  expect((await send(emulator, "GET", path)).status).toBe(404);
  const put = await send(emulator, "PUT", path, write);
  expect([put.status, put.body]).toEqual([200, read(emulator.url)]);
  expect(await members(emulator, "GET", path)).toEqual(read(emulator.url));
  expect(await members(emulator, "GET", route)).toMatchObject({ [name]: read(emulator.url), compression: {} });
  const deleted = await send(emulator, "DELETE", path);
  expect([deleted.status, deleted.body]).toEqual([204, ""]);
  expect((await send(emulator, "GET", path)).status).toBe(404);
  expect((await send(emulator, "DELETE", path)).status).toBe(404);
  expect(await members(emulator, "GET", route)).toMatchObject({ [name]: null, compression: {} });
});

const authorities = (url: string) => ({
  enabled: true,
  certificate_authorities: [{ id: "ca_1", uri: `${url}/certificate_authorities/ca_1` }],
});

test.each([
  ["/edges/https/edghts_1/mutual_tls", { certificate_authority_ids: ["ca_1"] }, authorities],
  ["/edges/tls/edgtls_1/mutual_tls", { certificate_authority_ids: ["ca_1"] }, authorities],
  [
    "/edges/tcp/edgtcp_1/backend",
    { backend_id: "bkd_1", enabled: false },
    (url: string) => ({ enabled: false, backend: { id: "bkd_1", uri: `${url}/backends/bkd_1` } }),
  ],
  [
    "/edges/https/edghts_1/tls_termination",
    { min_version: "1.2" },
    () => ({ enabled: true, min_version: "1.2", terminate_at: "edge" }),
  ],
])("%s is replaced, read and deleted", async (path, write, read) => {
  await using emulator = await startEmulator();
  expect((await send(emulator, "GET", path)).status).toBe(404);
  const put = await send(emulator, "PUT", path, write);
  expect([put.status, put.body]).toEqual([200, read(emulator.url)]);
  expect(await members(emulator, "GET", path)).toEqual(read(emulator.url));
  expect((await send(emulator, "DELETE", path)).status).toBe(204);
  expect((await send(emulator, "GET", path)).status).toBe(404);
});

test("min_version has to be null on an edge that passes TLS through", async () => {
  const edges = { https: [{ id: "up", terminate_at: "upstream" as const }, { id: "here" }] };
  await using emulator = await startEmulator({ fixtures: { edges } });
  const path = "/edges/https/up/tls_termination";
  expect(await send(emulator, "PUT", path, { min_version: "1.2" })).toMatchObject({
    status: 400,
    body: { msg: "min_version: must be null when terminate_at is upstream" },
  });
  expect(await members(emulator, "PUT", path, { min_version: null })).toEqual({
    enabled: true,
    min_version: null,
    terminate_at: "upstream",
  });
  expect(await members(emulator, "PUT", path, {})).toMatchObject({ min_version: null });
  expect(await members(emulator, "PUT", "/edges/https/here/tls_termination", {})).toMatchObject({
    terminate_at: "edge",
  });
});

test.each([
  [{}, "1.2"],
  [{ defaultMinVersion: "1.3" }, "1.3"],
  [{ filledDefaults: "service" }, "1.2"],
  [{ filledDefaults: "none" }, null],
] as const)("with %j, a min_version that is left out becomes %s", async (options, version) => {
  await using emulator = await startEmulator({ options });
  const path = "/edges/https/e/tls_termination";
  for (const body of [{}, { min_version: null }]) {
    expect(await members(emulator, "PUT", path, body)).toMatchObject({ min_version: version });
  }
});

test("where TLS ends is shown of an edge without the module", async () => {
  await using emulator = await startEmulator({ options: { unsetModule: "disabled", terminateAt: "upstream" } });
  expect(await members(emulator, "GET", "/edges/https/e/tls_termination")).toEqual({
    enabled: false,
    min_version: null,
    terminate_at: "upstream",
  });
});

test("modules that need decrypted traffic are refused upstream when the option says so", async () => {
  await using emulator = await startEmulator({ options: { terminateAt: "upstream", modulesOnUpstreamEdge: "reject" } });
  const route = await newRoute(emulator, { backend: { backend_id: "bkd_1" } });
  const refused = await send(emulator, "PUT", `${route}/websocket_tcp_converter`, {});
  expect(refused).toMatchObject({ status: 400 });
  expect((await send(emulator, "PATCH", route, { compression: {} })).status).toBe(400);
  expect((await send(emulator, "PUT", "/edges/https/e/mutual_tls", { certificate_authority_ids: [] })).status).toBe(
    400,
  );
});

test("with fixtures, other edges and references do not exist", async () => {
  const fixtures = {
    edges: { https: [{ id: "edghts_1" }], tcp: [{ id: "edgtcp_1" }] },
    backends: [{ id: "bkd_1" }],
  };
  await using emulator = await startEmulator({ fixtures });
  const backend = (backend_id: string) => ({ backend_id });
  expect((await send(emulator, "PUT", "/edges/tcp/edgtcp_1/backend", backend("bkd_1"))).status).toBe(200);
  expect(await send(emulator, "PUT", "/edges/tcp/edgtcp_1/backend", backend("bkd_2"))).toMatchObject({
    status: 400,
    body: { msg: "backend_id: names an object that is not in backends" },
  });
  expect((await send(emulator, "PUT", "/edges/tcp/edgtcp_2/backend", backend("bkd_1"))).status).toBe(404);
  expect((await send(emulator, "GET", "/edges/https/edghts_9/routes/x")).status).toBe(404);
  const route = await newRoute(emulator);
  expect((await send(emulator, "PATCH", route, { ip_restriction: { ip_policy_ids: ["ipp_1"] } })).status).toBe(400);
});

test("wrong fixtures are refused with the member's name", async () => {
  const fixtures = { edges: { https: [{ id: "has space" }] } };
  await expect(startEmulator({ fixtures })).rejects.toThrow(
    "wrong fixtures: edges.https.0.id: is not a well-formed id",
  );
});
