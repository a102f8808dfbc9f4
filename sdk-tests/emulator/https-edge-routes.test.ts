import { expect } from "vitest";
import { withApi } from "./api";
import { routeModuleCases } from "./module-cases";

const test = withApi();

test("a route without modules shows each of them as null", async ({ emulator, api }) => {
  const body = { match_type: "path_prefix", match: "host.example/path", metadata: "m", compression: null };
  const created = await api.members("POST", "/edges/https/edghts_1/routes", body);
  expect(created).toEqual({
    ...body,
    edge_id: "edghts_1",
    id: expect.stringMatching(/^edghtsrt_[0-9A-Za-z]{27}$/),
    created_at: expect.any(String),
    uri: `${emulator.url}/edges/https/edghts_1/routes/${created.id}`,
    description: null,
    ...Object.fromEntries(routeModuleCases.map(({ name }) => [name, null])),
  });
});

test.for(routeModuleCases)(
  "a route is created with $name and shows it in its read shape",
  async ({ name, write, read }, { emulator, api }) => {
    const path = await api.newRoute({ [name]: write });
    expect((await api.members("GET", path))[name]).toEqual(read(emulator.url));
  },
);

test("an update replaces a module that is present as a whole, and keeps one that is absent", async ({ api }) => {
  const path = await api.newRoute({ compression: {}, circuit_breaker: { num_buckets: 128, rolling_window: 5 } });
  const before = await api.members("GET", path);
  const unset = { tripped_duration: null, rolling_window: null, num_buckets: null, volume_threshold: null };
  expect(await api.members("PATCH", path, { match: "/b", circuit_breaker: { enabled: false } })).toEqual({
    ...before,
    match: "/b",
    circuit_breaker: { enabled: false, ...unset, error_threshold_percentage: null },
  });
});

test("a null module of an update stays as it is", async ({ api }) => {
  const path = await api.newRoute({ compression: {} });
  const kept = { compression: { enabled: true } };
  expect(await api.members("PATCH", path, { compression: null })).toMatchObject(kept);
});

test("a route is deleted unless the option says that there is no such operation", async ({ emulator, api }) => {
  const path = await api.newRoute();
  emulator.configure({ routeDeletion: "none" });
  const refused = await api.send("DELETE", path);
  expect([refused.status, refused.headers.get("allow")]).toEqual([405, "GET, PATCH"]);
  emulator.configure({ routeDeletion: "204" });
  expect(await api.status("DELETE", path)).toBe(204);
  expect(await api.status("GET", path)).toBe(404);
});

test("a module without a documented path has no deletion", async ({ api }) => {
  const path = await api.newRoute({ compression: {} });
  expect(await api.status("DELETE", `${path}/compression`)).toBe(404);
});

test("a route is found below its own edge only", async ({ api }) => {
  const path = await api.newRoute();
  expect(await api.status("GET", path.replace("edghts_1", "edghts_2"))).toBe(404);
});
