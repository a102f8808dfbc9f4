import { expect } from "vitest";
import { addressedModules } from "../../src/emulator/modules";
import { withApi } from "./api";
import { edgeModuleCases, moduleCase, routeModuleCases } from "./module-cases";

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

test.for(edgeModuleCases)(
  "$path is replaced, read and deleted",
  async ({ path, write, read }, { emulator, api }) => {
    expect(await api.status("GET", path)).toBe(404);
    const put = await api.send("PUT", path, write);
    expect([put.status, put.body]).toEqual([200, read(emulator.url)]);
    expect(await api.members("GET", path)).toEqual(read(emulator.url));
    expect(await api.status("DELETE", path)).toBe(204);
    expect(await api.status("GET", path)).toBe(404);
  },
);

test("a route without modules shows each of them as null", async ({ emulator, api }) => {
  const body = {
    match_type: "path_prefix",
    match: "host.example/path",
    metadata: "m",
    compression: null,
  };
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
