import { expect } from "vitest";
import { startEmulator } from "../../src/emulator/index";
import { addressedModules } from "../../src/emulator/modules";
import { apiOf, withApi } from "./api";
import type { Members } from "./client";
import { moduleCase } from "./module-cases";

const test = withApi();

test.for(addressedModules)(
  "%s of a route is replaced, read and deleted at its own path",
  async (name, { emulator, api }) => {
    const { write, read } = moduleCase(name);
    const route = await api.newRoute({ compression: {} });
    const path = `${route}/${name}`;
    const shown = read(emulator.url);
    expect(await api.status("GET", path)).toBe(404);
    const put = await api.send("PUT", path, write);
    expect([put.status, put.body]).toEqual([200, shown]);
    expect(await api.members("GET", path)).toEqual(shown);
    expect(await api.members("GET", route)).toMatchObject({ [name]: shown, compression: {} });
    expect(await api.send("DELETE", path)).toMatchObject({ status: 204, body: "" });
    expect(await api.status("GET", path)).toBe(404);
    expect(await api.status("DELETE", path)).toBe(404);
    expect(await api.members("GET", route)).toMatchObject({ [name]: null, compression: {} });
  },
);

const objects = (url: string, kind: string, id: string) => ({ id, uri: `${url}/${kind}/${id}` });
const authorities = (url: string) => ({ certificate_authorities: [objects(url, "certificate_authorities", "ca_1")] });
const authority = { certificate_authority_ids: ["ca_1"] };

test.for<[path: string, write: Members, shown: (url: string) => Members]>([
  ["/edges/https/edghts_1/mutual_tls", authority, (url) => ({ enabled: true, ...authorities(url) })],
  ["/edges/tls/edgtls_1/mutual_tls", authority, (url) => ({ enabled: true, ...authorities(url) })],
  [
    "/edges/tcp/edgtcp_1/backend",
    { backend_id: "bkd_1", enabled: false },
    (url) => ({ enabled: false, backend: objects(url, "backends", "bkd_1") }),
  ],
  [
    "/edges/https/edghts_1/tls_termination",
    { min_version: "1.2" },
    () => ({ enabled: true, min_version: "1.2", terminate_at: "edge" }),
  ],
])("%s is replaced, read and deleted", async ([path, write, read], { emulator, api }) => {
  expect(await api.status("GET", path)).toBe(404);
  const put = await api.send("PUT", path, write);
  expect([put.status, put.body]).toEqual([200, read(emulator.url)]);
  expect(await api.members("GET", path)).toEqual(read(emulator.url));
  expect(await api.status("DELETE", path)).toBe(204);
  expect(await api.status("GET", path)).toBe(404);
});

const refusal = (msg: string) => ({ status: 400, body: { msg } });

test("min_version has to be null on an edge that passes TLS through", async () => {
  const edges = { https: [{ id: "up", terminate_at: "upstream" as const }, { id: "here" }] };
  await using emulator = await startEmulator({ fixtures: { edges } });
  const put = (edge: string, body: Members) =>
    apiOf(emulator).send("PUT", `/edges/https/${edge}/tls_termination`, body);
  const wrong = refusal("min_version: must be null when terminate_at is upstream");
  expect(await put("up", { min_version: "1.2" })).toMatchObject(wrong);
  const upstream = { enabled: true, min_version: null, terminate_at: "upstream" };
  expect((await put("up", { min_version: null })).body).toEqual(upstream);
  expect((await put("up", {})).body).toMatchObject({ min_version: null });
  expect((await put("here", {})).body).toMatchObject({ terminate_at: "edge" });
});

test.for([
  [{}, "1.2"],
  [{ defaultMinVersion: "1.3" }, "1.3"],
  [{ filledDefaults: "service" }, "1.2"],
  [{ filledDefaults: "none" }, null],
] as const)("with %j, a min_version that is left out becomes %s", async ([options, min_version], { emulator, api }) => {
  emulator.configure(options);
  for (const body of [{}, { min_version: null }]) {
    expect(await api.members("PUT", "/edges/https/e/tls_termination", body)).toMatchObject({ min_version });
  }
});

test("where TLS ends is shown of an edge without the module", async ({ emulator, api }) => {
  emulator.configure({ unsetModule: "disabled", terminateAt: "upstream" });
  const unset = { enabled: false, min_version: null, terminate_at: "upstream" };
  expect(await api.members("GET", "/edges/https/e/tls_termination")).toEqual(unset);
});

test("modules that need decrypted traffic are refused upstream when the option says so", async ({ emulator, api }) => {
  emulator.configure({ terminateAt: "upstream", modulesOnUpstreamEdge: "reject" });
  const route = await api.newRoute({ backend: { backend_id: "bkd_1" } });
  expect(await api.status("PUT", `${route}/websocket_tcp_converter`, {})).toBe(400);
  expect(await api.status("PATCH", route, { compression: {} })).toBe(400);
  expect(await api.status("PUT", "/edges/https/e/mutual_tls", { certificate_authority_ids: [] })).toBe(400);
});

test("with fixtures, other edges and references do not exist", async () => {
  const edges = { https: [{ id: "edghts_1" }], tcp: [{ id: "edgtcp_1" }] };
  await using emulator = await startEmulator({ fixtures: { edges, backends: [{ id: "bkd_1" }] } });
  const api = apiOf(emulator);
  const put = (edge: string, backend_id: string) => api.send("PUT", `/edges/tcp/${edge}/backend`, { backend_id });
  expect(await put("edgtcp_1", "bkd_1")).toMatchObject({ status: 200 });
  const missing = refusal("backend_id: names an object that is not in backends");
  expect(await put("edgtcp_1", "bkd_2")).toMatchObject(missing);
  expect(await put("edgtcp_2", "bkd_1")).toMatchObject({ status: 404 });
  expect(await api.status("GET", "/edges/https/edghts_9/routes/x")).toBe(404);
  const route = await api.newRoute();
  expect(await api.status("PATCH", route, { ip_restriction: { ip_policy_ids: ["ipp_1"] } })).toBe(400);
});

test("wrong fixtures are refused with the member's name", async () => {
  const fixtures = { edges: { https: [{ id: "has space" }] } };
  const problem = "wrong fixtures: edges.https.0.id: is not a well-formed id";
  await expect(startEmulator({ fixtures })).rejects.toThrow(problem);
});
